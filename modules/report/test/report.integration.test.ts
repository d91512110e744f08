import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportResponse } from '#kernel/module/dimensions-of-requested-report-and-response-types.ts';
import { shanghaiToday, toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { pathOfStoredFile } from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import { readSheetFile } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import { lastWholePeriod } from '../contract/scheduled-report-period.ts';
import { queueDueScheduledReports } from '../server/queue-due-scheduled-reports.ts';

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
  await expect.poll(async () => (await result())?.status, { timeout: 60_000 }).toBe('done');
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

const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};
const errorsOf = (answer: WireAnswer) => (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};
interface Made {
  readonly id: number;
  readonly outcome: string;
  readonly file: string | null;
  readonly rows: number | null;
  readonly problem: string | null;
  readonly from_on: string;
}
const form = { name: '昆明执法月报', report: 'enforcement', covers: 'month', language: 'zh-cn' };
const schedule = (name: string, body: object, who = chief) =>
  who.post<{ id: number; row: { status: string } }>(`/admin/reports.schedule/${name}`, body);
/** The reports of a schedule, the latest first, once none is being made. */
async function madeOf(id: number, n: number, who = chief): Promise<Made[]> {
  const read = async () =>
    ok(
      await who.get<{ list: Made[] }>('/admin/reports.made/index', {
        search: [{ field: 'schedule_id', operator: '=', val: String(id) }],
      }),
    ).list;
  const ended = async () => (await read()).filter(({ outcome }) => outcome !== 'making').length;
  await expect.poll(ended, { timeout: 60_000 }).toBe(n);
  return read();
}
const passTime = (id: number) =>
  app.db.query(
    sql`update reports_schedule set next_at = now() - interval '3 days', version = version + 1 where id = ${id}`,
  );
const messagesOf = (template: string) =>
  app.db.rows<{ content: string; opens: string }>(
    sql`select content, opens from message_notice where template_code = ${template} order by id`,
  );

test('a standard report is scheduled, made once however often it was missed, announced, listed, and stopped', async () => {
  const { from, until } = lastWholePeriod('month', shanghaiToday());
  await app.db.query(sql`
    insert into enforcement_check (check_no, source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode,
      started_at, status)
    select 'JCR' || n, 'routine', '旅游法', 'lodging', (select min(id) from auth_department), 'enterprise', e.id, e.name, e.area_code, ${until}::date, 'direct',
      ${`${from}T10:00:00+08:00`}::timestamptz - (n / 4) * interval '1 month', 'closed'
    from (select * from enterprise where area_code = '530102' limit 1) e, generate_series(1, 5) n`);
  const { id } = ok(await schedule('add', { ...form, of_area: '530100' }));
  const first = await app.db.row<{ at: number; owner: number }>(
    sql`select extract(epoch from next_at)::float8 as at, admin_id as owner from reports_schedule where id = ${id}`,
  );
  expect(toShanghaiMinute((first?.at ?? 0) * 1000)).toMatch(/^\d{4}-\d{2}-01 06:00$/);
  expect(await queueDueScheduledReports(app.engine), 'not due yet').toBe(0);
  await passTime(id);
  // by two processes at once
  const begun = await Promise.all([queueDueScheduledReports(app.engine), queueDueScheduledReports(app.engine)]);
  expect(begun.toSorted()).toEqual([0, 1]);
  const [made] = await madeOf(id, 1);
  expect(made).toMatchObject({ outcome: 'made', from_on: from, problem: null });
  const file = fs.readFileSync(
    pathOfStoredFile(path.join(app.config.dataDir, 'storage'), made?.file?.split('?')[0] ?? ''),
  );
  const { header, rows } = await readSheetFile(file);
  expect(header.slice(0, 2)).toEqual(['执法领域', '五华区']);
  expect([...rows].map(({ cells }) => cells[1])).toEqual(['3', '3']);
  expect(await messagesOf('report_ready')).toEqual([
    { content: `昆明执法月报（${from} – ${until}）已生成，请下载。`, opens: `reports/schedule/${id}` },
  ]);

  // what is stopped is not made, and what is resumed is made at its next time
  expect(ok(await schedule('stop', { id })).row.status).toBe('stopped');
  await passTime(id);
  expect(await queueDueScheduledReports(app.engine)).toBe(0);
  ok(await schedule('resume', { id }));
  expect(await queueDueScheduledReports(app.engine)).toBe(0);
  ok(await schedule('run', { id }));
  expect((await madeOf(id, 2)).map(({ outcome }) => outcome)).toEqual(['made', 'made']);
  ok(await schedule('stop', { id }));
  // it is its owner's alone
  await app.db.query(sql`update auth_group set rules = rules || array(select id from auth_menu where name ~ '^reports/')
    where rules is not null`);
  const other = await app.client({ officer: 'county1' });
  expect(ok(await other.get<{ list: object[] }>('/admin/reports.schedule/index', {})).list).toEqual([]);
  expect(ok(await other.get<{ list: object[] }>('/admin/reports.made/index', {})).list).toEqual([]);
  expect((await schedule('run', { id }, other)).code).toBe(0);
});

