import { DASHES, DOTS, toHalfWidth, withoutInvisible } from './normalise-width-spaces-and-dashes.ts';

/**
 * Characters that can separate the groups of a number or enclose it, for use in a character class. Commas and
 * semicolons are not among them: they separate one number from the next.
 */
export const SEPARATORS = `\\s${DASHES}${DOTS}_./\\\\()\\[\\]{}<>\u3002\u3008-\u3011\u3014\u3015\u2044\u2215`;

const separators = new RegExp(`[${SEPARATORS}]`, 'g');

/**
 * The form in which numbers of documents, vehicles, contracts or orders are compared: upper-case letters and digits
 * only, so that L-YN00123, l yn 00123 and Ｌ－ＹＮ００１２３ are the same. The database function `compact_identifier` does this
 * for a column.
 */
export const compactIdentifier = (written: string): string =>
  toHalfWidth(withoutInvisible(written))
    .replace(separators, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

const dashes = new RegExp(`[${DASHES}]`, 'g');

/**
 * The form in which such a number is stored: as printed, but half-width, with plain hyphens, single spaces and no
 * invisible marks.
 */
export const tidyIdentifier = (written: string): string =>
  toHalfWidth(withoutInvisible(written).normalize('NFC')).replace(dashes, '-').replace(/\s+/g, ' ').trim();
