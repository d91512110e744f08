import { Buffer } from 'node:buffer';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { csvStream } from '#server/sheets/csv-writer.ts';
import { readSheetFile, readWorkbook } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { packZipUncompressed } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import type { ReadSheet, SheetBeginning, WrittenSheet } from './read-and-written-sheet-types.ts';

const bytes = async (stream: AsyncIterable<Uint8Array>) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
};
const sheet = (columns: string[], rows: string[][], name = '企业'): WrittenSheet => ({
  name,
  columns: columns.map((label) => ({ label })),
  rows,
});
const xlsx = (...sheets: WrittenSheet[]) => bytes(xlsxStream(sheets));
const csv = (one: WrittenSheet) => bytes(csvStream(one));
const rowsOf = async (read: ReadSheet) => {
  const rows: (readonly string[])[] = [];
  for (const { cells } of read.rows) rows.push(cells);
  return rows;
};
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SheetError);
  return (error as SheetError).text['zh-cn'];
};

const plainStyles = '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';

/** A workbook whose only sheet is the given XML. */
const workbook = (worksheet: string, styles = plainStyles) =>
  packZipUncompressed(
    new Map(
      Object.entries({
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/styles.xml': styles,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${worksheet}</sheetData></worksheet>`,
      }).map(([name, content]) => [name, Buffer.from(content)]),
    ),
  );

test('a workbook reads back as written', async () => {
  const file = await xlsx(
    sheet(
      ['名称', '备注'],
      [
        ['昆明"康辉"旅行社 & <分社>', '多行\n文字'],
        ['', '😀 \u0007 _x0041_ \r'],
        ['  两侧空格 ', ''],
      ],
    ),
    sheet(['选项'], [['甲']]),
  );
  const rows = [
    ['名称', '备注'],
    ['昆明"康辉"旅行社 & <分社>', '多行\n文字'],
    [null, '😀 \u0007 _x0041_ \r'],
    ['  两侧空格 ', null],
  ];
  expect(await readSheet(file, { trim: false })).toEqual(rows);
  const read = await readSheetFile(file);
  expect(read.header).toEqual(['名称', '备注']);
  expect(await rowsOf(read)).toEqual(rows.slice(1).map((row) => row.map((cell) => cell ?? '')));
});

const character = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'", '_x000D_', ']]>', '\u0000', '\ud800', '\uffff'),
);
const cell = fc.array(character, { maxLength: 6 }).map((parts) => parts.join(''));
const wellFormed = (one: string) =>
  one.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

test('any text of a cell comes back from .xlsx', async () => {
  const texts = fc.sample(cell, 3000);
  const read = await readSheetFile(
    await xlsx(
      sheet(
        ['a', 'b'],
        texts.map((one) => ['x', one]),
      ),
    ),
  );
  expect((await rowsOf(read)).map((row) => row[1])).toEqual(texts.map(wellFormed));
});

test('any text of a cell comes back from .csv', async () => {
  const texts = fc.sample(cell, 3000);
  const read = await readSheetFile(
    await csv(
      sheet(
        ['a', 'b'],
        texts.map((one) => ['x', one.replaceAll('\u0000', '')]),
      ),
    ),
  );
  expect((await rowsOf(read)).map((row) => row[1])).toEqual(
    texts.map((one) => wellFormed(one.replaceAll('\u0000', ''))),
  );
});

