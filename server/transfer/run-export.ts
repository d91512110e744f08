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

export interface Export {
  columns: readonly ExportColumn[];
  locale: Locale;
  /** Name of the sheet. */
  name: string;
  format: ExportFormat;
  /** The next rows in the order of the list, as the caller sees them; none ends the export. */
  readPage: (place: PagePlace) => Promise<readonly WireRow[]>;
  /** Rows there will be, where known. */
  total?: number;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/** The rows as a sheet while they are read, page by page: for an answer that streams. */
export function exportStream(given: Export): Readable {
  const sheet = { name: given.name, columns: given.columns, rows: readRows(given) };
  return given.format === 'csv'
    ? csvStream(sheet)
    : xlsxStream([sheet], given.total === undefined ? {} : { rowCount: given.total });
}

/** The same into a file, as a job. A file that is not finished is removed. */
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

async function* readRows({
  columns,
  locale,
  readPage,
  total,
  signal,
  onProgress,
}: Export): AsyncGenerator<string[], void, undefined> {
  let last: WireRow | undefined;
  let done = 0;
  for (;;) {
    signal?.throwIfAborted();
    const page = await readPage({ afterId: typeof last?.id === 'number' ? last.id : undefined, last, done });
    if (page.length === 0) break;
    for (const row of page) yield rowToCells(row, columns, locale);
    last = page.at(-1);
    done += page.length;
    onProgress?.(done, Math.max(total ?? 0, done));
  }
}
