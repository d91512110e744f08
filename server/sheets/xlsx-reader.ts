import { readSheet } from 'read-excel-file/universal';
import { damagedWorkbook, mostUnpackedBytes } from '#server/sheets/sheet-limits.ts';
import { cellText, checkCells, numberText } from '#server/sheets/xlsx-cells.ts';
import { checkParts, firstSheetOf, isIndex, isNeeded } from '#server/sheets/xlsx-parts.ts';
import { openZip, storeZip } from '#server/sheets/zip-reader.ts';

const limits = { size: mostUnpackedBytes, files: 2000 };

/** The rows of the first sheet of an .xlsx file, cells as texts; formulas count as the values saved with them. */
export async function readXlsx(file: Buffer, mostRows: number): Promise<Iterable<string[]>> {
  const sheet = firstSheetOf(openZip(file, isIndex, limits));
  const files = openZip(file, (name) => isNeeded(name, sheet), limits);
  const worksheet = files.get(sheet);
  if (!worksheet) throw damagedWorkbook();
  checkParts(files, sheet);
  checkCells(worksheet, mostRows);
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
