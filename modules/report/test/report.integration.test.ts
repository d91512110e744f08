import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportResponse } from '#kernel/module/report-dimensions-and-response.ts';
import { readSheetFile } from '#server/sheets/read-sheet.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let chief: Client;

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  await app.db.query(`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status, createtime)
    select '企业' || n, 'R' || n, (array['hotel', 'scenic'])[1 + n % 2], '王', '1', '王', '1', (array['530102', '530103', '530302'])[1 + n % 3], '路', 'active',
      '2026-03-31T16:30:00Z'::timestamptz - n % 2 * interval '1 year' from generate_series(1, 12) n`);
});
afterAll(() => app.close());

const resource = 'enterprise/enterprise';
const april = { from: '2026-04-01', until: '2026-04-30' };

test('figures are those of the visible rows, by days in Shanghai', async () => {
  const read = async (client: Client, more: object) =>
    (
      await client.get<ReportResponse>('/admin/report/index', {
        resource,
        name: 'registered',
        ...april,
        compare: 'year',
        ...more,
      })
    ).data;
  const all = await read(chief, { by: 'area_code', level: 2 });
  expect([all.total, all.total_before, all.before]).toEqual([6, 6, { from: '2025-04-01', until: '2025-04-30' }]);
  expect(all.list.map((one) => [one.area_code, one.value, one.before])).toEqual([
    ['530100', 4, 4],
    ['530300', 2, 2],
  ]);
  const county = await read(await app.client({ officer: 'county1' }), { by: 'ent_type', period: 'week' });
  expect([county.total, county.total_before, county.list.length]).toEqual([2, 0, 1]);
  const some = await read(chief, { search: [{ field: 'area_code', operator: '=', val: '530300' }] });
  expect([some.total, some.total_before, some.list.length]).toEqual([2, 2, 1]);
  // filtered like the list: one of several conditions, rows awaiting the caller
  const any = [
    [
      { field: 'area_code', operator: '=', val: '530300' },
      { field: 'area_code', operator: '=', val: '530103' },
    ],
  ];
  expect((await read(chief, { any })).total).toBe(4);
  expect((await read(chief, { awaits: 'me' })).total).toBe(0);
});

test('rows that may not be listed, or measures not declared, have no report', async () => {
  await app.db.query(
    `update auth_group set rules = (select array_agg(id) from auth_menu where name in ('report', 'reports')) where rules is not null`,
  );
  const bare = await app.client({ officer: 'county2' });
  expect((await bare.get('/admin/report/index', { resource })).code).toBe(401);
  expect((await bare.post('/admin/report/export', { resource })).code).toBe(401);
  for (const wrong of [
    {},
    { resource: 'enterprise/licence' },
    { resource, name: 'x' },
    { resource: ['a'] },
    { resource, by: 'name' },
    { resource, search: [{ field: 'contact_mobile', operator: '=', val: '13711112222' }] },
    { resource, any: [[{ field: 'contact_mobile', operator: '=', val: '137****2222' }]] },
  ])
    expect((await chief.get('/admin/report/index', wrong)).data).toMatchObject({ reason: 'parameter' });
});

test('a report is exported as a workbook, with a sheet that describes it', async () => {
  const query = {
    resource,
    name: 'registered',
    by: 'ent_type',
    period: 'quarter',
    from: '2025-01-01',
    until: '2026-06-30',
  };
  const { job_id } = (await chief.post<{ job_id: number }>('/admin/report/export', query)).data;
  const result = async () =>
    await app.db.row<{ status: string; result: { url?: string } | null }>(
      'select status, result from job where id = $1',
      [job_id],
    );
  await expect.poll(async () => (await result())?.status, { timeout: 15_000 }).toBe('done');
  const name = path.basename((await result())?.result?.url ?? '');
  const { header, rows } = await readSheetFile(fs.readFileSync(path.join(app.config.dataDir, 'result', name)));
  expect(header).toEqual(['时间', 'A级景区', '星级饭店', '合计', '占比（%）']);
  expect([...rows].map(({ cells }) => cells.slice(0, 4))).toEqual([
    ['2025-Q1', '0', '0', '0'],
    ['2025-Q2', '6', '0', '6'],
    ['2025-Q3', '0', '0', '0'],
    ['2025-Q4', '0', '0', '0'],
    ['2026-Q1', '0', '0', '0'],
    ['2026-Q2', '0', '6', '6'],
    ['合计', '6', '6', '12'],
  ]);
});
