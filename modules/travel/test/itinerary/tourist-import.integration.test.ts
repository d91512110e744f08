import fs from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#server/caller.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { runImportJob } from '#server/transfer/run-import-job.ts';
import { importFolder } from '#server/transfer/start-import-and-store-import-template.ts';
import { startApp, type TestApp } from '../../../../test/support/test-engine.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { type Agency, openAgency } from '../agency.ts';
import { newIdNumber } from '../team.ts';

/** Lists of tourists as agencies import them: sheets with thousands of rows. */
let app: TestApp;
let agency: Agency;
let owner: Caller;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  owner = await app.member(agency.username);
}, 120_000);
afterAll(() => app.close());

type Table = readonly (readonly string[])[];
const workbook = (sheets: Readonly<Record<string, Table>>) =>
  buffer(
    xlsxStream(
      Object.entries(sheets).map(([name, [header = [], ...rows]]) => ({
        name,
        columns: header.map((label) => ({ label })),
        rows: rows.map((row) => [...row]),
      })),
    ),
  );

async function bring(file: Buffer) {
  const upload = await importFolder(app.engine).create();
  await fs.writeFile(upload.path, file);
  const { id: job } = await app.engine.db.transaction((tx) =>
    createJob(tx, { kind: 'import', title: '', owner: jobOwnerOf(owner), locale: 'zh-cn', params: {} }),
  );
  const order = { job, resource: itinerary, file: upload.name, mode: 'all_or_nothing' as const, dry: false };
  const signal = new AbortController().signal;
  return (await runImportJob(app.engine, owner, order, { signal, onProgress: () => {} })).report;
}

/** The given number of different identity numbers, by counting up birthdays. */
function numbers(n: number): string[] {
  return Array.from({ length: n }, (_, at) => {
    const born = new Date(Date.UTC(1970, 0, 1 + Math.floor(at / 900))).toISOString().slice(0, 10).replaceAll('-', '');
    return newIdNumber('510104', born);
  });
}

const team: Table = [
  [
    '编号',
    '组团社',
    '团队类型',
    '出发时间',
    '结束时间',
    '出发地',
    '目的地',
    '团费合计（元）',
    '紧急联系人',
    '紧急联系电话',
  ],
  [
    '1',
    '',
    '省内游',
    '2030-05-01 08:00:00',
    '2030-05-03 18:00:00',
    '530102',
    '大理白族自治州',
    '900000',
    '赵六',
    '13500135000',
  ],
];
const teamSheet = () => team.map((row, at) => (at === 0 ? row : row.map((cell, n) => (n === 1 ? agency.name : cell))));
const sheets = (list: readonly string[]) => ({
  团队行程: teamSheet(),
  游客名单: [
    ['团队行程', '姓名', '证件类型', '证件号码', '手机'],
    ...list.map((number) => ['1', '游客', '身份证', number, '13600136000']),
  ],
});
const counted = () =>
  app.db.row<{ teams: number; tourists: number }>(
    'select (select count(*)::int from travel_itinerary) as teams, (select count(*)::int from travel_tourist) as tourists',
  );

test('one invalid number among five thousand is reported by row and column, and nothing is stored (K.17)', async () => {
  const list = numbers(5000);
  const wrong = list[3210]!;
  const faulty = list.with(3210, wrong.slice(0, 17) + (wrong.endsWith('0') ? '1' : '0'));
  const refused = await bring(await workbook(sheets(faulty)));
  expect(refused).toMatchObject({
    imported: 0,
    errors: [
      { sheet: '游客名单', row: 3212, column: '证件号码', message: expect.stringContaining('身份证号校验位错误') },
    ],
  });
  expect(await counted()).toEqual({ teams: 0, tourists: 0 });
  const imported = await bring(await workbook(sheets(list)));
  expect(imported).toMatchObject({ imported: 1, errors: [] });
  expect(await counted()).toEqual({ teams: 1, tourists: 5000 });
  const { tourist_count, adult_count } = (await app.db.row<{ tourist_count: number; adult_count: number }>(
    'select tourist_count, adult_count from travel_itinerary',
  ))!;
  expect([tourist_count, adult_count]).toEqual([5000, 5000]);
}, 60_000);

test('foreign telephone numbers are imported in the notation of tickets, and invalid ones reported by cell', async () => {
  const list = (mobile: string, contact = '001 415 555 0199') => ({
    团队行程: teamSheet().map((row, at) => (at === 0 ? row : row.with(-1, contact))),
    游客名单: [
      ['团队行程', '姓名', '证件类型', '证件号码', '手机', '出生日期', '国籍'],
      ['1', 'SMITH/JOHN', '护照', 'X1234567', mobile, '1990-02-03', '美国'],
    ],
  });
  const refused = await bring(await workbook(list('4155550100')));
  expect(refused).toMatchObject({ imported: 0, errors: [{ sheet: '游客名单', row: 2, column: '手机' }] });
  const imported = await bring(await workbook(list('+1 (415) 555-0100')));
  expect(imported).toMatchObject({ imported: 1, errors: [] });
  const [stored] = await app.db.rows(
    `select t.mobile, i.emergency_mobile from travel_tourist t join travel_itinerary i on i.id = t.itinerary_id where t.name = 'SMITH/JOHN'`,
  );
  expect(stored).toEqual({ mobile: '+14155550100', emergency_mobile: '+14155550199' });
});
