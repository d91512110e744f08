import type { DatabaseRows } from '#server/sheets/database-rows.ts';

/** A column of a sheet to be written. */
export interface SheetColumn {
  readonly label: string;
  /** In characters of Latin width; a Han character counts two. */
  readonly width?: number;
  /** Cells that hold a plain number are written as numbers, so that they can be summed: `0` any, `0.00` two decimals. */
  readonly number?: '0' | '0.00';
  /** Said below the label, in a row of its own, when the sheet is a form to fill in. */
  readonly hint?: string;
  /** Drawn in the colour of errors. */
  readonly error?: boolean;
  /** The only values a cell of a form to fill in may take. */
  readonly choices?: readonly string[];
}

/** The content of one sheet: rows of texts in the order of the columns, or rows as PostgreSQL sends them. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]> | DatabaseRows;
}

export const isDatabaseRows = (rows: Sheet['rows']): rows is DatabaseRows => 'pieces' in rows;

/** A row of a sheet that was read; `row` is the number a person sees at its left (the header is mostly row 1). */
export interface ReadRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** A sheet that was read: the first row with content is the header. */
export interface ReadSheet {
  readonly header: readonly string[];
  /** The row the header stands in. */
  readonly headerRow: number;
  /** To be read once. */
  readonly rows: Iterable<ReadRow>;
}

/** A sheet of a workbook as far as it takes to choose one. */
export interface SheetBeginning {
  /** As its tab shows it. */
  readonly name: string;
  readonly hidden: boolean;
  /** It says by its name that it explains how to fill in another. */
  readonly explains: boolean;
  /** Its first rows with content; undefined where they were not looked at or cannot be read. */
  readonly rows?: readonly (readonly string[])[];
}

/** Which of several sheets is read as the first, by its place among those looked at, and why the others are not. */
export interface SheetChoice {
  readonly at: number;
  readonly name: string;
  readonly passed: readonly PassedSheet[];
}

export interface PassedSheet {
  readonly sheet: string;
  readonly why: 'hidden' | 'explains' | 'none' | 'fewer' | 'same' | 'unread';
}

const longestNumber = 17;
const plainNumber = /^-?\d{1,15}(\.\d+)?$/;

/** Whether the text can become a number cell and come back as the same text: no leading zeros, at most 15 digits. */
export function isPlainNumber(cell: string): boolean {
  return (
    cell.length <= longestNumber &&
    plainNumber.test(cell) &&
    cell.replace(/\D/g, '').length <= 15 &&
    !/^-?0\d/.test(cell)
  );
}

/** Spreadsheets of East Asia take the full-width signs for the others. */
const formulaStarts = '=+-@\t\r\n＝＋－＠';

/** Whether a text begins like a formula, apostrophes before it left out. */
function beginsFormula(cell: string): boolean {
  let at = 0;
  while (cell[at] === "'") at++;
  return formulaStarts.includes(cell[at] ?? ' ');
}

/**
 * Spreadsheet programs run text that begins like a formula (CSV injection). An apostrophe before it makes it text.
 * Texts that begin with apostrophes and then a formula get one more, so that {@link unguardFormula} restores all.
 */
export function guardFormula(cell: string): string {
  return beginsFormula(cell) ? `'${cell}` : cell;
}

/** Takes back what {@link guardFormula} did. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("'") && beginsFormula(cell) ? cell.slice(1) : cell;
}

/** Width a text takes in characters of Latin width: Han and other wide characters count two. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
  return width;
}
