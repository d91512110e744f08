import { Readable } from 'node:stream';
import { guardFormula, isPlainNumber, type Sheet, type SheetColumn } from '#server/sheets/sheet.ts';

/** Without it Excel takes the text for the code page of the machine and shows Chinese as rubbish. */
const byteOrderMark = '\ufeff';

const PIECE = 64 * 1024;

/** A .csv file as it grows (RFC 4180, UTF-8 with byte order mark); no cell can begin a formula. */
export async function* writeCsv(sheet: Sheet): AsyncGenerator<string, void, undefined> {
  let piece = `${byteOrderMark}${sheet.columns.map((column) => quote(guardFormula(column.label))).join(',')}\r\n`;
  for await (const cells of sheet.rows) {
    piece += `${sheet.columns.map((column, i) => quote(guard(cells[i] ?? '', column))).join(',')}\r\n`;
    if (piece.length > PIECE) {
      yield piece;
      piece = '';
    }
  }
  yield piece;
}

/** {@link writeCsv} as a stream of bytes for an answer or a file. */
export function csvStream(sheet: Sheet): Readable {
  return Readable.from(bytes(writeCsv(sheet)), { objectMode: false });
}

async function* bytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/** A negative amount in a column of numbers is no formula. */
function guard(cell: string, column: SheetColumn): string {
  return column.number && isPlainNumber(cell) ? cell : guardFormula(cell);
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
