/** A piece of a text: in both versions, or in one of them. */
export interface MarkedTextPiece {
  readonly text: string;
  readonly change: 'same' | 'removed' | 'added';
}

/** Maximum cells of the table of common words: 2,000 words on each side. Longer texts count as replaced. */
const maxCells = 4_000_000;

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const split = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** What changed between two texts, by words: removed pieces before added ones. */
export function markTextChanges(before: string, after: string): MarkedTextPiece[] {
  const [old, fresh] = [split(before), split(after)];
  let begin = 0;
  while (begin < old.length && begin < fresh.length && old[begin] === fresh[begin]) begin++;
  let end = 0;
  while (
    end < old.length - begin &&
    end < fresh.length - begin &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  )
    end++;
  const [oldMiddle, freshMiddle] = [old.slice(begin, old.length - end), fresh.slice(begin, fresh.length - end)];
  const middle =
    oldMiddle.length * freshMiddle.length > maxCells
      ? [
          { text: oldMiddle.join(''), change: 'removed' as const },
          { text: freshMiddle.join(''), change: 'added' as const },
        ]
      : compareTokens(oldMiddle, freshMiddle);
  return join([
    { text: old.slice(0, begin).join(''), change: 'same' },
    ...middle,
    { text: old.slice(old.length - end).join(''), change: 'same' },
  ]);
}

/** The longest common subsequence of two lists of words. */
function compareTokens(old: readonly string[], fresh: readonly string[]): MarkedTextPiece[] {
  const width = fresh.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === fresh[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
  const pieces: MarkedTextPiece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      pieces.push({ text: old[i] ?? '', change: 'same' });
      i++;
      j++;
    } else if (
      j >= fresh.length ||
      (i < old.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    )
      pieces.push({ text: old[i++] ?? '', change: 'removed' });
    else pieces.push({ text: fresh[j++] ?? '', change: 'added' });
  }
  return pieces;
}

/** Joins neighbouring pieces of one kind, and puts what was removed between two common pieces before what was added. */
function join(pieces: readonly MarkedTextPiece[]): MarkedTextPiece[] {
  const joined: MarkedTextPiece[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) joined.push({ text: removed, change: 'removed' });
    if (added) joined.push({ text: added, change: 'added' });
    [removed, added] = ['', ''];
  };
  for (const { text, change } of pieces) {
    if (text === '') continue;
    if (change === 'removed') removed += text;
    else if (change === 'added') added += text;
    else {
      flush();
      const last = joined.at(-1);
      if (last?.change === 'same') joined[joined.length - 1] = { text: last.text + text, change };
      else joined.push({ text, change });
    }
  }
  flush();
  return joined;
}