test('no cell begins a formula', async () => {
  const hostile = ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\t=1', '\r=1', "'=1", '＝1+1', '＋1', '－1', '＠SUM'];
  const rows = hostile.map((one) => ['a', one]);
  const raw = await readSheet(await xlsx(sheet(['x', '=y'], rows)), { trim: false });
  expect(raw.map((row) => row[1])).toEqual(["'=y", ...hostile.map((one) => `'${one}`)]);
  const lines = (await csv(sheet(['x', '=y'], rows))).toString('utf8');
  expect(lines).toContain("a,'=1+1\r\n");
  expect(lines).not.toMatch(/,"?[=+\-@\t\r＝＋－＠]/);
  expect((await rowsOf(await readSheetFile(await csv(sheet(['x', 'y'], rows))))).map((row) => row[1])).toEqual(hostile);
});

test('numbers are numbers, negative ones too, and long codes stay texts', async () => {
  const one: WrittenSheet = {
    name: 'a',
    columns: [
      { label: '金额', number: '0.00' },
      { label: '代码', number: '0' },
    ],
    rows: [
      ['-12.50', '91530102MA6K12345X'],
      ['12.50', '123456789012345678'],
    ],
  };
  expect(await readSheet(await xlsx(one))).toEqual([
    ['金额', '代码'],
    [-12.5, '91530102MA6K12345X'],
    [12.5, '123456789012345678'],
  ]);
  expect((await csv(one)).toString()).toContain('\r\n-12.50,91530102MA6K12345X\r\n');
});

test('encodings of .csv are recognised', async () => {
  const gb = Buffer.concat([
    Buffer.from([0xc3, 0xfb, 0xb3, 0xc6]),
    Buffer.from(',b\r\n'),
    Buffer.from([0xc0, 0xa5, 0xc3, 0xf7]),
    Buffer.from(',2\r\n'),
  ]);
  expect(await rowsOf(await readSheetFile(gb))).toEqual([['昆明', '2']]);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('名称\tb\r\n昆明\t2', 'utf16le')]);
  expect(await rowsOf(await readSheetFile(utf16))).toEqual([['昆明', '2']]);
  expect((await readSheetFile(Buffer.from('名称,b\n昆明,2'))).header).toEqual(['名称', 'b']);
});

test('dates, numbers, booleans, formulas and gaps of a real workbook', async () => {
  const file = workbook(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>' +
      '<row r="3"><c r="A3" s="1"><v>46347</v></c><c r="B3" s="1"><v>46347.5</v></c></row>' +
      '<row r="4"><c r="A4"><v>0.30000000000000004</v></c><c r="B4"><v>1.38E+10</v></c></row>' +
      '<row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5" t="str"><f>CONCATENATE("x","y")</f><v>xy</v></c></row>' +
      '<row r="6"><c r="A6" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B6" s="1"><v>0.75</v></c></row>' +
      '<row r="1048576" ht="15"><c r="A1048576" s="1"/></row>',
  );
  const read = await readSheetFile(file);
  const rows: [number, readonly string[]][] = [];
  for (const { row, cells } of read.rows) rows.push([row, cells]);
  expect(rows).toEqual([
    [3, ['2026-11-21', '2026-11-21 12:00:00']],
    [4, ['0.3', '13800000000']],
    [5, ['TRUE', 'xy']],
    [6, ['', '18:00:00']],
  ]);
});

test('a number is what a person sees: with its zeros, or with digits that are lost', async () => {
  const styles =
    '<styleSheet><numFmts count="1"><numFmt numFmtId="176" formatCode="00000000"/></numFmts><cellStyleXfs count="1"><xf numFmtId="176"/></cellStyleXfs>' +
    '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="176" applyNumberFormat="1"/></cellXfs></styleSheet>';
  const file = workbook(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>' +
      '<row r="2"><c r="A2" s="2"><v>12345</v></c><c r="B2"><v>5.3010219900101101E+17</v></c></row>' +
      '<row r="3"><c r="A3" s="2" t="n"><v>123456789</v></c><c r="B3"><v>1234567890123456</v></c></row>' +
      '<row r="4"><c r="A4" s="2"/><c r="B4" s="2"><f>1+1</f><v>2</v></c></row>' +
      '<row r="5"><c r="A5" s="2" t="inlineStr"><is><t>012</t></is></c><c r="B5"><v>999999999999999</v></c></row>' +
      '<row r="6"><c r="A6" s="2"><v>1.5</v></c><c r="B6"><v>1E-7</v></c></row>',
    styles,
  );
  expect(await rowsOf(await readSheetFile(file))).toEqual([
    ['00012345', '5.30102199001011E+17'],
    ['123456789', '1.23456789012346E+15'],
    ['', '00000002'],
    ['012', '999999999999999'],
    ['1.5', '0.0000001'],
  ]);
  const written = Buffer.from('\ufeffa,b\r\n="00012345",="x y"\r\n"=""00012345""",\'=1\r\n');
  expect(await rowsOf(await readSheetFile(written))).toEqual([
    ['00012345', 'x y'],
    ['00012345', '=1'],
  ]);
});

