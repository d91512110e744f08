import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import { readSheetFile } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import {
  type ExportColumn,
  exportColumns,
  exportedCellText,
} from '#server/transfer/export/columns-and-cells-of-export.ts';
import { addCellContentToErrors } from '#server/transfer/read/add-cell-content-to-import-errors.ts';
import type { ImportLookup } from '#server/transfer/read/look-up-cell-texts-once.ts';
import { parseImportSheets } from '#server/transfer/read/parse-import-sheets-with-child-rows.ts';
import { writeImportTemplate } from '#server/transfer/write-empty-import-template-workbook.ts';
import { mapHeader, suggestFields } from './map-sheet-columns-to-fields.ts';
import type { ParsedImport } from './parsed-import-types.ts';
import { writeErrorWorkbook } from './write-workbook-of-import-errors.ts';

const shop = resource({
  name: 'shop/shop',
  label: text('店铺', 'Shops'),
  title: 'name',
  scope: 'area',
  fields: {
    name: field.text(text('店名', 'Name'), { required: true, max: 20, hint: text('与执照一致', 'As on the licence') }),
    uscc: field.creditCode(text('统一社会信用代码', 'Credit code'), { required: true, unique: true }),
    kind: field.select(text('类型', 'Type'), { options: { tea: text('茶叶', 'Tea'), jade: text('玉石', 'Jade') } }),
    sells: field.selects(text('经营', 'Sells'), { options: { a: text('甲', 'A'), b: text('乙', 'B') } }),
    parent_id: field.reference(text('总店', 'Main shop'), { to: 'shop/shop' }),
    guide_ids: field.references(text('导游', 'Guides'), { to: 'travel/guide' }),
    area_code: field.area(text('地区', 'Area'), { level: 3 }),
    opened_at: field.datetime(text('开业时间', 'Opened')),
    rent: field.money(text('租金', 'Rent')),
    staff: field.integer(text('人数', 'Staff'), { min: 0 }),
    open: field.switch(text('营业', 'Open')),
    mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked' }),
    note: field.editor(text('说明', 'Note'), { list: 'offered' }),
    secret: field.text(text('密钥', 'Secret'), { privacy: 'hidden', write: 'server' }),
    score: field.integer(text('得分', 'Score'), { write: 'server' }),
  },
  life: lifecycle({
    initial: 'draft',
    states: { draft: text('草稿', 'Draft'), done: text('完成', 'Done') },
    moves: {},
  }),
});

const bytes = async (stream: AsyncIterable<Uint8Array>) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
};

const requested: string[][] = [];
const lookup: ImportLookup = {
  references: async (field, texts) => {
    requested.push([String(field.options.to), ...texts]);
    const existing: Record<string, number | 'ambiguous'> = { 总店一: 7, '9': 9, 重名: 'ambiguous', 张三: 1, 李四: 2 };
    return new Map(texts.flatMap((word) => (existing[word] ? [[word, existing[word]] as const] : [])));
  },
  areas: async (field, texts) => {
    const level = Number(field.options.level ?? 1);
    requested.push([`area ${level}`, ...texts]);
    const existing: Record<string, string> = {
      云南省昆明市五华区: '530102',
      五华区: '530102',
      '530102': '530102',
      城区: 'ambiguous',
      ...(level === 1 ? { 云南省: '530000' } : {}),
    };
    return new Map(texts.flatMap((word) => (existing[word] ? [[word, existing[word]] as const] : [])));
  },
};

const errorsOf = ({ missing, rows }: ParsedImport) => [...missing, ...rows.flatMap((row) => row.errors)];
const code = '91530102MA6K0TLH5B';
const read = async (rows: string[][]) => {
  const [labels = [], ...content] = rows;
  const file = await bytes(xlsxStream([{ name: 'a', columns: labels.map((label) => ({ label })), rows: content }]));
  return parseImportSheets(shop, await readSheetFile(file), 'zh-cn', lookup);
};

