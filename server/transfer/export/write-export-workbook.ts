import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Locale } from '#kernel/text/text.ts';
import { csvStream } from '#server/sheets/csv-writer.ts';
import type { DatabaseCellSource, DatabaseRows } from '#server/sheets/write-database-rows-as-sheet.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import type { ExportColumn } from './columns-and-cells-of-export.ts';

export type ExportFormat = 'xlsx' | 'csv';

/** One sheet of an export. */
export interface ExportSheet {
  name: string;
  columns: readonly ExportColumn[];
  cells: readonly DatabaseCellSource[];
  /** Opens its rows in list order as sent by PostgreSQL, with the caller's view; called when the sheet begins. */
  open: () => AsyncIterable<Buffer>;
}

export interface ExportWorkbook extends ExportSheet {
  locale: Locale;
  format: ExportFormat;
  /** Further sheets, written one after another after the first; a .csv has none. */
  lists?: readonly ExportSheet[];
  /** Number of rows of the first sheet, if known. */
  total?: number;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/** The workbook as a stream that reads rows while it is written. */
export function workbookStream(given: ExportWorkbook): Readable {
  const progress = { done: 0 };
  const [first, ...others] = [given, ...(given.lists ?? [])].map((sheet) => ({
    name: sheet.name,
    columns: sheet.columns,
    rows: rowsOf(sheet, given, progress),
  }));
  if (!first) throw new Error('an export has a sheet');
  return given.format === 'csv'
    ? csvStream(first)
    : xlsxStream([first, ...others], given.total === undefined ? {} : { rowCount: given.total });
}

/**
 * Writes the workbook to a file. An unfinished file is removed. Returns the number of rows of all sheets and the size.
 */
export async function writeWorkbookFile({
  to,
  ...given
}: ExportWorkbook & { to: string }): Promise<{ rows: number; bytes: number }> {
  let rows = 0;
  const onProgress = (done: number, total: number) => {
    rows = done;
    given.onProgress?.(done, total);
  };
  try {
    await pipeline(workbookStream({ ...given, onProgress }), createWriteStream(to, { mode: 0o640 }), {
      ...(given.signal ? { signal: given.signal } : {}),
    });
  } catch (error) {
    await fs.rm(to, { force: true });
    throw error;
  }
  return { rows, bytes: (await fs.stat(to)).size };
}

function rowsOf(
  { cells, open }: ExportSheet,
  { total, signal, onProgress }: ExportWorkbook,
  progress: { done: number },
): DatabaseRows {
  let before = 0;
  return {
    cells,
    pieces: {
      [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator](),
    },
    onRows(rows) {
      signal?.throwIfAborted();
      progress.done += rows - before;
      before = rows;
      onProgress?.(progress.done, Math.max(total ?? 0, progress.done));
    },
  };
}