test('too many rows are refused', async () => {
  const long = Array.from({ length: 5001 }, (_, i) => [String(i)]);
  expect(await refusal(xlsx(sheet(['a'], long)).then((file) => readSheetFile(file)))).toContain('5000');
  expect(await refusal(csv(sheet(['a'], long)).then((file) => readSheetFile(file)))).toContain('5000');
  await expect(readSheetFile(await csv(sheet(['a'], long.slice(1))))).resolves.toBeDefined();
  await expect(readSheetFile(await xlsx(sheet(['a'], long.slice(1))))).resolves.toBeDefined();
});

test('hostile and broken files are refused, quickly', async () => {
  const started = performance.now();
  expect(await refusal(readSheetFile(workbook('<row r="4000000000"><c t="b"><v>1</v></c></row>')))).toContain(
    '结构有误',
  );
  expect(await refusal(readSheetFile(workbook('<row r="1"><c r="XFD1" t="b"><v>1</v></c></row>')))).toContain('256');
  expect(await refusal(readSheetFile(workbook('<row r="1000000"><c r="A1000000" t="b"><v>1</v></c></row>')))).toContain(
    '5000',
  );
  expect(await refusal(readSheetFile(Buffer.from('PK\x03\x04 and nothing else')))).toContain('损坏');
  expect(await refusal(readSheetFile(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])))).toContain('.xls');
  expect(await refusal(readSheetFile(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])))).toContain('.csv');
  expect(await refusal(readSheetFile(Buffer.from('')))).toContain('没有内容');
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('a zip bomb is refused whatever size it claims', async () => {
  const bomb = deflateRawSync(Buffer.alloc(300 * 1024 * 1024), { level: 1 });
  const file = packZipUncompressed(new Map([['xl/workbook.xml', bomb]]));
  // both headers say: deflated, 100 bytes
  for (const signature of ['PK\x03\x04', 'PK\x01\x02']) {
    const at = file.indexOf(signature) + (signature === 'PK\x03\x04' ? 8 : 10);
    file.writeUInt16LE(8, at);
    file.writeUInt32LE(100, at + 14);
  }
  expect(await refusal(readSheetFile(file))).toContain('解压后超过 48 MB');
});

test('tags written to hide a place are refused', async () => {
  for (const tag of [
    `<c q=' r="A1"' r="ZZZZZZ1" t="b">`,
    '<c r="A1" x:r="AAA9" t="b">',
    '<c r="&#65;1" t="b">',
    '<c r=A1 t="b">',
    '<c t="b">',
    '<x:c r="AAA1" t="b">',
  ]) {
    expect(await refusal(readSheetFile(workbook(`<row r="1">${tag}<v>1</v></c></row>`)))).toBeTruthy();
  }
});

test('a table of real size is read whole', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) =>
    Array.from({ length: 40 }, (_, c) => `第${i}行第${c}列 <文化和旅游>`),
  );
  const file = await xlsx(
    sheet(
      rows[0]!.map((_, c) => `列${c}`),
      rows,
    ),
  );
  // as one text: comparing 200,000 cells one by one takes longer than reading them
  const textOf = (cells: readonly (readonly string[])[]) => cells.map((row) => row.join('\t')).join('\n');
  expect(textOf(await rowsOf(await readSheetFile(file))) === textOf(rows)).toBe(true);
});

test('other sheets do not matter', async () => {
  const options = sheet(
    ['选项'],
    Array.from({ length: 20_000 }, (_, i) => [String(i)]),
    '选项',
  );
  expect(await rowsOf(await readSheetFile(await xlsx(sheet(['a'], [['1']]), options)))).toEqual([['1']]);
});