const wire = {
  id: 3,
  name: '滇红茶庄',
  kind: 'tea',
  sells: ['a', 'b'],
  parent_id: 7,
  parent: { id: 7, name: '总店一' },
  area_code: '530102',
  area: { code: '530102', name: '五华区', full_name: '云南省昆明市五华区' },
  opened_at: 1_795_224_600,
  rent: '1200.50',
  staff: 3,
  open: '1',
  mobile: '138****8000',
  note: '<p>甲 &amp; 乙</p><p>丙<br>丁</p>',
  secret: 'x',
  status: 'draft',
  due_at: null,
};

const rowToCells = (row: Readonly<Record<string, unknown>>, columns: readonly ExportColumn[], locale: Locale) =>
  columns.map((one) =>
    exportedCellText(one, row[one.name], locale, { related: row[relationNameOf(one.name)], due_unit: row.due_unit }),
  );

test('an export reads like the screen', () => {
  const names = [
    'id',
    'name',
    'kind',
    'sells',
    'parent_id',
    'area_code',
    'opened_at',
    'rent',
    'staff',
    'open',
    'mobile',
    'note',
    'status',
    'due_at',
    'secret',
    'nonsense',
    '__proto__',
    'name',
  ];
  const columns = exportColumns(shop, names, 'zh-cn');
  expect(columns.map((column) => column.label)).toEqual([
    '编号',
    '店名',
    '类型',
    '经营',
    '总店',
    '地区',
    '开业时间',
    '租金',
    '人数',
    '营业',
    '手机',
    '说明',
    '状态',
    '办理期限',
  ]);
  const due = { ...wire, due_at: Date.parse('2026-12-04T23:59:59+08:00') / 1000 };
  const dueIn = (due_unit: string) => rowToCells({ ...due, due_unit }, columns, 'zh-cn').at(-1);
  expect(dueIn('workingDay')).toBe('2026-12-04');
  expect(dueIn('hour')).toBe('2026-12-04 23:59:59');
  expect(rowToCells(wire, columns, 'zh-cn')).toEqual([
    '3',
    '滇红茶庄',
    '茶叶',
    '甲、乙',
    '总店一',
    '云南省昆明市五华区',
    '2026-11-21 09:30',
    '1200.50',
    '3',
    '是',
    '138****8000',
    '甲 & 乙\n丙\n丁',
    '草稿',
    '',
  ]);
  expect(rowToCells(wire, exportColumns(shop, ['kind', 'open', 'status'], 'en'), 'en')).toEqual([
    'Tea',
    'Yes',
    'Draft',
  ]);
  expect(exportColumns(shop, [], 'zh-cn').map((column) => column.name)).not.toContain('note');
});

test('an exported sheet can be imported', async () => {
  requested.length = 0;
  const names = ['name', 'kind', 'sells', 'parent_id', 'area_code', 'opened_at', 'rent', 'staff', 'open', 'note'];
  const columns = exportColumns(shop, names, 'en');
  const file = await bytes(
    xlsxStream([
      {
        name: 'a',
        columns: [...columns, { label: '统一社会信用代码 *' }],
        rows: [[...rowToCells(wire, columns, 'en'), code]],
      },
    ]),
  );
  const reading = await parseImportSheets(shop, await readSheetFile(file), 'zh-cn', lookup);
  const { rows, ignored } = reading;
  expect(errorsOf(reading)).toEqual([]);
  expect(ignored).toEqual([]);
  expect(rows[0]?.values).toEqual({
    name: '滇红茶庄',
    kind: 'tea',
    sells: ['a', 'b'],
    parent_id: 7,
    area_code: '530102',
    opened_at: '2026-11-21 09:30:00',
    rent: '1200.5',
    staff: '3',
    open: 'Yes',
    note: '<p>甲 &amp; 乙</p><p>丙</p><p>丁</p>',
    uscc: code,
  });
});

