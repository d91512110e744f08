import type { ChildListSheet } from '#server/transfer/read/sheets-of-child-lists-in-exports-and-imports.ts';
import type { ImportColumn } from './map-sheet-columns-to-fields.ts';

/** An error of one cell. Row numbers are those of the sheet; an error of a whole column is reported at its header. */
export interface ImportError {
  /** Name of the sheet, unless it is the first. */
  sheet?: string;
  row: number;
  /** The label as written in the sheet. */
  column: string;
  field: string;
  message: string;
  /** Content of the cell, unless it is personal data. */
  value?: string;
}

/** A row of the sheet with its values in wire form. Without `values` it cannot be written. */
export interface ImportRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
  /** Errors of the row and of its child rows. */
  readonly errors: readonly ImportError[];
  /** Child rows by field. */
  readonly parts?: Readonly<Record<string, readonly ImportRow[]>>;
}

/** The sheet of a child list as read. */
export interface ParsedChildSheet {
  readonly list: ChildListSheet;
  readonly header: readonly string[];
  readonly columns: readonly ImportColumn[];
  /** Child rows with the row number of their parent in the first sheet; undefined if they have none. */
  readonly rows: readonly { readonly part: ImportRow; readonly whole: number | undefined }[];
}

export interface ParsedImport {
  readonly header: readonly string[];
  /** The fields of the columns. */
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly ImportRow[];
  readonly lists: readonly ParsedChildSheet[];
  /** Required columns that are missing. No row is written without them. */
  readonly missing: readonly ImportError[];
  /** Errors of child rows without a parent. */
  readonly astray: readonly ImportError[];
  /** Headers without a field. */
  readonly ignored: readonly string[];
}
