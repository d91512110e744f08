import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';

/**
 * Workbooks as other programs write them, part by part: they differ in zip flags, in where texts are stored, in how
 * cells refer to formats and in what surrounds the list, and our own writer produces none of it.
 */

/** A cell: a text, a number, a number in one of the formats below, or a formula with the value saved with it. */
export type Cell = string | number | { n: number; format: keyof typeof formats } | { f: string; saved: string } | null;

export interface ForeignSheet {
  readonly name: string;
  readonly state?: 'hidden' | 'veryHidden';
  readonly rows: readonly (readonly Cell[])[];
  /** Ranges drawn as one cell. */
  readonly merged?: readonly string[];
}

/** Indexes of cell formats. */
const formats = { text: 1, padded: 2, date: 3, chineseDate: 4, money: 5 } as const;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const letters = (at: number) =>
  (at < 26 ? '' : String.fromCharCode(64 + Math.floor(at / 26))) + String.fromCharCode(65 + (at % 26));

const styles = `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="176" formatCode="00000000"/><numFmt numFmtId="177" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/></numFmts><fonts count="1"><font><sz val="11"/><name val="宋体"/><charset val="134"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"><alignment vertical="center"/></xf></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="176" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="177" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="常规" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/></styleSheet>`;

/** How a text is stored in a cell: attributes and content. */
type WriteText = (text: string) => readonly [attributes: string, content: string];

function worksheet({ rows, merged = [] }: ForeignSheet, writeText: WriteText, around: string): string {
  const cellOf = (cell: Cell, place: string): string => {
    if (cell === null) return `<c r="${place}" s="0"/>`;
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    if (typeof cell === 'string') {
      const [attributes, content] = writeText(cell);
      return `<c r="${place}" s="0" ${attributes}>${content}</c>`;
    }
    if ('f' in cell) return `<c r="${place}" t="str"><f>${escapeText(cell.f)}</f><v>${escapeText(cell.saved)}</v></c>`;
    return `<c r="${place}" s="${formats[cell.format]}"><v>${cell.n}</v></c>`;
  };
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) => cellOf(cell, `${letters(column)}${at + 1}`)).join('');
    return `<row r="${at + 1}" spans="1:${Math.max(1, row.length)}" ht="18" customHeight="1">${cells}</row>`;
  });
  // whole columns with borders leave rows of empty cells
  lines.push(`<row r="${rows.length + 1}"><c r="A${rows.length + 1}" s="1"/><c r="B${rows.length + 1}" s="1"/></row>`);
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
  const width = Math.max(1, ...rows.map(({ length }) => length));
  return `${xmlHead}<worksheet xmlns="${main}" xmlns:r="${office}" ${around}><sheetPr/><dimension ref="A1:${letters(width - 1)}${rows.length}"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="4" topLeftCell="A5" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="9" defaultRowHeight="14.25"/><cols><col min="1" max="2" width="24.5" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData>${merges ? `<mergeCells count="${merged.length}">${merges}</mergeCells>` : ''}<phoneticPr fontId="1" type="noConversion"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`;
}

interface Shape {
  readonly sheets: readonly ForeignSheet[];
  readonly writeText: WriteText;
  /** Additional elements of the root of each worksheet. */
  readonly around: string;
  readonly targetOf: (n: number) => string;
  /** Additional parts, written when all texts are known. */
  readonly parts: () => Readonly<Record<string, string>>;
}

