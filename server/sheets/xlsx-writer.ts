import { Readable } from 'node:stream';
import { textWidth } from '#server/sheets/displayed-width-of-text.ts';
import { escapeAttribute } from '#server/sheets/escape-and-cut-text-for-xml-cells.ts';
import { writeDatabaseRowsAsSheet } from '#server/sheets/write-database-rows-as-sheet.ts';
import {
  cellFormatIndex,
  columnLetters,
  maxSheetRows,
  stringCell,
  tooManyXlsxRows,
  writeRow,
  XlsxRows,
} from '#server/sheets/xlsx-row-writer.ts';
import { writeZip, type ZipEntry } from '#server/sheets/zip-writer.ts';
import { isDatabaseRows, type WrittenSheet, type WrittenSheetColumn } from './read-and-written-sheet-types.ts';

/** Approximate number of characters passed to compression at once. */
const PIECE = 64 * 1024;

/**
 * Writes an .xlsx workbook piece by piece, in constant memory. Cells are inline strings (a shared table would have to
 * be kept), the header is bold and frozen, and cells cannot begin a formula. Too many rows for a sheet are refused:
 * before the first byte if `rowCount` is given, else while writing.
 */
export async function* writeXlsx(
  sheets: readonly WrittenSheet[],
  options: { rowCount?: number } = {},
): AsyncGenerator<Buffer, void, undefined> {
  if ((options.rowCount ?? 0) >= maxSheetRows) throw tooManyXlsxRows();
  const names = sheetNames(sheets);
  yield* writeZip(parts(sheets, names));
}

/** {@link writeXlsx} as a stream. */
export function xlsxStream(sheets: readonly WrittenSheet[], options: { rowCount?: number } = {}): Readable {
  return Readable.from(writeXlsx(sheets, options), { objectMode: false });
}

function* parts(sheets: readonly WrittenSheet[], names: readonly string[]): Generator<ZipEntry> {
  yield { name: '[Content_Types].xml', content: [contentTypes(sheets.length)] };
  yield { name: '_rels/.rels', content: [relations([['officeDocument', 'xl/workbook.xml']])] };
  yield { name: 'xl/workbook.xml', content: [workbook(names)] };
  const targets = sheets.map((_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`]);
  yield { name: 'xl/_rels/workbook.xml.rels', content: [relations([...targets, ['styles', 'styles.xml']])] };
  yield { name: 'xl/styles.xml', content: [styles] };
  for (const [i, sheet] of sheets.entries()) {
    yield { name: `xl/worksheets/sheet${i + 1}.xml`, content: worksheet(sheet, i) };
  }
}

async function* worksheet(sheet: WrittenSheet, index: number): AsyncGenerator<string | Buffer, void, undefined> {
  const letters = sheet.columns.map((_, i) => columnLetters(i));
  let piece = `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${index === 0 ? ' tabSelected="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`;
  sheet.columns.forEach((column, i) => {
    piece += `<col min="${i + 1}" max="${i + 1}" width="${columnWidth(column)}" customWidth="1"/>`;
  });
  piece += `</cols><sheetData>${writeHeader(sheet.columns, letters)}`;
  let row = 1;
  if (sheet.columns.some((column) => column.hint)) {
    row = 2;
    const hints = sheet.columns.map(({ hint }, i) =>
      hint ? stringCell(`${letters[i]}2`, cellFormatIndex.hint, hint) : '',
    );
    piece += `<row r="2">${hints.join('')}</row>`;
  }
  if (isDatabaseRows(sheet.rows)) {
    yield piece;
    piece = '';
    yield* writeDatabaseRowsAsSheet(sheet.rows, new XlsxRows(sheet.columns, row));
  } else {
    for await (const cells of sheet.rows) {
      if (++row > maxSheetRows) throw tooManyXlsxRows();
      piece += writeRow(cells, sheet.columns, letters, row);
      if (piece.length > PIECE) {
        yield piece;
        piece = '';
      }
    }
  }
  yield `${piece}</sheetData>${dataValidations(sheet.columns, letters)}</worksheet>`;
}

function writeHeader(columns: readonly WrittenSheetColumn[], letters: readonly string[]): string {
  return `<row r="1">${columns.map((column, i) => stringCell(`${letters[i]}1`, cellFormatIndex.header, column.label)).join('')}</row>`;
}

/** Maximum length of a literal list of options and of a note in Excel. */
const maxNoteLength = 255;

/**
 * Drop-down lists for columns with options, unless they are too long. In a sheet to be filled in, the header cell shows
 * the hint of its column.
 */
function dataValidations(columns: readonly WrittenSheetColumn[], letters: readonly string[]): string {
  const notes = columns.flatMap(({ hint }, i) =>
    hint
      ? [
          `<dataValidation allowBlank="1" showInputMessage="1" prompt="${escapeAttribute([...hint].slice(0, maxNoteLength).join(''))}" sqref="${letters[i]}1"/>`,
        ]
      : [],
  );
  const lists = columns.flatMap(({ choices }, i) => {
    const list = choices?.join(',') ?? '';
    if (!list || list.length > maxNoteLength || choices?.some((one) => one.includes(','))) return [];
    const range = `${letters[i]}2:${letters[i]}${maxSheetRows}`;
    return `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" sqref="${range}"><formula1>&quot;${escapeAttribute(list.replaceAll('"', '""'))}&quot;</formula1></dataValidation>`;
  });
  const all = [...notes, ...lists];
  return all.length ? `<dataValidations count="${all.length}">${all.join('')}</dataValidations>` : '';
}

function columnWidth({ label, width }: WrittenSheetColumn): number {
  return Math.min(Math.max(width ?? 12, textWidth(label) + 2, 6), 80);
}

/** Valid sheet names: 1 to 31 characters without `[]:*?/\`, no apostrophe at the ends, all different. */
function sheetNames(sheets: readonly WrittenSheet[]): string[] {
  const used = new Set<string>();
  return sheets.map((sheet, i) => {
    const clean = [...sheet.name.replace(/[[\]:*?/\\\u0000-\u001f]/g, ' ').trim()]
      .slice(0, 28)
      .join('')
      .replace(/^'+|'+$/g, '');
    let name = clean || `Sheet${i + 1}`;
    if (used.has(name.toLowerCase())) name = `${name} ${i + 1}`;
    used.add(name.toLowerCase());
    return name;
  });
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypes(sheetCount: number): string {
  const sheets = Array.from(
    { length: sheetCount },
    (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`,
  );
  return `${xmlHead}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${sheets.join('')}</Types>`;
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${xmlHead}<Relationships xmlns="${packaged}/relationships">${each.join('')}</Relationships>`;
}

function workbook(names: readonly string[]): string {
  const each = names.map((name, i) => `<sheet name="${escapeAttribute(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  return `${xmlHead}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each.join('')}</sheets></workbook>`;
}

/** Formats 0 to 5 in the order of `style`; number format 4 is `#,##0.00`, 49 is text. */
const styles = `${xmlHead}<styleSheet xmlns="${main}"><fonts count="4"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><color rgb="FFB3392F"/><sz val="11"/><name val="Calibri"/></font><font><color rgb="FF6B7280"/><sz val="10"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EFEC"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf numFmtId="49" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="2" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="0" xfId="0"/><xf numFmtId="4" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="2" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="3" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
