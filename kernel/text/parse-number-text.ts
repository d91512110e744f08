import { toPlainText } from '../check/normalise-width-spaces-and-dashes.ts';

/**
 * Parses numbers as people and other programs write them: full-width digits and signs, the full stop of a Chinese input
 * method, thousands separators. Ambiguous text is not a number; the user has to clarify it.
 */

/** Longer texts are not parsed. */
const longest = 40;

/** No digit can match two parts of the pattern, so that matching takes linear time. */
const number = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const grouped = /^[+-]?\d{1,3}(?:,\d{3}){1,12}(?:\.\d*)?$/;
const spaced = /^[+-]?\d{1,3}(?: \d{3}){1,12}(?:\.\d*)?$/;

/**
 * Parses a number and returns it in plain digits (`-1280.5`). Undefined: the text is none. Digits are never rounded.
 * Exponents are refused, because `5.30102E+17` is what a spreadsheet leaves of eighteen digits.
 */
export function parseNumberText(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const written = toPlainText(text)
    .replace(/[。｡]/g, '.')
    .replace(/^([+-]) /, '$1');
  const plain = grouped.test(written) || spaced.test(written) ? written.replace(/[, ]/g, '') : written;
  const [, sign, whole = '', decimals = ''] = number.exec(plain) ?? [];
  if (whole === '' && decimals === '') return undefined;
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const value = decimals === '' ? digits : `${digits}.${decimals}`;
  return sign === '-' && /[1-9]/.test(value) ? `-${value}` : value;
}

/** Does the same for amounts, which may have a currency sign or word: `￥1,280.50`, `1280元`. */
export function parseMoneyText(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const written = toPlainText(text);
  const amount = written.replace(/^([+-]?) ?(?:[¥￥]|RMB|CNY) ?/i, '$1').replace(/ ?(?:元|圆)整?$/, '');
  return parseNumberText(amount);
}

/** Whether a text is a long number that a spreadsheet has rounded, so that digits are lost: `5.30102E+17`. */
export function isRoundedText(text: string): boolean {
  return text.length <= longest && /^[+-]?\d(?:\.\d{1,16})?E\+\d{2,3}$/i.test(toPlainText(text));
}
