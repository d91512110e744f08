import type { ImportColumn } from '#server/transfer/read/import-columns.ts';
import type { ListSheet } from '#server/transfer/read/list-sheets.ts';

/** An error of one cell. Row numbers are those of the sheet; an error of a whole column is reported at its header. */
export interface ImportError {
  /** The sheet, where it is not the first. */
  sheet?: string;
  row: number;
  /** The label as the sheet writes it. */
  column: string;
  field: string;
  message: string;
  /** Content of the cell; omitted where it is personal data. */
  value?: string;
}

/** A row of the sheet, and its values in wire form. Without `values` it cannot be written. */
export interface ImportRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
  /** Of the row, and of the rows of its lists. */
  readonly errors: readonly ImportError[];
  /** The rows of its lists, by field. */
  readonly parts?: Readonly<Record<string, readonly ImportRow[]>>;
}

/** The sheet of a list of rows, as it was read. */
export interface ImportList {
  readonly list: ListSheet;
  readonly header: readonly string[];
  readonly columns: readonly ImportColumn[];
  /** Each with the number of the row of the first sheet it belongs to; none where it belongs to no row. */
  readonly rows: readonly { readonly part: ImportRow; readonly whole: number | undefined }[];
}

export interface ImportReading {
  readonly header: readonly string[];
  /** Which column holds which field. */
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly ImportRow[];
  readonly lists: readonly ImportList[];
  /** Required columns the sheet lacks. With one of them missing no row is written. */
  readonly missing: readonly ImportError[];
  /** Errors of list rows that belong to no row. */
  readonly astray: readonly ImportError[];
  /** Headers that belong to no field. */
  readonly ignored: readonly string[];
}
