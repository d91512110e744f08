import fs from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { staysUnchangedAsNumberCell } from '#server/sheets/can-text-become-number-cell-unchanged.ts';
import { guardFormula, unguardFormula } from '#server/sheets/csv-injection-guard.ts';
import { readSheetFile } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { packZipUncompressed } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';

const parts = {
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
  'xl/styles.xml': '<styleSheet><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2" s="0"><v>2</v></c></row></sheetData></worksheet>',
};

/** A workbook with some parts replaced, unpacked sizes far above its own. */
function workbook(changed: Partial<Record<keyof typeof parts, string>>): Buffer {
  const files = Object.entries({ ...parts, ...changed }).map(
    ([name, content]) => [name, Buffer.from(content)] as const,
  );
  const file = packZipUncompressed(new Map(files.map(([name, content]) => [name, deflateRawSync(content)])));
  // storeZip writes method 0 into the header before each file and into each entry of the directory
  for (const [signature, method] of [
    ['PK\x03\x04', 8],
    ['PK\x01\x02', 10],
  ] as const)
    for (let at = file.indexOf(signature); at >= 0; at = file.indexOf(signature, at + 4))
      file.writeUInt16LE(8, at + method);
  return file;
}

async function outcome(file: Uint8Array, patience?: number): Promise<string> {
  try {
    const sheet = await readSheetFile(file, patience === undefined ? {} : { patience });
    let rows = 0;
    for (const _row of sheet.rows) rows++;
    return `read ${rows}`;
  } catch (error) {
    expect(error).toBeInstanceOf(SheetError);
    return (error as SheetError).text['zh-cn'];
  }
}

const two = 2_000_000;
const tag = (name: string) => `<${name} `;

describe('text made to hold a reader is decided upon by walking it once', () => {
  const cases: Record<string, [Buffer, string | RegExp]> = {
    'an open tag of a sheet, two million times': [workbook({ 'xl/workbook.xml': '<sheet a'.repeat(two) }), '结构有误'],
    'tags of relations that never end': [
      workbook({ 'xl/_rels/workbook.xml.rels': tag('Relationship').repeat(two) }),
      '结构有误',
    ],
    'spaces between the attributes of a sheet': [
      workbook({ 'xl/workbook.xml': `<sheet${' '.repeat(two)}x${' '.repeat(two)}` }),
      '结构有误',
    ],
    'a tag with a name of two million characters': [
      workbook({ 'xl/worksheets/sheet1.xml': `<${'c'.repeat(two)}><row r="1">` }),
      '结构有误',
    ],
    'a closing tag with such a name': [
      workbook({ 'xl/worksheets/sheet1.xml': `<worksheet></${'c'.repeat(two)}>` }),
      '结构有误',
    ],
    'cells that are opened and never closed': [
      workbook({ 'xl/worksheets/sheet1.xml': '<c r="A1" '.repeat(two) }),
      '结构有误',
    ],
    'quotes that are never closed': [workbook({ 'xl/worksheets/sheet1.xml': `<c r='${'"'.repeat(two)}` }), '结构有误'],
    'a format of dates of two million brackets': [
      workbook({
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(two)}"/></numFmts><cellXfs count="1"><xf numFmtId="164"/></cellXfs></styleSheet>`,
      }),
      '结构有误',
    ],
    'a sheet that is the formats of its own cells': [
      workbook({
        'xl/_rels/workbook.xml.rels': parts['xl/_rels/workbook.xml.rels'].replace('worksheets/sheet1', 'styles'),
      }),
      '已损坏',
    ],
    'colons and no names': [workbook({ 'xl/worksheets/sheet1.xml': `<${':'.repeat(two)}` }), '结构有误'],
    'a .csv of separators alone': [Buffer.alloc(10 * two, ','), '256 列'],
    'separators with quoted line ends between them': [Buffer.from(`${','.repeat(15_000)}"\n"`.repeat(1300)), '256 列'],
    'a .csv of quotes alone': [Buffer.alloc(10 * two, '"'), /过于复杂|没有内容|有误/],
    'a .csv of line ends alone': [Buffer.alloc(10 * two, '\n'), '没有内容'],
    'a .csv of spaces alone': [Buffer.alloc(10 * two, ' '), '过于复杂'],
    'a .csv with one row of 10,000 columns': [Buffer.from(`a,b\n${'x,'.repeat(10_000)}`), '256 列'],
    'a .csv of 20 MB in short rows': [Buffer.from('a,b,c\n'.repeat(3_000_000)), '5000'],
  };
  for (const [name, [file, reason]] of Object.entries(cases))
    test(name, { timeout: 60_000 }, async () => expect(await outcome(file)).toMatch(reason));

  test('texts of cells', () => {
    const quotes = "'".repeat(two);
    expect(guardFormula(`${quotes}=1`)).toBe(`'${quotes}=1`);
    expect(unguardFormula(quotes)).toBe(quotes);
    expect(staysUnchangedAsNumberCell('1'.repeat(two))).toBe(false);
  });
});

