import { text } from '#kernel/text/text.ts';
import type { ByteBuffer } from '#server/sheets/byte-buffer.ts';
import { staysUnchangedAsNumberCell } from '#server/sheets/can-text-become-number-cell-unchanged.ts';
import {
  createByteSet,
  isNumberWritableToCellUnchanged,
  isTextWritableToCellUnchanged,
} from '#server/sheets/can-text-bytes-be-written-to-cell-without-decoding.ts';
import { guardFormula } from '#server/sheets/csv-injection-guard.ts';
import { cutCell, escapeCell, maxCellLength } from '#server/sheets/escape-and-cut-text-for-xml-cells.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import type { SheetByteFormat } from '#server/sheets/write-database-rows-as-sheet.ts';
import type { WrittenSheetColumn } from './read-and-written-sheet-types.ts';

/** Maximum number of rows of an .xlsx sheet, including the header. */
export const maxSheetRows = 1_048_576;

export const tooManyXlsxRows = () =>
  new SheetError(
    text(
      `数据超过 ${maxSheetRows - 1} 行，一张 Excel 工作表放不下，请缩小范围或导出 CSV`,
      `More than ${maxSheetRows - 1} rows do not fit into one Excel sheet; narrow the selection or export CSV`,
    ),
  );

/** Indexes of the cell formats in `styles.xml`. */
export const cellFormatIndex = { plain: 0, header: 1, number: 2, money: 3, error: 4, hint: 5 } as const;

/** 0 → A, 25 → Z, 26 → AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

export function writeRow(
  cells: readonly string[],
  columns: readonly WrittenSheetColumn[],
  letters: readonly string[],
  row: number,
): string {
  let xml = `<row r="${row}">`;
  for (let i = 0; i < columns.length; i++) {
    const cell = cells[i];
    if (cell !== undefined && cell !== '')
      xml += `<c r="${letters[i]}${row}"${contentOf(cell, columns[i] as WrittenSheetColumn)}`;
  }
  return `${xml}</row>`;
}

/** A text cell, as in headers and hints. */
export const stringCell = (place: string, format: number, cell: string): string =>
  `<c r="${place}"${stringContent(format, cell)}`;

/** The XML of a cell after its position. */
function contentOf(cell: string, column: WrittenSheetColumn): string {
  if (column.number && staysUnchangedAsNumberCell(cell)) return `${numberStart(column)}${cell}${numberEnd}`;
  return stringContent(column.error ? cellFormatIndex.error : cellFormatIndex.plain, cell);
}

function stringContent(format: number, cell: string): string {
  const content = escapeCell(cutCell(guardFormula(cell)));
  const space = /^\s|\s$|[\n\t]/.test(content) ? ' xml:space="preserve"' : '';
  return `${stringStart(format, space)}${content}${stringEnd}`;
}

/** Format 0 is the default and needs no attribute. */
const formatOf = (format: number) => (format === cellFormatIndex.plain ? '' : ` s="${format}"`);
const stringStart = (format: number, space = '') => `${formatOf(format)} t="inlineStr"><is><t${space}>`;
const stringEnd = '</t></is></c>';
const numberStart = ({ number }: WrittenSheetColumn) =>
  `${formatOf(number === '0' ? cellFormatIndex.number : cellFormatIndex.money)}><v>`;
const numberEnd = '</v></c>';

/** Bytes that {@link escapeCell} may change. */
const special = createByteSet('&<>_', 0xef);

const bytesOf = (written: string): Uint8Array => Buffer.from(written);
const ends = { string: bytesOf(stringEnd), number: bytesOf(numberEnd), row: bytesOf('</row>') };

/** The XML before a cell's text by column, split around the row number. */
interface CellStarts {
  readonly place: Uint8Array;
  readonly string: Uint8Array;
  readonly number: Uint8Array | undefined;
}

/** Rows of an .xlsx sheet as bytes, following those already written. */
export class XlsxRows implements SheetByteFormat {
  #row: number;
  #place: Uint8Array = new Uint8Array();
  readonly #columns: readonly WrittenSheetColumn[];
  readonly #starts: readonly CellStarts[];

  constructor(columns: readonly WrittenSheetColumn[], above: number) {
    this.#row = above;
    this.#columns = columns;
    this.#starts = columns.map((column, i) => ({
      place: bytesOf(`<c r="${columnLetters(i)}`),
      string: bytesOf(stringStart(column.error ? cellFormatIndex.error : cellFormatIndex.plain)),
      number: column.number && bytesOf(numberStart(column)),
    }));
  }

  begin(out: ByteBuffer): void {
    if (++this.#row > maxSheetRows) throw tooManyXlsxRows();
    this.#place = bytesOf(`${this.#row}"`);
    out.add(bytesOf(`<row r="${this.#row}">`));
  }

  end(out: ByteBuffer): void {
    out.add(ends.row);
  }

  beginCell(): void {}

  copyText(out: ByteBuffer, column: number, from: Uint8Array, start: number, end: number): boolean {
    const { place, string, number } = this.#starts[column] as CellStarts;
    const asNumber = number !== undefined && isNumberWritableToCellUnchanged(from, start, end);
    if (!asNumber && (end - start > maxCellLength || !isTextWritableToCellUnchanged(from, start, end))) return false;
    const before = out.length;
    out.add(place);
    out.add(this.#place);
    out.add(asNumber ? number : string);
    out.reserve(end - start);
    const to = out.bytes;
    let at = out.length;
    for (let i = start; i < end; i++) {
      const byte = from[i] as number;
      if (special[byte] === 1 && !(byte === 0xef && isCharacter(from, i))) {
        out.length = before;
        return false;
      }
      to[at++] = byte;
    }
    out.length = at;
    out.add(asNumber ? ends.number : ends.string);
    return true;
  }

  cellOf(column: number, text: string): Uint8Array | undefined {
    return text === '' ? undefined : bytesOf(contentOf(text, this.#columns[column] as WrittenSheetColumn));
  }

  addCell(out: ByteBuffer, column: number, cell: Uint8Array): void {
    out.add((this.#starts[column] as CellStarts).place);
    out.add(this.#place);
    out.add(cell);
  }
}

/** Whether a sequence beginning with the byte EF is a valid XML character, that is neither U+FFFE nor U+FFFF. */
const isCharacter = (from: Uint8Array, at: number) => from[at + 1] !== 0xbf || (from[at + 2] as number) < 0xbe;
