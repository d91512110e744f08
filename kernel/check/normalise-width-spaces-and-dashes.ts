/**
 * Converts full-width characters from an input method (Ａ１－　) to ASCII: U+FF01–U+FF5E and the ideographic space only.
 * NFKC would also rewrite characters that are meant, such as ① or ㎡.
 */
export function toHalfWidth(value: string): string {
  return value
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ');
}

/**
 * Invisible marks in copied text: address books wrap numbers in U+202D and U+202C, web pages insert U+200B at possible
 * line breaks, files begin with U+FEFF.
 */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Removes invisible marks. For numbers and names only: in prose, a joiner inside a word or an emoji may be meant. */
export const withoutInvisible = (value: string): string => value.replace(invisible, '');

/** Hyphens, dashes and minus signs, for use in a character class. */
export const DASHES = '\\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d';
/** Middle dots and characters typed instead of one, for use in a character class. */
export const DOTS = '\u00b7\u0387\u16eb\u2022\u2024\u2027\u2219\u22c5\u2e31\u2e33\u30fb\ufe52\uff0e\uff65\ua78f\u25cf';

const separators = new RegExp(`[\\s${DASHES}${DOTS}_.()\\[\\]]`, 'g');

/**
 * Converts a number to half-width and removes the separators between its groups: spaces, dashes, dots, underscores and
 * brackets.
 */
export const withoutSeparators = (value: string): string =>
  toHalfWidth(withoutInvisible(value)).replace(separators, '');

const dashes = new RegExp(`[${DASHES}]`, 'g');

/**
 * Prepares a text for parsing (numbers, dates, column headers): half-width, without invisible marks, every kind of
 * space as a space, every kind of dash as a hyphen.
 */
export const toPlainText = (value: string): string =>
  toHalfWidth(withoutInvisible(value))
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]/g, ' ')
    .replace(dashes, '-')
    .trim();