function partsOf({ sheets, writeText, around, targetOf, parts }: Shape): Map<string, string> {
  const written = sheets.map((sheet) => worksheet(sheet, writeText, around));
  const further = parts();
  const tabs = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escapeText(name)}" sheetId="${at + 1}" ${state ? `state="${state}" ` : ''}r:id="rId${at + 1}"/>`,
  );
  const shared = ['styles', 'sharedStrings'].filter((name) => `xl/${name}.xml` in further);
  const relations = [
    ...sheets.map((_, at): [string, string] => ['worksheet', targetOf(at + 1)]),
    ...shared.map((name): [string, string] => [name, `${name}.xml`]),
  ].map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`);
  return new Map([
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${main}" xmlns:r="${office}"><fileVersion appName="xl"/><workbookPr/><bookViews><workbookView activeTab="0"/></bookViews><sheets>${tabs.join('')}</sheets><calcPr calcId="144525"/></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    ],
    ...Object.entries(further),
    ...written.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml] as const),
  ]);
}

/** Texts as Excel stores them: each once, some in runs of different fonts, with phonetic readings. */
function sharedTexts() {
  const indexOfText = new Map<string, number>();
  let uses = 0;
  const write: WriteText = (text) => {
    uses++;
    if (!indexOfText.has(text)) indexOfText.set(text, indexOfText.size);
    return ['t="s"', `<v>${indexOfText.get(text)}</v>`];
  };
  const item = (text: string, at: number) => {
    if (at % 5 !== 1 || text.length < 2)
      return `<si><t xml:space="preserve">${escapeText(text)}</t><phoneticPr fontId="1" type="noConversion"/></si>`;
    const run = (part: string) =>
      `<r><rPr><b/><sz val="11"/><rFont val="宋体"/></rPr><t xml:space="preserve">${escapeText(part)}</t></r>`;
    return `<si>${run(text.slice(0, 1))}${run(text.slice(1))}<rPh sb="0" eb="1"><t>カナ</t></rPh></si>`;
  };
  const part = () =>
    `${xmlHead}<sst xmlns="${main}" count="${uses}" uniqueCount="${indexOfText.size}">${[...indexOfText.keys()].map(item).join('')}</sst>`;
  return { write, part };
}

/** As Excel saves it: shared texts with runs and readings, its own formats, a zip with sizes in every header. */
export function excelWorkbook(...sheets: ForeignSheet[]): Buffer {
  const { write, part } = sharedTexts();
  const around =
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"';
  return packed(
    partsOf({
      sheets,
      writeText: write,
      around,
      targetOf: (n) => `worksheets/sheet${n}.xml`,
      parts: () => ({
        'xl/styles.xml': styles,
        'xl/sharedStrings.xml': part(),
        'xl/theme/theme1.xml': '<a:theme xmlns:a="a"/>',
      }),
    }),
    { sizesBehind: false },
  );
}

/** As WPS saves it: the same with additional parts, and sizes after each file. */
export function wpsWorkbook(...sheets: ForeignSheet[]): Buffer {
  const { write, part } = sharedTexts();
  const around = 'xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData"';
  return packed(
    partsOf({
      sheets,
      writeText: write,
      around,
      targetOf: (n) => `worksheets/sheet${n}.xml`,
      parts: () => ({
        'docProps/custom.xml': '<Properties><property name="KSOProductBuildVer"/></Properties>',
        'xl/styles.xml': styles,
        'xl/sharedStrings.xml': part(),
      }),
    }),
    { sizesBehind: true },
  );
}

/** As phone apps write it: texts in the cells themselves, absolute targets, nothing shared. */
export function phoneWorkbook(...sheets: ForeignSheet[]): Buffer {
  return packed(
    partsOf({
      sheets,
      around: '',
      writeText: (text) => ['t="inlineStr"', `<is><t>${escapeText(text)}</t></is>`],
      targetOf: (n) => `/xl/worksheets/sheet${n}.xml`,
      parts: () => ({ 'xl/styles.xml': styles }),
    }),
    { sizesBehind: true },
  );
}

function packed(files: ReadonlyMap<string, string>, { sizesBehind }: { sizesBehind: boolean }): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [file, content] of files) {
    const name = Buffer.from(file);
    const data = Buffer.from(content);
    const deflated = deflateRawSync(data);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(data), 0);
    sizes.writeUInt32LE(deflated.length, 4);
    sizes.writeUInt32LE(data.length, 8);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(name.length, 0);
    // version 2.0, names in UTF-8, deflated, no time
    const flags = Buffer.from([20, 0, sizesBehind ? 8 : 0, 8, 8, 0, 0, 0, 0, 0]);
    const header = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      flags,
      sizesBehind ? Buffer.alloc(12) : sizes,
      lengths,
      name,
    ]);
    const behind = sizesBehind ? Buffer.concat([Buffer.from('PK\x07\x08'), sizes]) : Buffer.alloc(0);
    local.push(header, deflated, behind);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), flags, sizes, lengths, place, name]));
    offset += header.length + deflated.length + behind.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, list, end]);
}

let codes: Map<string, readonly [number, number]> | undefined;

/** A text as programs of Chinese Windows save it: GBK, of which no runtime has an encoder. */
export function toGbk(text: string): Buffer {
  if (!codes) {
    codes = new Map();
    const decoder = new TextDecoder('gbk');
    for (let lead = 0x81; lead <= 0xfe; lead++)
      for (let trail = 0x40; trail <= 0xfe; trail++) {
        const character = decoder.decode(Buffer.from([lead, trail]));
        if ([...character].length === 1 && character !== '\ufffd' && !codes.has(character))
          codes.set(character, [lead, trail]);
      }
  }
  return Buffer.from(
    [...text].flatMap((one) => (one < '\u0080' ? [one.charCodeAt(0)] : [...(codes?.get(one) ?? [63])])),
  );
}
