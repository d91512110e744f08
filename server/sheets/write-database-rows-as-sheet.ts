import { shortMomentText } from '#kernel/kind/datetime.ts';
import { ByteBuffer } from '#server/sheets/byte-buffer.ts';

/** How the cells of a column are made from its selected fields. */
export type DatabaseCellSource =
  | {
      /** The field is the cell's text, or a moment in unix seconds. */
      readonly as: 'text' | 'moment';
      /** Text of the cell if the field is null. */
      readonly unset: string;
    }
  | {
      /** The text is computed by `format`, once for all rows with the same fields. */
      readonly as: 'formatted';
      readonly fields: number;
      format(fields: readonly (string | null)[]): string;
    };

/** Rows as sent by PostgreSQL, in text format, and how they become cells. */
export interface DatabaseRows {
  readonly cells: readonly DatabaseCellSource[];
  /** Complete DataRow messages, concatenated. */
  readonly pieces: AsyncIterable<Buffer>;
  /** Called after each piece with the number of rows so far. */
  onRows?(rows: number): void;
}

/** Writer of a sheet format in bytes. Columns are numbered from 0. */
export interface SheetByteFormat {
  begin(out: ByteBuffer): void;
  end(out: ByteBuffer): void;
  /** Called before the content of each cell. */
  beginCell(out: ByteBuffer, column: number): void;
  /**
   * Copies the bytes of a text. Returns false and writes nothing if the text needs escaping or other treatment as a
   * string.
   */
  copyText(out: ByteBuffer, column: number, from: Uint8Array, start: number, end: number): boolean;
  /** The encoded cell for a text, independent of its row; undefined for an empty cell. */
  cellOf(column: number, text: string): Uint8Array | undefined;
  addCell(out: ByteBuffer, column: number, cell: Uint8Array): void;
}

/** Approximate size of the pieces passed to compression. */
const piece = 128 * 1024;

/** Rows as bytes of a sheet. Cells that can be copied unchanged are never decoded. */
export async function* writeDatabaseRowsAsSheet(
  rows: DatabaseRows,
  form: SheetByteFormat,
): AsyncGenerator<Buffer, void, undefined> {
  const out = new ByteBuffer();
  const reader = new RowReader(rows.cells, form, out);
  for await (const messages of rows.pieces) {
    reader.read(messages);
    rows.onRows?.(reader.rows);
    if (out.length > piece) yield out.take();
  }
  if (out.length > 0) yield out.take();
}

const minus = 0x2d;
/** Bytes of a message before its length (the type), and from there to its first field: length and number of fields. */
const typeLength = 1;
const headLength = 6;
/** A field is its length followed by so many bytes; null has only the length. */
const lengthLength = 4;
const nullLength = -1;

/** Maximum number of cached texts per column; columns with a value per row are unbounded. */
const maxCached = 5000;
/** Maximum length of a cache key. */
const maxKeyLength = 500;

class RowReader {
  rows = 0;
  readonly #cells: readonly DatabaseCellSource[];
  readonly #form: SheetByteFormat;
  readonly #out: ByteBuffer;
  readonly #unset: readonly (Uint8Array | undefined)[];
  readonly #kept: readonly Map<string, Uint8Array | undefined>[];
  readonly #moment = new Uint8Array('yyyy-mm-dd hh:MM:ss'.length);

  constructor(cells: readonly DatabaseCellSource[], form: SheetByteFormat, out: ByteBuffer) {
    this.#cells = cells;
    this.#form = form;
    this.#out = out;
    this.#unset = cells.map((one, column) => (one.as === 'formatted' ? undefined : form.cellOf(column, one.unset)));
    this.#kept = cells.map(() => new Map());
  }

  read(messages: Buffer): void {
    for (let at = 0; at < messages.length; ) {
      const length = at + typeLength;
      this.#readRow(messages, length + headLength);
      at = length + readLength(messages, length);
    }
  }

