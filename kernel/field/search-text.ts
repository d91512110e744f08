import { DASHES, DOTS, toHalfWidth, withoutInvisible } from '../check/half-width.ts';
import type { Kind, SearchedValue } from '../kind/kind.ts';
import { kinds } from './field.ts';

/** Words looked for at once; what is typed beyond says nothing new. */
const maxTerms = 8;

const searched: readonly SearchedValue[] = Object.values<Pick<Kind<never, never>, 'inSearch'>>(kinds).flatMap(
  ({ inSearch }) => inSearch ?? [],
);
/** Stands before a value that was found, so that the word for it before can be told. No control character is ever typed. */
const found = '\u0001';
const called = `(?:${searched.map((one) => one.called).join('|')})`;
const calledBefore = new RegExp(`${called}[\\s:,]*(?=${found})`, 'gi');
const calledAlone = new RegExp(`(?<![^\\s:,])${called}[\\s:,]+(?=[^\\s:,]*\\d)`, 'gi');
const dots = new RegExp(`(?<=\\p{L}) ?[${DOTS}] ?(?=\\p{L})`, 'gu');
const dashes = new RegExp(`[${DASHES}]`, 'g');

/**
 * What a text of quick search may mean: its words as they stand, and, where that says something else, with the values in
 * it as they are stored: 车牌 云A D12345 means 云AD12345. A row is found that holds all the words of one of them.
 */
export function readSearchText(text: string): string[][] {
  const typed = termsOf(text.normalize('NFC'));
  const meant = termsOf(readValues(text.normalize('NFC')));
  return meant.length === 0 || meant.join(' ') === typed.join(' ') ? [typed] : [typed, meant];
}

const termsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxTerms);

function readValues(text: string): string {
  let left = toHalfWidth(withoutInvisible(text).replace(/\s+/g, ' ').replace(dots, '·'))
    .replace(/[\u2018\u2019]/g, "'")
    .replace(dashes, '-');
  for (const { pattern, read } of searched) left = left.replace(pattern, (written) => readValue(written, read));
  return left.replace(calledBefore, '').replace(calledAlone, '').replaceAll(found, '');
}

/** A value within what may be one; what follows after a blank may be another word: 云A12345 6 座. */
function readValue(written: string, read: SearchedValue['read']): string {
  for (let end = written.length; end > 0; end = written.lastIndexOf(' ', end - 1)) {
    const value = read(written.slice(0, end));
    if (value !== undefined) return ` ${found}${value} ${written.slice(end)}`;
  }
  return written;
}
