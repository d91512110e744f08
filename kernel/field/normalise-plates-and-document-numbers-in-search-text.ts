import { DASHES, DOTS, toHalfWidth, withoutInvisible } from '../check/normalise-width-spaces-and-dashes.ts';
import type { Kind, RecognisedSearchValue } from '../kind/field-kind-type-and-shared-conversions.ts';
import { kinds } from './field.ts';

/** Maximum number of search terms. Further ones are ignored. */
const maxTerms = 8;

const searched: readonly RecognisedSearchValue[] = Object.values<Pick<Kind<never, never>, 'inSearch'>>(kinds).flatMap(
  ({ inSearch }) => inSearch ?? [],
);
/** Marks a recognised value, so that the label before it can be removed. Nobody types a control character. */
const found = '\u0001';
const called = `(?:${searched.map((one) => one.called).join('|')})`;
const calledBefore = new RegExp(`${called}[\\s:,]*(?=${found})`, 'gi');
const calledAlone = new RegExp(`(?<![^\\s:,])${called}[\\s:,]+(?=[^\\s:,]*\\d)`, 'gi');
const dots = new RegExp(`(?<=\\p{L}) ?[${DOTS}] ?(?=\\p{L})`, 'gu');
const dashes = new RegExp(`[${DASHES}]`, 'g');
const numeral = '(?:\\d{1,4}|[一二三四五六七八九十百零〇]{1,7})';
/** An article of law after the name of the law: 第三十五条第一款, 35条. */
const citedArticle = new RegExp(`(?<=[法例定则》\\s]|^) ?第?(${numeral})条(?:第${numeral}款)?(?:第${numeral}项)?`, 'g');

/**
 * The ways to interpret a quick search, each as a list of words: as typed and, if that differs, with recognised values
 * in the form in which they are stored. 车牌 云A D12345 is also searched as 云AD12345, 《旅游法》第35条 as 旅游法 and 35条. A
 * row matches if it contains all words of one interpretation.
 */
export function searchTextAsTypedAndNormalised(text: string): string[][] {
  const typed = termsOf(text.normalize('NFC'));
  const meant = termsOf(readValues(text.normalize('NFC')));
  return meant.length === 0 || meant.join(' ') === typed.join(' ') ? [typed] : [typed, meant];
}

const termsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxTerms);

function readValues(text: string): string {
  let left = toHalfWidth(withoutInvisible(text).replace(/\s+/g, ' ').replace(dots, '·'))
    .replace(/[\u2018\u2019]/g, "'")
    .replace(dashes, '-');
  left = left.replace(citedArticle, (_cited, number: string) =>
    /^\d/.test(number) ? ` ${number}条 ` : ` 第${number}条 `,
  );
  left = left.replace(/[《》]/g, ' ');
  for (const { pattern, read } of searched) left = left.replace(pattern, (written) => readValue(written, read));
  return left.replace(calledBefore, '').replace(calledAlone, '').replaceAll(found, '');
}

/** Finds the value at the beginning of a candidate. What follows a space may be another word: 云A12345 6 座. */
function readValue(written: string, read: RecognisedSearchValue['read']): string {
  for (let end = written.length; end > 0; end = written.lastIndexOf(' ', end - 1)) {
    const value = read(written.slice(0, end));
    if (value !== undefined) return ` ${found}${value} ${written.slice(end)}`;
  }
  return written;
}
