import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import { generateCreditCode } from '#modules/demo/server/generate/generate-credit-codes.ts';
import { type Cell, excelWorkbook, phoneWorkbook, toGbk, wpsWorkbook } from '../support/foreign-workbook.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

/**
 * Files written by other programs go the whole way: uploaded, tried, imported by the job, and stored as they were
 * meant.
 */
let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

let serial = 70_000;
const code = () => generateCreditCode('91', '530102', 7, ++serial);

function multipart(content: Buffer, fields: Record<string, string>): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.xls"\r\n\r\n';
  return Buffer.concat([Buffer.from(parts.join('') + file), content, Buffer.from('\r\n--cut--\r\n')]);
}
const type = { 'content-type': 'multipart/form-data; boundary=cut' };

interface Report {
  total: number;
  valid: number;
  imported: number;
  errors: { row: number; column: string; message: string; value?: string }[];
  columns?: { header: string; field: string | null }[];
  skipped?: { row: number; why: string; text: string }[];
  skipped_count?: number;
  read_sheet?: string;
  passed_sheets?: { sheet: string; why: string }[];
}
interface ImportReport {
  status: string;
  message: string | null;
  result: { report: Report } | null;
}

async function send(content: Buffer, fields: Record<string, string> = {}): Promise<ImportReport> {
  const { data } = await chief.post<{ job_id: number }>(
    '/admin/enterprise.enterprise/import',
    multipart(content, fields),
    type,
  );
  for (let i = 0; i < 800; i++) {
    const { job } = (await chief.get<{ job: ImportReport }>('/admin/job/show', { id: data.job_id })).data;
    if (['done', 'failed'].includes(job.status)) return job;
    await sleep(50);
  }
  throw new Error('the job has no end');
}
const report = async (content: Buffer, fields: Record<string, string> = {}) =>
  (await send(content, fields)).result?.report as Report;

const stored = (uscc: string) =>
  app.db.row(
    `select name, ent_type, legal_person, contact_name, reg_capital::text, reg_date::text, employees, icp_no, area_code, address,
      source from enterprise where uscc = $1`,
    [uscc],
  );

test('a register from Excel: titles, a header of two lines, formats, a total and notes', async () => {
  const [one, two] = [code(), code()];
  const upper = ['序号', '企业\n名称*', '统一社会信用代码', '企业类型', '法定代表人', null, '联系方式', null];
  const more = ['注册资本（元）', '成立日期', '从业人数', 'ICP备案号', '经营地', '经营地址', '地图位置'];
  const row = (n: number, uscc: string, name: string, [founded, capital]: readonly [Cell, Cell]): Cell[] => [
    n,
    name,
    uscc,
    '星级饭店',
    '马克•李',
    13_800_000_001,
    '李　丽',
    '139 0000 0002',
    capital,
    founded,
    { f: '10+9', saved: '19' },
    { n: 12_345, format: 'padded' as const },
    '五华区',
    `人民中路 ${n} 号`,
    '102.71,25.04',
  ];
  const file = excelWorkbook({
    name: 'Sheet1',
    merged: ['A1:N1', 'E3:F3', 'G3:H3'],
    rows: [
      ['昆明市旅游企业名录'],
      ['填报单位：市文化和旅游局', null, '2026年5月'],
      [...upper, ...more],
      [null, null, null, null, '法定代表人', '法定代表人手机', '联系人', '联系人手机', ...more.map(() => null)],
      row(1, one, '昆明外来甲饭店', [
        { n: 43_953, format: 'date' },
        { n: 1_280_000.5, format: 'money' },
      ]),
      row(2, two, '昆明外来乙饭店', [20_240_501, '1,280,000.50元']),
      ['合计', null, '2 家'],
      ['注：以上数据截至 5 月底', null, null],
      ['填表人：张三', null, '审核人：李四'],
    ],
  });
  const tried = await report(file, { dry: '1' });
  expect(tried).toMatchObject({ total: 2, valid: 2, imported: 0, errors: [], skipped_count: 5 });
  expect(tried.skipped?.map(({ row: at, why }) => [at, why])).toEqual([
    [1, 'above'],
    [2, 'above'],
    [7, 'total'],
    [8, 'note'],
    [9, 'note'],
  ]);
  expect(tried.columns?.filter(({ field }) => field === null).map(({ header }) => header)).toEqual(['序号']);
  expect(tried).not.toHaveProperty('passed_sheets');
  expect(await report(file)).toMatchObject({ total: 2, imported: 2, errors: [] });
  // the table stores money in cents
  const common = { ent_type: 'hotel', legal_person: '马克·李', contact_name: '李 丽', reg_capital: '128000050' };
  const rest = { employees: 19, icp_no: '00012345', area_code: '530102', source: 'import' };
  expect([await stored(one), await stored(two)]).toEqual([
    { ...common, ...rest, name: '昆明外来甲饭店', reg_date: '2020-05-02', address: '人民中路 1 号' },
    { ...common, ...rest, name: '昆明外来乙饭店', reg_date: '2024-05-01', address: '人民中路 2 号' },
  ]);
});

