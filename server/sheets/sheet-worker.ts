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
  webPage,
} from '#server/sheets/sheet-limits.ts';
import { readXlsx } from '#server/sheets/xlsx-reader.ts';

/** Reads sheets in a thread of its own: whatever their bytes do, they do it to the thread and not to the server. */
export interface SheetTask {
  /** The bytes, or where they lie. */
  file: Uint8Array | string;
  mostRows: number;
  /** What further sheets of a workbook are called, by any of these names. */
  also: readonly (readonly string[])[];
  /** Rows each of them may have. */
  mostAlso: number;
}

/** What the thread answers when asked: the next rows of a sheet (0: the first; the others in the order asked for), or the reason why there are none. */
export type SheetAnswer =
  | { sheet: number; header?: string[]; rows: ReadRow[]; last: boolean }
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
  if (new TextDecoder().decode(file.subarray(0, 1024)).trimStart().startsWith('<')) throw webPage();
  return readCsv(file, mostRows);
}

/** The sheets of the file: rows with content, the first of them is the header. Numbers stay those a person sees. */
async function readSheets(task: SheetTask): Promise<ReadRow[][]> {
  const file = load(task);
  if (isOldExcel(file)) throw oldExcel();
  const mostRows = (sheet: number) => (sheet === 0 ? task.mostRows : task.mostAlso);
  const tables = isZip(file) ? readXlsx(file, task.also, mostRows) : [readText(file, task.mostRows)];
  const sheets: ReadRow[][] = [];
  const read = { characters: 0 };
  for await (const table of tables) sheets.push(readRows(table ?? [], mostRows(sheets.length), read));
  if (!sheets[0]?.length) throw noContent();
  return sheets;
}

function readRows(table: Iterable<string[]>, mostRows: number, read: { characters: number }): ReadRow[] {
  const rows: ReadRow[] = [];
  let row = 0;
  for (const written of table) {
    row++;
    if (!written.some((cell) => cell.trim() !== '')) continue;
    const cells = written.map(unguardFormula);
    if (rows.length === 0 && cells.length > mostColumns) throw tooManyColumns();
    if (rows.length > mostRows) throw tooManyRows(mostRows);
    for (const cell of cells) read.characters += cell.length;
    if (read.characters > mostCharacters) throw tooLarge();
    rows.push({ row, cells });
  }
  return rows;
}

function* pieces(sheets: readonly ReadRow[][]): Generator<SheetAnswer> {
  const filled = sheets.flatMap((rows, sheet) => (rows.length > 0 ? [{ rows, sheet }] : []));
  for (const [at, { rows, sheet }] of filled.entries()) {
    const header = rows[0]?.cells.map((cell) => cell.trim()) ?? [];
    let from = 1;
    do {
      const begin = from;
      for (let characters = 0; from < rows.length && from - begin < pieceRows && characters < pieceCharacters; from++)
        for (const cell of rows[from]?.cells ?? []) characters += cell.length;
      const last = from >= rows.length && at === filled.length - 1;
      yield { sheet, ...(begin === 1 ? { header } : {}), rows: rows.slice(begin, from), last };
    } while (from < rows.length);
  }
}

const explain = (error: unknown): SheetAnswer =>
  error instanceof SheetError ? { refused: error.text } : { failed: String(error) };

const answers = await readSheets(workerData as SheetTask).then(pieces, (error: unknown) => [explain(error)].values());
const answer = () => {
  const next = answers.next();
  if (!next.done) parentPort?.postMessage(next.value);
};
parentPort?.on('message', answer);
answer();
