import { DASHES, DOTS, toHalfWidth, withoutInvisible } from './character-normalisation.ts';

/** Separators within or around one number. Commas and semicolons separate numbers. */
export const SEPARATORS = `\\s${DASHES}${DOTS}_./\\\\()\\[\\]{}<>\u3002\u3008-\u3011\u3014\u3015\u2044\u2215`;

const separators = new RegExp(`[${SEPARATORS}]`, 'g');

/**
 * The letters and digits by which numbers of documents, vehicles, contracts or orders are compared: L-YN00123, l yn
 * 00123 and Ｌ－ＹＮ００１２３ are the same. `compact_identifier` of the database does this for a column.
 */
export const compactIdentifier = (written: string): string =>
  toHalfWidth(withoutInvisible(written))
    .replace(separators, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

const dashes = new RegExp(`[${DASHES}]`, 'g');

/** Such a number as stored: as printed, but half-width, with single dashes and blanks and without invisible marks. */
export const tidyIdentifier = (written: string): string =>
  toHalfWidth(withoutInvisible(written).normalize('NFC')).replace(dashes, '-').replace(/\s+/g, ' ').trim();
