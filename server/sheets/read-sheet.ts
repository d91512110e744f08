import { readCsv } from '#server/sheets/csv-reader.ts';
import { type ReadRow, type ReadSheet, unguardFormula } from '#server/sheets/sheet.ts';
import {
  mostColumns,
  mostImportRows,
  mostSheetBytes,
  noContent,
  notASheet,
  oldExcel,
  tooLarge,
  tooManyColumns,
  tooManyRows,
} from '#server/sheets/sheet-limits.ts';
import { readXlsx } from '#server/sheets/xlsx-reader.ts';

/** Whether the bytes begin like a zip archive, which every .xlsx is. */
const isZip = (file: Uint8Array) => file[0] === 0x50 && file[1] === 0x4b;
/** The compound file of Excel 97–2003. */
const isOldExcel = (file: Uint8Array) => file[0] === 0xd0 && file[1] === 0xcf && file[2] === 0x11 && file[3] === 0xe0;

/**
 * Reads an .xlsx or .csv file of at most 5,000 rows; what it is, its bytes tell. Rows without any content are left
 * out, numbers of rows stay those a person sees. Throws a SheetError for everything that cannot be read.
 */
export async function readSheetFile(file: Uint8Array, options: { mostRows?: number } = {}): Promise<ReadSheet> {
  const mostRows = options.mostRows ?? mostImportRows;
  if (file.length > mostSheetBytes) throw tooLarge();
  if (isOldExcel(file)) throw oldExcel();
  const table = isZip(file) ? await readXlsx(file, mostRows) : readText(file, mostRows);
  const rows = table
    .map((cells, i): ReadRow => ({ row: i + 1, cells: cells.map(unguardFormula) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [header, ...content] = rows;
  if (!header) throw noContent();
  if (header.cells.length > mostColumns) throw tooManyColumns();
  if (content.length > mostRows) throw tooManyRows(mostRows);
  return { header: header.cells.map((cell) => cell.trim()), rows: iterate(content) };
}

function readText(file: Uint8Array, mostRows: number): string[][] {
  // pictures, PDFs and programs hold NUL bytes; UTF-16 text does too but begins with its mark
  const utf16 = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff);
  if (!utf16 && file.subarray(0, 4096).includes(0)) throw notASheet();
  return readCsv(file, mostRows);
}

async function* iterate(rows: readonly ReadRow[]): AsyncGenerator<ReadRow, void, undefined> {
  yield* rows;
}
