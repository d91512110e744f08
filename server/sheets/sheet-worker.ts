import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { Text } from '#kernel/text.ts';
import { readCsv } from '#server/sheets/csv-reader.ts';
import { type ReadRow, unguardFormula } from '#server/sheets/sheet.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import {
  mostCharacters,
  mostColumns,
  mostSheetBytes,
  noContent,
  notASheet,
  oldExcel,
  tooLarge,
  tooManyColumns,
  tooManyRows,
} from '#server/sheets/sheet-limits.ts';
import { readXlsx } from '#server/sheets/xlsx-reader.ts';

/** Reads one sheet in a thread of its own: whatever its bytes do, they do it to the thread and not to the server. */
export interface SheetTask {
  /** The bytes, or where they lie. */
  file: Uint8Array | string;
  mostRows: number;
}

/** What the thread answers when asked: the next rows, or the reason why there are none. */
export type SheetAnswer =
  | { header?: string[]; rows: ReadRow[]; last: boolean }
  | { refused: Text }
  | { failed: string };

/** Rows and characters that cross to the server at once: it takes some milliseconds to unpack them. */
const pieceRows = 100;
const pieceCharacters = 256 * 1024;

/** Whether the bytes begin like a zip archive, which every .xlsx is. */
const isZip = (file: Uint8Array) => file[0] === 0x50 && file[1] === 0x4b;
/** The compound file of Excel 97–2003. */
const isOldExcel = (file: Uint8Array) => file[0] === 0xd0 && file[1] === 0xcf && file[2] === 0x11 && file[3] === 0xe0;

function load({ file }: SheetTask): Buffer {
  const size = typeof file === 'string' ? fs.statSync(file).size : file.length;
  if (size > mostSheetBytes) throw tooLarge();
  return typeof file === 'string' ? fs.readFileSync(file) : Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}

function readText(file: Buffer, mostRows: number): string[][] {
  // pictures, PDFs and programs hold NUL bytes; UTF-16 text does too but begins with its mark
  const utf16 = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff);
  if (!utf16 && file.subarray(0, 4096).includes(0)) throw notASheet();
  return readCsv(file, mostRows);
}

/** Rows with content; the first of them is the header. Numbers stay those a person sees. */
async function readRows(task: SheetTask): Promise<ReadRow[]> {
  const file = load(task);
  if (isOldExcel(file)) throw oldExcel();
  const table = isZip(file) ? await readXlsx(file, task.mostRows) : readText(file, task.mostRows);
  const rows: ReadRow[] = [];
  let row = 0;
  let characters = 0;
  for (const written of table) {
    row++;
    if (!written.some((cell) => cell.trim() !== '')) continue;
    const cells = written.map(unguardFormula);
    if (rows.length === 0 && cells.length > mostColumns) throw tooManyColumns();
    if (rows.length > task.mostRows) throw tooManyRows(task.mostRows);
    for (const cell of cells) characters += cell.length;
    if (characters > mostCharacters) throw tooLarge();
    rows.push({ row, cells });
  }
  if (rows.length === 0) throw noContent();
  return rows;
}

function* pieces(rows: readonly ReadRow[]): Generator<SheetAnswer> {
  const header = rows[0]?.cells.map((cell) => cell.trim()) ?? [];
  let from = 1;
  do {
    const begin = from;
    for (let characters = 0; from < rows.length && from - begin < pieceRows && characters < pieceCharacters; from++)
      for (const cell of rows[from]?.cells ?? []) characters += cell.length;
    const rest = rows.slice(begin, from);
    yield { ...(begin === 1 ? { header } : {}), rows: rest, last: from >= rows.length };
  } while (from < rows.length);
}

const explain = (error: unknown): SheetAnswer =>
  error instanceof SheetError ? { refused: error.text } : { failed: String(error) };

const answers = await readRows(workerData as SheetTask).then(pieces, (error: unknown) => [explain(error)].values());
const answer = () => {
  const next = answers.next();
  if (!next.done) parentPort?.postMessage(next.value);
};
parentPort?.on('message', answer);
answer();