const header = [
  '企业名称',
  '统一社会信用代码',
  '企业类型',
  '法定代表人',
  '法定代表人手机',
  '联系人',
  '联系人手机',
  '经营地',
  '经营地址',
  '地图位置',
];
const filled = (name: string, uscc: string): Cell[] => [
  name,
  uscc,
  '星级饭店',
  '王明',
  '13800000001',
  '李丽',
  '13900000002',
  '五华区',
  '人民中路 9 号',
  '102.71,25.04',
];

test('a workbook from WPS: the right sheet is found, invisible characters do not matter, lost digits are reported', async () => {
  const uscc = code();
  const person = '53010219900307852';
  const written = (id: Cell) =>
    wpsWorkbook(
      { name: '填表说明', rows: [['一、请勿改动表头'], ['企业名称', '必填'], ['统一社会信用代码', '18 位']] },
      {
        name: '企业名录',
        rows: [
          [],
          ['县区旅游企业名录'],
          [...header.map((label) => `\u200b${label}\u00a0`), '\ufeff法定代表人身份证号（选填）'],
          [...filled('昆明外来丙饭店', uscc), id],
        ],
      },
      { name: '字典', state: 'hidden', rows: [header, filled('字典', 'x')] },
      { name: 'Sheet3', rows: [] },
    );
  const lost = await report(written(530_102_199_003_078_500), { dry: '1' });
  expect(lost).toMatchObject({
    total: 1,
    valid: 0,
    read_sheet: '企业名录',
    passed_sheets: [
      { sheet: '填表说明', why: 'explains' },
      { sheet: '字典', why: 'hidden' },
    ],
  });
  expect(lost.errors).toMatchObject([{ row: 4, message: expect.stringContaining('文本') }]);
  const whole = written(`５３０１０２${person.slice(6)}${idNumberCheckDigit(person)}`);
  expect(await report(whole)).toMatchObject({ total: 1, imported: 1, errors: [] });
  expect(await stored(uscc)).toMatchObject({ name: '昆明外来丙饭店', area_code: '530102', employees: null });
});

test('a workbook from a phone: the sheet with the columns of the list is imported, and the other sheets are reported', async () => {
  const [june, july] = [code(), code()];
  const file = phoneWorkbook(
    { name: '汇总', rows: [['各县区汇总'], ['县区', '家数'], ['五华区', 2]] },
    { name: '示例', rows: [header, filled('某某饭店', '91530102MA6K0TLH5Y')] },
    { name: '六月', rows: [['六月'], header, filled('昆明外来丁饭店', june)] },
    { name: '七月', rows: [header, filled('昆明外来戊饭店', july)] },
    {
      name: '人员',
      rows: [
        ['经营地址', '岗位'],
        ['人民中路', '导游'],
      ],
    },
  );
  const result = await report(file);
  expect(result).toMatchObject({ total: 1, imported: 1, errors: [], read_sheet: '六月' });
  expect(result.passed_sheets).toEqual([
    { sheet: '汇总', why: expect.stringMatching(/none|fewer/) },
    { sheet: '示例', why: 'explains' },
    { sheet: '七月', why: 'same' },
    { sheet: '人员', why: 'fewer' },
  ]);
  expect([await stored(june), await stored(july)]).toMatchObject([{ name: '昆明外来丁饭店' }, undefined]);
});