test('every wrong cell is named by row and column', async () => {
  const reading = await read([
    ['店名', '统一社会信用代码', '类型', '总店', '地区', '人数', '手机', '得分', '随便'],
    ['好店', code, '玉石', '9', '五华区', '5', '13800138000', '99', 'x'],
    ['', '91530102MA6K0TLH5Y', '瓷器', '没有', '火星', '-1', '12345', '', ''],
    ['店'.repeat(21), code.toLowerCase(), '', '重名', '城区', '1.5', '', '', ''],
    ['甲', '', '', '', '云南省', 'abc', '', '', ''],
  ]);
  const { rows, ignored } = reading;
  const errors = errorsOf(reading);
  expect(ignored).toEqual(['得分', '随便']);
  expect(rows.map((row) => row.values !== undefined)).toEqual([true, false, false, false]);
  expect(rows[0]?.values).toMatchObject({ kind: 'jade', parent_id: 9, area_code: '530102' });
  expect(errors.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
    '3 店名 必填',
    expect.stringMatching(/^3 统一社会信用代码 统一社会信用代码校验位错误，正确的写法如 9\w{17}$/),
    '3 类型 选项无效，应为：茶叶、玉石',
    '3 总店 选项无效：没有找到“没有”，请填写已登记的总店的名称或编号',
    '3 地区 地区无效：没有找到“火星”，请填写全称或六位代码，如 云南省昆明市五华区、530102',
    '3 人数 不能小于 0',
    expect.stringMatching(/^3 手机 请输入正确的手机号，正确的写法如 1\d{10}$/),
    '4 店名 不能超过 20 个字符',
    '4 总店 有多条记录名为“重名”，请填写编号',
    '4 地区 有多个地区名为“城区”，请填写全称或代码',
    '4 人数 请输入整数，如 12',
    '4 统一社会信用代码 与第 2 行重复',
    '5 统一社会信用代码 必填',
    expect.stringContaining('5 地区 地区无效：没有找到“云南省”'),
    '5 人数 请输入数字，如 12.5',
  ]);
  expect(errors[0]?.field).toBe('name');
});

test('what no database takes is left out of cells and labels', async () => {
  const file = Buffer.from(`店名\u0000,统一社会信用代码,\ud800x\n${'y'.repeat(5000)},,\n甲\u0000店,${code},`);
  file[file.indexOf(0)] = 0x20; // the beginning of a text holds none
  const reading = await parseImportSheets(shop, await readSheetFile(file), 'zh-cn', lookup);
  expect(reading.rows[1]?.values).toMatchObject({ name: '甲店' });
  expect(JSON.stringify(reading)).not.toMatch(/\\u0000|\\ud800/);
});

test('words are looked up once, many at a time', async () => {
  requested.length = 0;
  const rows = Array.from({ length: 1200 }, (_, i) => [`店${i}`, '总店一', i % 2 ? '五华区' : '530102', '张三、李四']);
  const { rows: out } = await read([['店名', '总店', '地区', '导游'], ...rows]);
  expect(out).toHaveLength(1200);
  expect(requested).toEqual([
    ['shop/shop', '总店一'],
    ['area 3', '530102', '五华区'],
    ['travel/guide', '张三', '李四'],
  ]);
});

test('a missing required column and a foreign sheet are told', async () => {
  const lacking = await read([['店名'], ['甲']]);
  expect(errorsOf(lacking)).toEqual([{ row: 1, column: '统一社会信用代码', field: 'uscc', message: '缺少必填列' }]);
  expect(lacking.rows[0]).not.toHaveProperty('values');
  await expect(
    read([
      ['甲', '乙'],
      ['1', '2'],
    ]),
  ).rejects.toMatchObject({ text: { 'zh-cn': expect.stringContaining('导入模板') } });
  await expect(read([['店名', '统一社会信用代码']])).rejects.toMatchObject({
    text: { 'zh-cn': expect.stringContaining('没有可导入') },
  });
});