test('all standard reports can be made, in English too', async () => {
  const { standardReports } = await import('../contract/standard-report-definitions.ts');
  const ids: number[] = [];
  for (const report of Object.keys(standardReports))
    ids.push(ok(await schedule('add', { ...form, report, covers: 'year', language: 'en', of_area: '530100' })).id);
  for (const id of ids) ok(await schedule('run', { id }));
  for (const id of ids) expect((await madeOf(id, 1))[0]).toMatchObject({ outcome: 'made' });
}, 240_000);

test('a report is neither scheduled nor made by who may not read it, and bad times are refused', async () => {
  for (const [cron, wanted] of [
    ['* * * * *', '两次之间至少一天'],
    ['0 6,18 1 * *', '两次之间至少一天'],
    ['0 6 31 2 *', '生成时间无效'],
    ['later', '生成时间无效'],
    ['0 6 1 * 1', '生成时间无效'],
  ] as const)
    expect(errorsOf(await schedule('add', { ...form, cron })).cron?.[0], cron).toContain(wanted);
  expect(errorsOf(await schedule('add', { ...form, report: 'none' })).report).toHaveLength(1);
  ok(await schedule('add', { ...form, cron: '30 8 5 * *' }));

  // rights that are taken away later
  await app.db.query(sql`insert into auth_group (pid, name, rules) select pid, '定期报表', rules || array(select id from auth_menu
    where name ~ '^(report|enforcement|reform)') from auth_group g join auth_admin a on g.id = a.group_arr[1] where a.username = 'county2'`);
  await app.db.query(
    sql`update auth_admin set group_arr = array(select id from auth_group where name = '定期报表') where username = 'county2'`,
  );
  const officer = await app.client({ officer: 'county2' });
  const { id } = ok(await schedule('add', form, officer));
  await app.db.query(
    sql`update auth_group set rules = array(select id from auth_menu where id = any(rules) and name !~ '^reform') where name = '定期报表'`,
  );
  const bare = await app.client({ officer: 'county2' });
  const refused = await schedule('add', form, bare);
  expect(errorsOf(refused).report?.[0]).toMatch(/^没有权限：该报表须能查看或导出“/);
  await passTime(id);
  expect(await queueDueScheduledReports(app.engine)).toBe(1);
  const [made] = await madeOf(id, 1, bare);
  expect(made).toMatchObject({ outcome: 'failed', file: null, problem: expect.stringMatching(/^没有权限/) });
  expect((await messagesOf('report_failed')).map(({ content }) => content)).toEqual([
    expect.stringContaining('没有权限'),
  ]);
  // without the permission itself
  await app.db.query(
    sql`update auth_group set rules = array(select id from auth_menu where id = any(rules) and name !~ '^reports/') where name = '定期报表'`,
  );
  const none = await app.client({ officer: 'county2' });
  for (const name of ['add', 'run', 'stop']) expect((await schedule(name, { ...form, id }, none)).code, name).toBe(401);
});
