import { cutCell } from '#server/sheets/escape-and-cut-text-for-xml-cells.ts';
import {
  malformedXmlError,
  openingXmlTags,
  readXmlAttributes,
  type XmlAttributes,
  xmlLocalName,
} from '#server/sheets/scan-untrusted-xml.ts';
import { maxColumns, tooManyColumns, tooManyRows } from '#server/sheets/sheet-limits-and-errors.ts';

/** Maximum number of blank rows between data before row numbers alone show that a sheet is too long. */
export const maxBlankRows = 1000;

/**
 * Refuses worksheets with cells where no real table has them. A few bytes naming row 1,048,576 and column XFD make a
 * reader that fills gaps allocate gigabytes, and V8 ends the whole process, not just the thread, when one array exceeds
 * the heap. So positions are checked before parsing, and unparsable tags are refused.
 */
export function refuseImplausibleCellPositions(worksheet: Buffer, mostRows: number): void {
  const xml = worksheet.toString('latin1');
  for (const { name, end } of openingXmlTags(xml)) {
    if (name !== 'row' && name !== 'c') continue;
    const { list, empty } = readXmlAttributes(xml, end);
    const places = list.filter(([attribute]) => xmlLocalName(attribute) === 'r');
    for (const [, place] of places) {
      const [, letters = '', digits = ''] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place) ?? [];
      if (digits === '') throw malformedXmlError();
      if (Number(digits) > 1_048_576) throw tooManyRows(mostRows);
      // self-closing cells are empty: formatting a column creates them
      if (name === 'row' || empty) continue;
      if (Number(digits) > mostRows + 1 + maxBlankRows) throw tooManyRows(mostRows);
      if (columnNumber(letters) > maxColumns) throw tooManyColumns();
    }
    if (name === 'c' && !empty && places.length === 0) throw malformedXmlError();
  }
}

/** A → 1, Z → 26, AA → 27. */
function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** A cell value of the library as the text a person would type. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cutCell(String(cell));
}

/** Larger numbers have more digits than a spreadsheet stores. */
const tooLong = 1e15;

/**
 * A number of the file as typed: files store doubles with up to 17 digits (0.30000000000000004 for 0.1 + 0.2) while
 * Excel shows and accepts 15, and write large ones with exponents. A number with more digits has lost some and is
 * returned as Excel shows it (`5.30102199001011E+17`), never padded with zeros.
 */
export function xlsxNumberAsTypedText(written: string): string {
  const number = Number(written);
  if (!Number.isFinite(number)) return written;
  if (Math.abs(number) >= tooLong) return exponentText(number);
  if (/^-?\d{1,15}$/.test(written)) return written;
  const rounded = String(Number(number.toPrecision(15)));
  return rounded.includes('e') ? trimZeros(number.toFixed(20)) : rounded;
}

function exponentText(number: number): string {
  const [digits = '', exponent = ''] = number.toExponential(14).split('e');
  return `${trimZeros(digits)}E${exponent}`;
}

/** Removes trailing zeros of decimals. */
function trimZeros(decimals: string): string {
  let end = decimals.length;
  while (decimals[end - 1] === '0') end--;
  return decimals.slice(0, decimals[end - 1] === '.' ? end - 1 : end);
}

/** Excel's times have no zone: the library reads them as UTC. Times without a date are on day 0, 1899-12-30 or -31. */
function dateText(date: Date): string {
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000)
    .toISOString()
    .slice(0, 19)
    .split('T');
  if (day.startsWith('1899-12-3')) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/**
 * The worksheet with numbers of some styles replaced by the displayed texts: with number format `00000000`, 12345 is a
 * registration number 00012345. `lengths`: number of digits by style.
 */
export function padLeadingZeros(worksheet: Buffer, lengths: ReadonlyMap<string, number>): Buffer {
  if (lengths.size === 0) return worksheet;
  const xml = worksheet.toString('latin1');
  const pieces: string[] = [];
  let copied = 0;
  let length: number | undefined;
  for (const { name, begin, end } of openingXmlTags(xml)) {
    if (name === 'c') {
      const tag = readXmlAttributes(xml, end);
      length = isNumber(tag) ? lengths.get(attributeOf(tag, 's') ?? '') : undefined;
      if (length === undefined) continue;
      const prefix = xml.slice(begin + 1, end - 1);
      pieces.push(xml.slice(copied, begin), `<${prefix}c r="${attributeOf(tag, 'r')}" t="str">`);
      copied = xml.indexOf('>', end) + 1;
    } else if (name === 'v' && length !== undefined && xml[end] !== '/') {
      const from = xml.indexOf('>', end) + 1;
      const to = xml.indexOf('<', from);
      if (from === 0 || to < 0) throw malformedXmlError();
      const written = xlsxNumberAsTypedText(xml.slice(from, Math.min(to, from + 40)));
      pieces.push(xml.slice(copied, from), /^\d{1,15}$/.test(written) ? written.padStart(length, '0') : written);
      copied = to;
      length = undefined;
    }
  }
  return Buffer.from([...pieces, xml.slice(copied)].join(''), 'latin1');
}

const attributeOf = ({ list }: XmlAttributes, name: string) => list.find(([one]) => xmlLocalName(one) === name)?.[1];
const isNumber = (tag: XmlAttributes) => !tag.empty && [undefined, 'n'].includes(attributeOf(tag, 't'));
