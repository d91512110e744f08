import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { Text } from '#kernel/text/text.ts';
import { unguardFormula } from '#server/sheets/csv-injection-guard.ts';
import { readCsv } from '#server/sheets/csv-reader.ts';
import {
  maxCharacters,
  maxColumns,
  maxSheetBytes,
  noContent,
  notASheet,
  oldExcelFormat,
  protectedWorkbook,
  tooLarge,
  tooManyColumns,
  tooManyRows,
  webPageInsteadOfSheet,
} from '#server/sheets/sheet-limits-and-errors.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import { XlsxFile } from '#server/sheets/xlsx-reader.ts';
import { normalizedSheetName, type SheetPart } from '#server/sheets/xlsx-workbook-and-style-parts.ts';
import type { ReadRow, SheetBeginning } from './read-and-written-sheet-types.ts';

/** Task of the worker thread that reads sheets. Hostile files can harm only the thread. */
export interface SheetReadingTask {
  /** The bytes, or the path of the file. */
  file: Uint8Array | string;
  mostRows: number;
  /** Possible names of each further sheet. */
  also: readonly (readonly string[])[];
  /** Maximum number of rows of each further sheet. */
  mostAlso: number;
  /** Whether the caller chooses among several sheets. */
  chosen: boolean;
}

/**
 * Messages of the thread: the beginnings of sheets for a choice; the next rows of a sheet (0: the chosen one, others in
 * the requested order); or an error.
 */
export type SheetReadingAnswer =
  | { beginnings: SheetBeginning[] }
  | { sheet: number; header?: string[]; headerRow?: number; rows: ReadRow[]; last: boolean }
  | { refused: Text }
  | { failed: string };

/** Rows and characters per message: unpacking them takes the server some milliseconds. */
const pieceRows = 100;
const pieceCharacters = 256 * 1024;

/** Whether the file is a zip archive, like every .xlsx. */
const isZip = (file: Uint8Array) => file[0] === 0x50 && file[1] === 0x4b;
/** The compound file format of Excel 97–2003. */
const isOldExcel = (file: Uint8Array) => file[0] === 0xd0 && file[1] === 0xcf && file[2] === 0x11 && file[3] === 0xe0;
/** Name of a stream in such a file that holds a workbook protected by a password. */
const encrypted = Buffer.from('EncryptedPackage', 'utf16le');

function load({ file }: SheetReadingTask): Buffer {
  const size = typeof file === 'string' ? fs.statSync(file).size : file.length;
  if (size > maxSheetBytes) throw tooLarge();
  return typeof file === 'string' ? fs.readFileSync(file) : Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}

function readText(file: Buffer, mostRows: number): string[][] {
  // pictures, PDFs and programs contain NUL bytes; UTF-16 text does too, but begins with a byte order mark
  const utf16 = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff);
  if (!utf16 && file.subarray(0, 4096).includes(0)) throw notASheet();
  const beginning = new TextDecoder().decode(file.subarray(0, 1024)).trimStart();
  // browsers also save pages with their pictures in one MIME file
  if (beginning.startsWith('<') || beginning.slice(0, 13).toLowerCase() === 'mime-version:')
    throw webPageInsteadOfSheet();
  return readCsv(file, mostRows);
}

/** The sheets of a file: rows with content, the first being the header. Row numbers are those a person sees. */
async function readSheets(task: SheetReadingTask): Promise<ReadRow[][]> {
  const file = load(task);
  if (isOldExcel(file)) throw file.includes(encrypted) ? protectedWorkbook() : oldExcelFormat();
  const read = { characters: 0 };
  const sheets: ReadRow[][] = [];
  if (!isZip(file)) sheets.push(readRows(readText(file, task.mostRows), task.mostRows, read));
  else {
    const book = new XlsxFile(file);
    const { main, also } = await findSheets(book, task);
    for (const [at, sheet] of [main, ...also].entries()) {
      const most = at === 0 ? task.mostRows : task.mostAlso;
      sheets.push(sheet ? readRows(await book.read(sheet, most), most, read) : []);
    }
  }
  if (!sheets[0]?.length) throw noContent();
  return sheets;
}

