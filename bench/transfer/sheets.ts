import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvStream } from '#server/sheets/csv-writer.ts';
import type { WrittenSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { readSheetFile } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';

/**
 * Time, memory and the longest pause of the event loop while sheets are written and read: `node scripts/run.mjs
 * bench/transfer/sheets.ts [rows]` (default: 100,000).
 */
const rowCount = Number(process.argv[2] ?? 100_000);
const columns = Array.from({ length: 12 }, (_, i) => ({
  label: `第${i}列`,
  ...(i === 5 ? { number: '0.00' as const } : {}),
}));

function sheetOf(count: number): WrittenSheet {
  async function* rows() {
    for (let row = 0; row < count; row++) {
      yield columns.map(({ number }, i) => (number ? `${row}.50` : `昆明市五华区第${row}家旅行社 <${i}>`));
    }
  }
  return { name: '企业', columns, rows: rows() };
}

async function measure(title: string, work: () => Promise<unknown>): Promise<void> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 10);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  delay.disable();
  clearInterval(timer);
  const grown = Math.round((most - before) / 1024 / 1024);
  console.log(`${title.padEnd(34)} ${seconds} s   +${grown} MB   longest pause ${Math.round(delay.max / 1e6)} ms`);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-sheets-'));
const into = (stream: Readable, name: string) => pipeline(stream, fs.createWriteStream(path.join(folder, name)));
try {
  await measure(`write .xlsx, ${rowCount} x 12`, () => into(xlsxStream([sheetOf(rowCount)]), 'a.xlsx'));
  await measure(`write .csv, ${rowCount} x 12`, () => into(csvStream(sheetOf(rowCount)), 'a.csv'));
  await into(xlsxStream([sheetOf(5000)]), 'b.xlsx');
  await measure('read .xlsx, 5000 x 12, in a thread', () =>
    readSheetFile(fs.readFileSync(path.join(folder, 'b.xlsx'))),
  );
  await into(csvStream(sheetOf(5000)), 'b.csv');
  await measure('read .csv, 5000 x 12, in a thread', () => readSheetFile(fs.readFileSync(path.join(folder, 'b.csv'))));
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
