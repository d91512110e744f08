import type { Text } from '../text/text.ts';

/** An expression that texts must not contain, or that is to be reconsidered. */
export interface BannedWord {
  readonly word: string;
  /** Phrases that contain it and are harmless: 第一天 for 第一. */
  readonly exceptions?: readonly string[];
  readonly severity: 'refuse' | 'warn';
  /** What is wrong with it: 绝对化用语. */
  readonly kind: Text;
  /** The provision that bans it. */
  readonly basis?: string | null;
  readonly replacement?: string | null;
  /** Days in force, YYYY-MM-DD in Asia/Shanghai. */
  readonly from?: string | null;
  readonly until?: string | null;
}

export interface FoundBannedWord {
  readonly entry: BannedWord;
  /** The expression with what precedes and follows it, and marked: 云南【国 家级】景区. */
  readonly excerpt: string;
}

/**
 * What is written between the characters of a word so that it is not found, invisible and struck through included; line
 * breaks and punctuation part words.
 */
const ignored =
  /[^\S\n]|[\p{Cf}\p{Default_Ignorable_Code_Point}\u00b7\u2022\u30fb.\-\u2010-\u2015_*+~|/\\]|\p{Script=Inherited}/u;
/** Characters of an excerpt on each side. */
const around = 6;
/** Places found at most in a text of each severity: nobody reads more, and a hostile text has thousands. */
const mostFound = 50;
const latin = /[a-z0-9]/i;

interface Compacted {
  readonly text: string;
  /** For each unit of `text`: the place of its character in the original, and of the next one. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Half-width, in small letters, without blanks, invisible marks and separators. */
function compact(written: string): Compacted {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let place = 0;
  for (const character of written) {
    const next = place + character.length;
    const plain = character.normalize('NFKC').toLowerCase();
    // full-width separators too; an ellipsis becomes three dots, and parts words
    if (!ignored.test(character) && !(plain.length === 1 && ignored.test(plain))) {
      for (let unit = 0; unit < plain.length; unit += 1) {
        starts.push(place);
        ends.push(next);
      }
      text += plain;
    }
    place = next;
  }
  return { text, starts, ends };
}

/** A number of words ready to be searched for: longer ones first, so that 国家级 is found and not 国家. */
interface Prepared {
  readonly entry: BannedWord;
  readonly word: string;
  readonly exceptions: readonly string[];
}
const prepared = new WeakMap<readonly BannedWord[], readonly Prepared[]>();

function prepare(list: readonly BannedWord[]): readonly Prepared[] {
  let found = prepared.get(list);
  if (!found) {
    found = list
      .map((entry) => ({
        entry,
        word: compact(entry.word).text,
        exceptions: (entry.exceptions ?? []).map((one) => compact(one).text),
      }))
      .filter(({ word }) => word !== '')
      .toSorted((one, other) => other.word.length - one.word.length);
    prepared.set(list, found);
  }
  return found;
}

/** Whether a place is within a harmless phrase. */
const isException = (text: string, at: number, { word, exceptions }: Prepared): boolean =>
  exceptions.some((phrase) => {
    for (let offset = phrase.indexOf(word); offset >= 0; offset = phrase.indexOf(word, offset + 1))
      if (text.startsWith(phrase, at - offset) && at >= offset) return true;
    return false;
  });

/** Whether a word in Latin letters is a part of a longer one: best in bestow. */
const isPartOfLatinWord = (written: string, start: number, end: number): boolean =>
  (latin.test(written.charAt(start)) && latin.test(written.charAt(start - 1))) ||
  (latin.test(written.charAt(end - 1)) && latin.test(written.charAt(end)));

/**
 * Banned words in a text, in its order, each place once, the first {@link mostFound} of each severity. Width, case,
 * blanks and separators within a word make no difference. `day`: only words in force on it.
 */
export function screenTextAgainstBannedWordList(
  written: string,
  list: readonly BannedWord[],
  day: string,
): FoundBannedWord[] {
  const { text, starts, ends } = compact(written);
  const covered = new Uint8Array(text.length);
  const found: { readonly entry: BannedWord; readonly at: number; readonly end: number }[] = [];
  for (const one of prepare(list)) {
    const { from, until } = one.entry;
    if ((from && from > day) || (until && until < day)) continue;
    for (let at = text.indexOf(one.word); at >= 0; at = text.indexOf(one.word, at + 1)) {
      const end = at + one.word.length;
      // words found before are not shorter, so that an overlap covers an end of this one
      if (covered[at] === 1 || covered[end - 1] === 1) continue;
      if (isPartOfLatinWord(written, starts[at] as number, ends[end - 1] as number)) continue;
      if (isException(text, at, one)) continue;
      covered.fill(1, at, end);
      found.push({ entry: one.entry, at, end });
    }
  }
  const left = { refuse: mostFound, warn: mostFound };
  return found
    .toSorted((one, other) => one.at - other.at)
    .filter(({ entry: { severity } }) => left[severity]-- > 0)
    .map(({ entry, at, end }) => ({
      entry,
      excerpt: excerptOf(written, starts[at] as number, ends[end - 1] as number),
    }));
}

/** Units of the text that hold the characters on a side, and one more. */
const reach = 2 * (around + 1);

function excerptOf(written: string, start: number, end: number): string {
  const before = [
    ...(written
      .slice(Math.max(0, start - reach), start)
      .split('\n')
      .at(-1) ?? ''),
  ];
  const after = [...(written.slice(end, end + reach).split('\n')[0] ?? '')];
  return [
    before.length > around ? '…' : '',
    before.slice(-around).join(''),
    `【${written.slice(start, end)}】`,
    after.slice(0, around).join(''),
    after.length > around ? '…' : '',
  ].join('');
}