  #readRow(from: Buffer, first: number): void {
    const form = this.#form;
    const out = this.#out;
    const cells = this.#cells;
    form.begin(out);
    let at = first;
    for (let column = 0; column < cells.length; column++) {
      const one = cells[column] as DatabaseCellSource;
      form.beginCell(out, column);
      if (one.as === 'formatted') {
        const end = endOfFields(from, at, one.fields);
        this.#addFormatted(one, column, from, at, end);
        at = end;
        continue;
      }
      const length = readLength(from, at);
      const start = at + lengthLength;
      at = length === nullLength ? start : start + length;
      if (length === nullLength) this.#addCell(column, this.#unset[column]);
      else if (length === 0) continue;
      else if (one.as === 'moment') this.#addMoment(column, from, start, at);
      else if (!form.copyText(out, column, from, start, at))
        this.#addCell(column, form.cellOf(column, from.toString('utf8', start, at)));
    }
    form.end(out);
    this.rows++;
  }

  #addCell(column: number, cell: Uint8Array | undefined): void {
    if (cell) this.#form.addCell(this.#out, column, cell);
  }

  #addFormatted(
    one: DatabaseCellSource & { as: 'formatted' },
    column: number,
    from: Buffer,
    start: number,
    end: number,
  ): void {
    const cached = this.#kept[column] as Map<string, Uint8Array | undefined>;
    const key = end - start <= maxKeyLength ? from.toString('latin1', start, end) : undefined;
    let cell = key === undefined ? undefined : cached.get(key);
    if (cell === undefined && (key === undefined || !cached.has(key))) {
      cell = this.#form.cellOf(column, one.format(readFields(from, start, one.fields)));
      if (cached.size >= maxCached) cached.clear();
      if (key !== undefined) cached.set(key, cell);
    }
    this.#addCell(column, cell);
  }

  #addMoment(column: number, from: Buffer, start: number, end: number): void {
    const seconds = readWhole(from, start, end);
    const formatted = this.#moment;
    if (seconds < firstMoment || seconds > lastMoment)
      this.#addCell(column, this.#form.cellOf(column, shortMomentText(seconds)));
    else {
      writeMoment(formatted, seconds);
      const length = seconds % 60 === 0 ? minuteLength : formatted.length;
      this.#form.copyText(this.#out, column, formatted, 0, length);
    }
  }
}

/** Signed 32-bit integer. */
const readLength = (from: Uint8Array, at: number): number =>
  ((from[at] as number) << 24) |
  ((from[at + 1] as number) << 16) |
  ((from[at + 2] as number) << 8) |
  (from[at + 3] as number);

function endOfFields(from: Uint8Array, start: number, count: number): number {
  let at = start;
  for (let left = count; left > 0; left--) at += lengthLength + Math.max(readLength(from, at), 0);
  return at;
}

function readFields(from: Buffer, start: number, count: number): (string | null)[] {
  const fields: (string | null)[] = [];
  for (let at = start; fields.length < count; at = endOfFields(from, at, 1)) {
    const length = readLength(from, at);
    const first = at + lengthLength;
    fields.push(length === nullLength ? null : from.toString('utf8', first, first + length));
  }
  return fields;
}

function readWhole(from: Uint8Array, start: number, end: number): number {
  const negative = from[start] === minus;
  let read = 0;
  for (let at = negative ? start + 1 : start; at < end; at++) read = read * 10 + ((from[at] as number) - 0x30);
  return negative ? -read : read;
}

/** Moments of the years 1970 to 9999 in unix seconds. */
const firstMoment = 0;
const lastMoment = 253_402_271_999;
/** Length of a moment without seconds: `shortMomentText`. */
const minuteLength = 'yyyy-mm-dd hh:MM'.length;
/** Asia/Shanghai, like `momentText`. */
const offset = 8 * 3600;
const day = 86_400;

/** Writes `yyyy-mm-dd hh:MM:ss`, like `momentText`. */
function writeMoment(to: Uint8Array, seconds: number): void {
  const local = seconds + offset;
  const days = Math.floor(local / day);
  const rest = local - days * day;
  // from days since 1970 to a Gregorian date, in eras of 400 years that begin in March
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  writeTwo(to, 0, Math.floor(year / 100));
  writeTwo(to, 2, year % 100);
  to[4] = minus;
  writeTwo(to, 5, month);
  to[7] = minus;
  writeTwo(to, 8, ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1);
  to[10] = 0x20;
  writeTwo(to, 11, Math.floor(rest / 3600));
  to[13] = 0x3a;
  writeTwo(to, 14, Math.floor(rest / 60) % 60);
  to[16] = 0x3a;
  writeTwo(to, 17, rest % 60);
}

function writeTwo(to: Uint8Array, at: number, number: number): void {
  to[at] = 0x30 + Math.floor(number / 10);
  to[at + 1] = 0x30 + (number % 10);
}
