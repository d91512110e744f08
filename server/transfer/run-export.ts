import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Locale } from '#kernel/text.ts';
import { csvStream } from '#server/sheets/csv-writer.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { type ExportColumn, rowToCells, type WireRow } from '#server/transfer/export-columns.ts';

export type ExportFormat = 'xlsx' | 'csv';

/** Where a page begins: behind the row that was read last, or after so many rows. */
export interface PagePlace {
  afterId: number | undefined;
  last: WireRow | undefined;
  done: number;
}

/** One sheet of an export. */
export interface ExportSheet {
  name: string;
  columns: readonly ExportColumn[];
  /** The next rows in the order of the list, as the caller sees them; none ends the sheet. */
  readPage: (place: PagePlace) => Promise<readonly WireRow[]>;
}

export interface Export extends ExportSheet {
  locale: Locale;
  format: ExportFormat;
  /** Further sheets, written one after another behind the first; a .csv has none. */
  lists?: readonly ExportSheet[];
  /** Rows there will be on the first sheet, where known. */
  total?: number;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/** The rows as sheets while they are read, page by page: for an answer that streams. */
export function exportStream(given: Export): Readable {
  const progress = { done: 0 };
  const [first, ...others] = [given, ...(given.lists ?? [])].map((sheet) => ({
    name: sheet.name,
    columns: sheet.columns,
    rows: readRows(sheet, given, progress),
  }));
  if (!first) throw new Error('an export has a sheet');
  return given.format === 'csv'
    ? csvStream(first)
    : xlsxStream([first, ...others], given.total === undefined ? {} : { rowCount: given.total });
}

/** The same into a file, as a job. A file that is not finished is removed. Answers the rows of all sheets together. */
export async function runExport({ to, ...given }: Export & { to: string }): Promise<{ rows: number; bytes: number }> {
  let rows = 0;
  const onProgress = (done: number, total: number) => {
    rows = done;
    given.onProgress?.(done, total);
  };
  try {
    await pipeline(exportStream({ ...given, onProgress }), createWriteStream(to, { mode: 0o640 }), {
      ...(given.signal ? { signal: given.signal } : {}),
    });
  } catch (error) {
    await fs.rm(to, { force: true });
    throw error;
  }
  return { rows, bytes: (await fs.stat(to)).size };
}

async function* readRows(
  { columns, readPage }: ExportSheet,
  { locale, total, signal, onProgress }: Export,
  progress: { done: number },
): AsyncGenerator<string[], void, undefined> {
  let done = 0;
  // the database reads the next page while this one is written
  let coming = readPage({ afterId: undefined, last: undefined, done });
  for (;;) {
    signal?.throwIfAborted();
    const page = await coming;
    const last = page.at(-1);
    if (last === undefined) break;
    done += page.length;
    coming = readPage({ afterId: typeof last.id === 'number' ? last.id : undefined, last, done });
    coming.catch(() => undefined); // told when it is awaited; nobody awaits it where the writing ends early
    for (const row of page) yield rowToCells(row, columns, locale);
    progress.done += page.length;
    onProgress?.(progress.done, Math.max(total ?? 0, progress.done));
  }
}
