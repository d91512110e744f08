import { readSheet } from 'read-excel-file/universal';
import { damagedWorkbook, mostUnpackedBytes } from '#server/sheets/sheet-limits.ts';
import { cellText, checkCells, numberText, padNumbers } from '#server/sheets/xlsx-cells.ts';
import { checkParts, findSheets, isIndex, isNeeded, paddedStyles } from '#server/sheets/xlsx-parts.ts';
import { openZip, storeZip } from '#server/sheets/zip-reader.ts';

const limits = { size: mostUnpackedBytes, files: 2000 };

/**
 * The rows of the first sheet of an .xlsx file and of those called as asked, one sheet after another (undefined: there
 * is none); cells as texts, formulas count as the values saved with them. `mostRows` says how many a sheet may have.
 */
export async function* readXlsx(
  file: Buffer,
  asked: readonly (readonly string[])[],
  mostRows: (sheet: number) => number,
): AsyncGenerator<Iterable<string[]> | undefined> {
  const { slot, paths } = findSheets(openZip(file, isIndex, limits), asked);
  for (const [at, path] of paths.entries())
    yield path === undefined ? undefined : await readOne(file, path, slot, mostRows(at));
}

async function readOne(file: Buffer, sheet: string, first: string, mostRows: number): Promise<Iterable<string[]>> {
  const files = openZip(file, (name) => isNeeded(name, sheet), limits);
  const worksheet = files.get(sheet);
  if (!worksheet) throw damagedWorkbook();
  checkParts(files, sheet);
  checkCells(worksheet, mostRows);
  // the library reads the first sheet of a workbook: any other is handed on in its place
  files.delete(sheet);
  files.set(first, padNumbers(worksheet, paddedStyles(files)));
  // handed on without compression: the library would start threads of its own to inflate
  const archive = bytesOf(storeZip(files));
  files.clear();
  const rows = await readSheet(archive, { trim: false, parseNumber: numberText });
  return textsOf(rows);
}

/** One row after another: made all at once, the texts of a large table would stand beside its cells. */
function* textsOf(rows: readonly (readonly unknown[])[]): Generator<string[]> {
  for (const row of rows) yield row.map(cellText);
}

/** A buffer as the library takes it; a large one is not copied again. */
function bytesOf({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  const whole = buffer as ArrayBuffer;
  return byteLength === whole.byteLength ? whole : whole.slice(byteOffset, byteOffset + byteLength);
}
