import { toPlainText } from '../check/half-width.ts';

/**
 * Numbers as people type them and as other programs write them: full-width digits and signs, the full stop of a
 * Chinese input method, thousands in groups of three. What could mean two numbers is none: it is asked about.
 */

/** No number is longer; longer texts are not looked through. */
const longest = 40;

/** No digit can belong to two parts of it. */
const number = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const grouped = /^[+-]?\d{1,3}(?:,\d{3}){1,12}(?:\.\d*)?$/;
const spaced = /^[+-]?\d{1,3}(?: \d{3}){1,12}(?:\.\d*)?$/;

/**
 * The number a text says, in plain digits (`-1280.5`), or undefined where it says none. Digits are never rounded, and an
 * exponent is no number that anybody typed: `5.30102E+17` is what a spreadsheet left of eighteen digits.
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

/** {@link parseNumberText} of an amount, which may bear the sign or the word of the currency: `￥1,280.50`, `1280元`. */
export function parseMoneyText(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const written = toPlainText(text);
  const amount = written.replace(/^([+-]?) ?(?:[¥￥]|RMB|CNY) ?/i, '$1').replace(/ ?(?:元|圆)整?$/, '');
  return parseNumberText(amount);
}

/** Whether a text is what a spreadsheet shows of a long number, whose digits are then gone: `5.30102E+17`. */
export function isRoundedText(text: string): boolean {
  return text.length <= longest && /^[+-]?\d(?:\.\d{1,16})?E\+\d{2,3}$/i.test(toPlainText(text));
}
