import type { DatabaseRows } from '#server/sheets/write-database-rows-as-sheet.ts';

/** A column of a written sheet. */
export interface SheetColumn {
  readonly label: string;
  /** In characters of Latin width; a Han character counts as two. */
  readonly width?: number;
  /** Number format: plain numbers become number cells, so that they can be summed. `0` any, `0.00` two decimals. */
  readonly number?: '0' | '0.00';
  /** Hint below the label, in a row of its own, for sheets to be filled in. */
  readonly hint?: string;
  /** Shown in the colour of errors. */
  readonly error?: boolean;
  /** The only values allowed in cells of a sheet to be filled in. */
  readonly choices?: readonly string[];
}

/** The content of a sheet: rows of texts in the order of the columns, or rows as sent by PostgreSQL. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]> | DatabaseRows;
}

export const isDatabaseRows = (rows: Sheet['rows']): rows is DatabaseRows => 'pieces' in rows;

/** A row that was read; `row` is the number a person sees at its left (the header is usually row 1). */
export interface ReadRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** A sheet that was read. Its first row with content is the header. */
export interface ReadSheet {
  readonly header: readonly string[];
  /** Row number of the header. */
  readonly headerRow: number;
  /** Can be iterated once. */
  readonly rows: Iterable<ReadRow>;
}

/** The beginning of a sheet, for choosing one. */
export interface SheetBeginning {
  /** As shown on its tab. */
  readonly name: string;
  readonly hidden: boolean;
  /** Whether its name says that it explains another sheet. */
  readonly explains: boolean;
  /** Its first rows with content; undefined if they were not or cannot be read. */
  readonly rows?: readonly (readonly string[])[];
}

/** The index of the chosen sheet among those offered, and why the others were not chosen. */
export interface SheetChoice {
  readonly at: number;
  readonly name: string;
  readonly passed: readonly SkippedSheet[];
}

export interface SkippedSheet {
  readonly sheet: string;
  readonly why: 'hidden' | 'explains' | 'none' | 'fewer' | 'same' | 'unread';
}

const maxNumberLength = 17;
const plainNumber = /^-?\d{1,15}(\.\d+)?$/;

/** Whether a text survives conversion to a number cell unchanged: no leading zeros, at most 15 digits. */
export function isPlainNumber(cell: string): boolean {
  return (
    cell.length <= maxNumberLength &&
    plainNumber.test(cell) &&
    cell.replace(/\D/g, '').length <= 15 &&
    !/^-?0\d/.test(cell)
  );
}

/** Spreadsheet programs in East Asia accept full-width signs too. */
const formulaStarts = '=+-@\t\r\n＝＋－＠';

/** Whether a text begins a formula, ignoring leading apostrophes. */
function beginsFormula(cell: string): boolean {
  let at = 0;
  while (cell[at] === "'") at++;
  return formulaStarts.includes(cell[at] ?? ' ');
}

/**
 * Prefixes an apostrophe to texts that spreadsheet programs would run as formulas (CSV injection). Texts that begin
 * with apostrophes and a formula get one more, so that {@link unguardFormula} restores every text.
 */
export function guardFormula(cell: string): string {
  return beginsFormula(cell) ? `'${cell}` : cell;
}

/** Reverses {@link guardFormula}. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("'") && beginsFormula(cell) ? cell.slice(1) : cell;
}

/** Width of a text in characters of Latin width: Han and other wide characters count as two. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
  return width;
}