test('while a sheet is read the event loop of the server goes on turning', { timeout: 120_000 }, async () => {
  const row = `${Array.from({ length: 60 }, () => '昆明市五华区文化和旅游局，地址、电话').join(',')}\n`;
  const file = Buffer.from(row.repeat(2000));
  expect(file.length).toBeGreaterThan(6 * 1024 * 1024);
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  // however busy the machine is: what is asked is who does the work
  expect(await outcome(file, 110_000)).toBe('read 1999');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10); // on this thread it would be none
});

test('a thread whose time is over is ended, and says why', async () => {
  expect(await outcome(Buffer.from('a,b\n1,2'), 1)).toContain('过于复杂');
});

describe('what runs over foreign text', () => {
  const folder = path.join(packageRoot, 'server/sheets');
  const sourceOf = (file: string) => fs.readFileSync(path.join(packageRoot, file), 'utf8');
  const importsOf = (file: string) =>
    [...sourceOf(file).matchAll(/from '#(server\/sheets\/[^']+)'/g)].map(([, to]) => to as string);
  const reachable = (from: string[]): string[] => {
    const seen = new Set(from);
    for (const file of seen) for (const to of importsOf(file)) seen.add(to);
    return [...seen];
  };

  test('is parsed by the thread alone', () => {
    const parsers = /csv-reader|xlsx-reader|unpack-untrusted-zip-and-repack-uncompressed|csv-parse|read-excel-file/;
    const users = fs
      .readdirSync(path.join(packageRoot, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .filter((file) =>
        [...sourceOf(`server/${file}`).matchAll(/from '([^']+)'/g)].some(([, to]) => parsers.test(to as string)),
      );
    expect(users.sort()).toEqual([
      'files/inspect/recognise-file-type-or-strip-pdf-metadata-worker.ts',
      // writes only
      'pdf/write-docx.ts',
      'pdf/write-pdf-of-blocks-or-filled-docx-template-worker.ts',
      'sheets/csv-reader.ts',
      'sheets/sheet-worker.ts',
      'sheets/xlsx-reader.ts',
    ]);
  });

  test('holds no pattern that could take back what it has read', () => {
    const files = reachable([
      'server/sheets/sheet-worker.ts',
      'server/transfer/read/parse-import-sheets-with-child-rows.ts',
    ]);
    expect(files.length).toBeGreaterThan(10);
    expect(fs.existsSync(folder)).toBe(true);
    const repeating = (file: string) =>
      literalsOf(sourceOf(file)).filter((pattern) =>
        /[*+]|\{\d+,\}/.test(pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')),
      );
    expect(files.flatMap((file) => repeating(file).map((pattern) => `${file}: ${pattern}`))).toEqual([]);
    // one that is read outside of the worker is found
    expect(repeating('server/sheets/can-text-become-number-cell-unchanged.ts')).toEqual(['^-?\\d{1,15}(\\.\\d+)?$']);
  });

  /** Regular expressions as they stand in a source: after what cannot end a value. */
  const literalsOf = (source: string) =>
    [
      ...source
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(
          /(?:[=(,:?&|!;]|return|=>)\s*\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])*)\/[a-z]*/g,
        ),
    ].map(([, pattern]) => pattern as string);
});
