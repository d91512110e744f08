import { Readable } from 'node:stream';
import type { ByteBuffer } from '#server/sheets/byte-buffer.ts';
import { staysUnchangedAsNumberCell } from '#server/sheets/can-text-become-number-cell-unchanged.ts';
import {
  createByteSet,
  isNumberWritableToCellUnchanged,
  isTextWritableToCellUnchanged,
} from '#server/sheets/can-text-bytes-be-written-to-cell-without-decoding.ts';
import { guardFormula } from '#server/sheets/csv-injection-guard.ts';
import { type SheetByteFormat, writeDatabaseRowsAsSheet } from '#server/sheets/write-database-rows-as-sheet.ts';
import { isDatabaseRows, type WrittenSheet, type WrittenSheetColumn } from './read-and-written-sheet-types.ts';

/** Without it Excel assumes the code page of the machine and garbles Chinese. */
const byteOrderMark = '\ufeff';

const PIECE = 64 * 1024;

/** Writes a .csv file piece by piece (RFC 4180, UTF-8 with byte order mark). Cells cannot begin a formula. */
export async function* writeCsv(sheet: WrittenSheet): AsyncGenerator<string | Buffer, void, undefined> {
  let piece = `${byteOrderMark}${sheet.columns.map((column) => quote(guardFormula(column.label))).join(',')}\r\n`;
  if (isDatabaseRows(sheet.rows)) {
    yield piece;
    yield* writeDatabaseRowsAsSheet(sheet.rows, new CsvRows(sheet.columns));
    return;
  }
  for await (const cells of sheet.rows) {
    piece += `${sheet.columns.map((column, i) => quote(guard(cells[i] ?? '', column))).join(',')}\r\n`;
    if (piece.length > PIECE) {
      yield piece;
      piece = '';
    }
  }
  yield piece;
}

/** {@link writeCsv} as a stream of bytes. */
export function csvStream(sheet: WrittenSheet): Readable {
  return Readable.from(bytes(writeCsv(sheet)), { objectMode: false });
}

async function* bytes(pieces: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

/** Guards against formulas, except for negative numbers in number columns. */
function guard(cell: string, column: WrittenSheetColumn): string {
  return column.number && staysUnchangedAsNumberCell(cell) ? cell : guardFormula(cell);
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Characters for which {@link quote} adds quotes. */
const special = createByteSet('",');
const comma = 0x2c;
const lineEnd = Buffer.from('\r\n');

/** Rows of a .csv file as bytes. */
class CsvRows implements SheetByteFormat {
  readonly #columns: readonly WrittenSheetColumn[];

  constructor(columns: readonly WrittenSheetColumn[]) {
    this.#columns = columns;
  }

  begin(): void {}

  end(out: ByteBuffer): void {
    out.add(lineEnd);
  }

  beginCell(out: ByteBuffer, column: number): void {
    if (column === 0) return;
    out.reserve(1);
    out.bytes[out.length++] = comma;
  }

  copyText(out: ByteBuffer, column: number, from: Uint8Array, start: number, end: number): boolean {
    const asNumber = this.#columns[column]?.number !== undefined && isNumberWritableToCellUnchanged(from, start, end);
    if (!asNumber && !isTextWritableToCellUnchanged(from, start, end)) return false;
    out.reserve(end - start);
    const to = out.bytes;
    let at = out.length;
    for (let i = start; i < end; i++) {
      const byte = from[i] as number;
      if (special[byte] === 1) return false;
      to[at++] = byte;
    }
    out.length = at;
    return true;
  }

  cellOf(column: number, text: string): Uint8Array | undefined {
    return text === '' ? undefined : Buffer.from(quote(guard(text, this.#columns[column] as WrittenSheetColumn)));
  }

  addCell(out: ByteBuffer, _column: number, cell: Uint8Array): void {
    out.add(cell);
  }
}
