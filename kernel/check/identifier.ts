import { DASHES, DOTS, toHalfWidth, withoutInvisible } from './half-width.ts';

/** What stands between the groups of a number, or around one of them; commas and semicolons stand between numbers. */
export const SEPARATORS = `\\s${DASHES}${DOTS}_./\\\\()\\[\\]{}<>\u3002\u3008-\u3011\u3014\u3015\u2044\u2215`;

const separators = new RegExp(`[${SEPARATORS}]`, 'g');

/**
 * The letters and digits of the number of a paper, a vehicle, a contract or an order, by which it is told apart from others:
 * L-YN00123, l yn 00123 and Ｌ－ＹＮ００１２３ are one. `compact_identifier` of the database makes the same of a column.
 */
export const compactIdentifier = (written: string): string =>
  toHalfWidth(withoutInvisible(written))
    .replace(separators, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

const dashes = new RegExp(`[${DASHES}]`, 'g');

/** Such a number as it is stored: as it is printed, but half-width, with one dash, one blank and without marks nobody sees. */
export const tidyIdentifier = (written: string): string =>
  toHalfWidth(withoutInvisible(written).normalize('NFC')).replace(dashes, '-').replace(/\s+/g, ' ').trim();