test('a hidden or explaining sheet before the list is passed over', async () => {
  const list = sheet(['a'], [['1']], '企业');
  const explained = await xlsx(sheet(['请先阅读'], [['一']], '填表说明'), list);
  expect((await readSheetFile(explained)).header).toEqual(['a']);
  const files = (state: string) =>
    packZipUncompressed(
      new Map(
        Object.entries({
          'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="x" sheetId="1" state="${state}" r:id="rId1"/><sheet name="y" sheetId="2" r:id="rId2"/></sheets></workbook>`,
          'xl/_rels/workbook.xml.rels': `<Relationships>${[1, 2].map((n) => `<Relationship Id="rId${n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
          'xl/styles.xml': plainStyles,
          ...Object.fromEntries(
            [1, 2].map((n) => [
              `xl/worksheets/sheet${n}.xml`,
              `<worksheet><sheetData><row r="1"><c r="A1"><v>${n}</v></c></row></sheetData></worksheet>`,
            ]),
          ),
        }).map(([name, content]) => [name, Buffer.from(content)]),
      ),
    );
  for (const [state, header] of [
    ['visible', '1'],
    ['hidden', '2'],
    ['veryHidden', '2'],
  ] as const)
    expect((await readSheetFile(files(state))).header, state).toEqual([header]);
});

test('whoever chooses is told how each sheet in sight begins, and what is amiss with one does not matter to another', async () => {
  const sheets = [
    ['甲 &#x4E59;&amp;', '<row r="2"><c r="B2" t="inlineStr"><is><t>a</t></is></c></row>'],
    ['很长', `<row r="1"><c r="A1"><v>1</v></c></row>${'<row r="2"/>'.repeat(200_000)}`],
    ['跑远', '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'],
    ['错乱', '<row r="1"><c r=A1><v>1</v></c></row>'],
    ['重复', '<row r="4"><c r="A4"><v>8</v></c></row>'.repeat(2)],
    ['空白', ''],
    [
      '名单',
      Array.from({ length: 50 }, (_, n) => `<row r="${n + 3}"><c r="A${n + 3}"><v>${n + 7}</v></c></row>`).join(''),
    ],
  ] as const;
  const relation = (n: number) =>
    `<Relationship Id="r${n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${n}.xml"/>`;
  const files = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets.map(([name], n) => `<sheet name="${name}" r:id="r${n}"/>`).join('')}<sheet name="藏" state="hidden" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, n) => relation(n)).join('')}</Relationships>`,
    'xl/styles.xml': plainStyles,
    ...Object.fromEntries(
      sheets.map(([, rows], n) => [
        `xl/worksheets/sheet${n}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  };
  const file = packZipUncompressed(
    new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
  );
  let seen: readonly SheetBeginning[] = [];
  const read = async (at: number) => {
    const choose = (beginnings: readonly SheetBeginning[]) => {
      seen = beginnings;
      return { at, name: '', passed: [] };
    };
    const { first } = await readWorkbook(file, [], { choose });
    return [first.headerRow, first.header];
  };
  expect(await read(6)).toEqual([3, ['7']]);
  expect(seen.map(({ name, hidden, rows }) => [name, hidden, rows?.length])).toEqual([
    ['甲 乙&', false, 1],
    ['很长', false, 1],
    ['跑远', false, undefined],
    ['错乱', false, undefined],
    ['重复', false, undefined],
    ['空白', false, 0],
    ['名单', false, 40],
    ['藏', true, undefined],
  ]);
  expect(await read(0)).toEqual([2, ['', 'a']]);
  expect(await refusal(read(3))).toContain('结构有误');
});

test('a web page named .xls is told for what it is', async () => {
  for (const page of [
    '<html><table><tr><td>a</td></tr></table>',
    '\ufeff\n<?xml version="1.0"?><Workbook/>',
    '<!DOCTYPE html>',
  ])
    expect(await refusal(readSheetFile(Buffer.from(page)))).toContain('网页');
  expect((await readSheetFile(Buffer.from('a,<b>\n1,2'))).header).toEqual(['a', '<b>']);
});
