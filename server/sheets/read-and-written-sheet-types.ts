import type { DatabaseRows } from '#server/sheets/write-database-rows-as-sheet.ts';

/** A column of a written sheet. */
export interface WrittenSheetColumn {
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
export interface WrittenSheet {
  readonly name: string;
  readonly columns: readonly WrittenSheetColumn[];
  readonly rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]> | DatabaseRows;
}

export const isDatabaseRows = (rows: WrittenSheet['rows']): rows is DatabaseRows => 'pieces' in rows;

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