test('the filled template is imported without its row of hints', async () => {
  for (const locale of ['zh-cn', 'en'] as const) {
    const template = await readSheetFile(await bytes(writeImportTemplate(shop, { locale, type: 'admin' })));
    expect(template.header).not.toContain(shop.fields.score.label[locale]);
    const rows: (readonly string[])[] = [];
    for (const { cells } of template.rows) rows.push(cells);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.[0]).toContain(locale === 'en' ? 'As on the licence' : '与执照一致');
    const filled = await bytes(
      xlsxStream([
        { name: 'a', columns: template.header.map((label) => ({ label })), rows: [...rows, ['甲店', code]] },
      ]),
    );
    const reading = await parseImportSheets(shop, await readSheetFile(filled), locale, lookup);
    expect(reading.rows).toMatchObject([{ row: 3, values: { name: '甲店', uscc: code }, errors: [] }]);
  }
});

test('the error workbook holds the rows and what is wrong, and can be corrected and imported', async () => {
  const reading = await read([
    ['店名', '统一社会信用代码'],
    ['', code],
    ['乙', '1'],
  ]);
  const file = await bytes(writeErrorWorkbook({ header: reading.header, rows: reading.rows, locale: 'zh-cn' }));
  const sheet = await readSheetFile(file);
  expect(sheet.header).toEqual(['店名', '统一社会信用代码', '错误说明', '原行号']);
  const rows: (readonly string[])[] = [];
  for (const { cells } of sheet.rows) rows.push(cells);
  expect(rows).toEqual([
    ['', code, '店名：必填', '2'],
    ['乙', '1', expect.stringMatching(/^统一社会信用代码：统一社会信用代码不正确：应为 18 位/), '3'],
  ]);
  expect((await parseImportSheets(shop, await readSheetFile(file), 'zh-cn', lookup)).ignored).toEqual([
    '错误说明',
    '原行号',
  ]);
});

test('columns hold what was chosen for them, else what they say; the rest is proposed', () => {
  const header = ['单位名称', '信用代码', '电话', '人数', '得分', ''];
  const found = (chosen: Record<string, string>) =>
    mapHeader(shop, header, chosen).columns.map((one) => [one.header, one.name]);
  expect(found({})).toEqual([['人数', 'staff']]);
  expect(suggestFields(shop, header)).toEqual([
    { header: '单位名称', field: null, suggested: 'name' },
    { header: '信用代码', field: null, suggested: 'uscc' },
    { header: '电话', field: null, suggested: 'mobile' },
    { header: '人数', field: 'staff', suggested: null },
    { header: '得分', field: null, suggested: null },
  ]);
  // one field twice, what only the server writes, and a column that is passed over
  expect(found({ 单位名称: 'name', 信用代码: 'name', 得分: 'score', 人数: '', __proto__: 'x' })).toEqual([
    ['单位名称', 'name'],
  ]);
  expect(found({ 电话: 'staff' }), 'what is claimed is found nowhere else').toEqual([['电话', 'staff']]);
});

test('a wrong value is quoted, personal data is not', async () => {
  const reading = await read([
    ['店名', '统一社会信用代码', '类型', '手机', '人数'],
    ['好店', code, '瓷器', '12345', '9'.repeat(80)],
  ]);
  expect(addCellContentToErrors(errorsOf(reading), reading).map(({ column, value }) => [column, value])).toEqual([
    ['类型', '瓷器'],
    ['手机', undefined],
    ['人数', `${'9'.repeat(60)}…`],
  ]);
});

test('a long number a spreadsheet has rounded is refused at its cell, with the way out', async () => {
  const reading = await read([
    ['店名', '统一社会信用代码', '手机', '租金', '开业时间', '人数'],
    ['甲', code, '1.38001E+10', '1，280。5', '20240501', '１２'],
    ['5.30102E+17', code, '13800138000', '1,5', '45413.5', '1.2E+03'],
  ]);
  expect(reading.rows[0]?.errors.map(({ row, column, message }) => [row, column, message.slice(0, 4)])).toEqual([
    [2, '手机', '数字过长'],
  ]);
  expect(reading.rows[1]?.errors.map(({ column, message }) => [column, message.slice(0, 4)])).toEqual([
    ['店名', '数字过长'],
    ['租金', '请输入金'],
    ['人数', '数字过长'],
    ['统一社会信用代码', '与第 2'],
  ]);
});