test('a .csv from Chinese Windows: GBK, codes kept as text, a missing column reported at the header', async () => {
  const uscc = code();
  const line = (cells: readonly Cell[]) =>
    `${cells.map((one) => (one === '102.71,25.04' ? `"${one}"` : one)).join(',')}\r\n`;
  const written = (labels: readonly string[], ...rows: Cell[][]) =>
    toGbk(
      ['昆明市旅游企业名录,,', '', ''].map((one) => `${one}\r\n`).join('') + line(labels) + rows.map(line).join(''),
    );
  const numbered = [...header, 'ICP备案号', '成立日期'];
  const missing = await report(written(numbered.slice(1), [...filled('', uscc).slice(1), 'x', '']), { dry: '1' });
  expect(missing).toMatchObject({ valid: 0, errors: [{ row: 4, column: '企业名称' }] });
  const file = written(
    numbered,
    [...filled('昆明外来己饭店', uscc), '="00012345"', '２０２４/５/１ 0:00'],
    ...Array.from({ length: 60 }, (_, n): Cell[] => ['小计', n + 1]),
  );
  const result = await report(file);
  expect(result).toMatchObject({ total: 1, imported: 1, errors: [], skipped_count: 61 });
  expect(result.skipped).toHaveLength(50);
  expect(await stored(uscc)).toMatchObject({ name: '昆明外来己饭店', icp_no: '00012345', reg_date: '2024-05-01' });
});

test('a file that is a sheet only by its name is refused with its real type', async () => {
  const compound = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(600),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]);
  for (const [file, expected] of [
    [
      Buffer.from('<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>企业名称'),
      /网页.*另存为 .xlsx/,
    ],
    [Buffer.from('\ufeff<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'), /网页/],
    [Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related;'), /网页/],
    [compound, /密码/],
    [compound.subarray(0, 500), /旧版 .xls/],
  ] as const) {
    const { status, message } = await send(file, { dry: '1' });
    expect([status, message]).toEqual(['failed', expect.stringMatching(expected)]);
  }
});

test('the list of people in a workbook is found by the columns of the list it is for', async () => {
  const read = async (content: Buffer, fields: Record<string, string>) =>
    await chief.post<{ cells: string[][]; read_sheet?: string; passed_sheets?: unknown[] }>(
      '/admin/ajax/readCells',
      multipart(content, fields),
      type,
    );
  const file = wpsWorkbook(
    {
      name: '行程',
      rows: [
        ['日期', '景点'],
        ['5月1日', '石林'],
      ],
    },
    {
      name: '名单',
      rows: [
        ['昆明一日游游客名单'],
        ['序号', '姓名', '证件号码', '手机'],
        [1, '王明', '530102199003078523', 13_800_138_000],
        ['合计', '1人'],
      ],
    },
  );
  const { data } = await read(file, { resource: 'travel/tourist' });
  expect(data).toMatchObject({ read_sheet: '名单', passed_sheets: [{ sheet: '行程', why: expect.any(String) }] });
  expect(data.cells[2]).toEqual(['1', '王明', '530102199003078523', '13800138000']);
  expect((await read(file, {})).data.cells[0]?.slice(0, 2)).toEqual(['日期', '景点']);
  const unknown = await read(file, { resource: 'travel/nothing' });
  expect([unknown.code, unknown.data]).toMatchObject([0, { reason: 'parameter' }]);
});