/** The chosen sheet and the requested further ones. */
async function findSheets(book: XlsxFile, { also: requested, chosen }: SheetReadingTask) {
  const called = requested.map((names) => {
    const plain = names.map(normalizedSheetName);
    return book.sheets.find(({ name }) => plain.includes(normalizedSheetName(name)));
  });
  const others = book.sheets.filter((sheet) => !called.includes(sheet));
  const offered = others.some(({ hidden }) => !hidden) ? others : book.sheets;
  const inSight = offered.filter(({ hidden }) => !hidden);
  const first = inSight.find(({ explains }) => !explains) ?? inSight[0] ?? book.sheets[0];
  const main = chosen && offered.length > 1 ? ((await offerChoice(book, offered, inSight)) ?? first) : first;
  return { main, also: called.map((sheet) => (sheet === main ? undefined : sheet)) };
}

/** Maximum number of sheets whose beginnings are read. */
const maxBeginnings = 30;
/** Rows of each beginning, blank ones included, and characters of a cell. */
const beginningRows = 40;
const beginningCell = 100;

/** Sends the beginnings of the sheets and waits for the choice. If only one is visible, its rows are not read. */
async function offerChoice(book: XlsxFile, offered: readonly SheetPart[], inSight: readonly SheetPart[]) {
  const looked = inSight.length > 1 ? inSight.slice(0, maxBeginnings) : [];
  const begun = await book.readBeginnings(looked, beginningRows);
  const beginnings = offered.map((sheet): SheetBeginning => {
    const rows = begun
      .get(sheet)
      ?.filter((cells) => cells.some((cell) => cell.trim() !== ''))
      .map((cells) => cells.slice(0, maxColumns).map((cell) => cell.slice(0, beginningCell)));
    const { name, hidden, explains } = sheet;
    return { name: name.slice(0, beginningCell), hidden, explains, ...(rows ? { rows } : {}) };
  });
  const reply = nextMessage();
  parentPort?.postMessage({ beginnings } satisfies SheetReadingAnswer);
  return offered[await reply];
}

function readRows(table: Iterable<string[]>, mostRows: number, read: { characters: number }): ReadRow[] {
  const rows: ReadRow[] = [];
  let row = 0;
  for (const written of table) {
    row++;
    if (!written.some((cell) => cell.trim() !== '')) continue;
    const cells = written.map(unguardFormula);
    if (rows.length === 0 && cells.length > maxColumns) throw tooManyColumns();
    if (rows.length > mostRows) throw tooManyRows(mostRows);
    for (const cell of cells) read.characters += cell.length;
    if (read.characters > maxCharacters) throw tooLarge();
    rows.push({ row, cells });
  }
  return rows;
}

function* pieces(sheets: readonly ReadRow[][]): Generator<SheetReadingAnswer> {
  const filled = sheets.flatMap((rows, sheet) => (rows.length > 0 ? [{ rows, sheet }] : []));
  for (const [at, { rows, sheet }] of filled.entries()) {
    const header = rows[0]?.cells.map((cell) => cell.trim()) ?? [];
    let from = 1;
    do {
      const begin = from;
      for (let characters = 0; from < rows.length && from - begin < pieceRows && characters < pieceCharacters; from++)
        for (const cell of rows[from]?.cells ?? []) characters += cell.length;
      const last = from >= rows.length && at === filled.length - 1;
      const placed = begin === 1 ? { header, headerRow: rows[0]?.row ?? 1 } : {};
      yield { sheet, ...placed, rows: rows.slice(begin, from), last };
    } while (from < rows.length);
  }
}

const explain = (error: unknown): SheetReadingAnswer =>
  error instanceof SheetError ? { refused: error.text } : { failed: String(error) };

let receive: (message: number) => void = () => undefined;
/** The next message from the server; requested before it may arrive. */
const nextMessage = () =>
  new Promise<number>((resolve) => {
    receive = resolve;
  });
parentPort?.on('message', (sheet: number) => receive(sheet));

const answers = await readSheets(workerData as SheetReadingTask).then(pieces, (error: unknown) =>
  [explain(error)].values(),
);
for (let next = answers.next(); !next.done; next = answers.next()) {
  const requested = nextMessage();
  parentPort?.postMessage(next.value);
  await requested;
}
