import { expect, it } from 'vitest';
import { readEveryPage } from './read-every-page.ts';

const findFaults = readEveryPage('zh-cn');

it('Chinese pages contain no English', { timeout: 600_000 }, async () => {
  expect(await findFaults(isEnglish)).toEqual([]);
});

/** Names without a Chinese word: programs, keys, formats, controllers and the Int of LB/T 034. Abbreviations are ignored. */
const names =
  /\b(Excel|Word|Ctrl|Alt|Shift|Enter|Esc|Tab|Insert|Delete|PgUp|PgDn|PageUp|PageDown|WebP|Int|Unix|Sms|Ems|Alioss)\b|^Mozilla\/.*/g;

/**
 * Whether a phrase contains English: a capitalised word, or several words. A single lower-case word is a stored code, and
 * text in braces, paths, addresses and numbers are not words.
 */
function isEnglish(phrase: string): boolean {
  const rest = phrase.replaceAll(names, '').replaceAll(/\{\w+\}|\S*[@_/\\:.-]\w\S*|\w*\d\w*/g, ' ');
  return /\b[A-Z][a-z]{2,}\b|\b[A-Za-z]{2,} [a-z]{2,}\b/.test(rest);
}
