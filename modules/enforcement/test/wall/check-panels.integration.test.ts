import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { sql } from '#server/db/sql.ts';
import type { CheckPanel, EnforcementPanel } from '../../contract/wall/enforcement-check-wall-panels-and-feeds.ts';
import {
  casesByStage,
  checksBegunThisMonth,
  checksInStage,
  checksOfPlan,
  checksOfResult,
  checksWithProblems,
} from '../../contract/wall/list-filters-behind-check-wall-figures.ts';
import { CheckFixture, registered } from '../check/check-fixture.ts';
import { county, neighbour, ok, today } from '../draw/draw-fixture.ts';

/** The wall of checks: every figure is that of the list behind it. */
let on: CheckFixture;
const ids = { plan: 0, running: 0, recording: 0, waiting: 0, reviewed: 0 };

beforeAll(async () => {
  on = await CheckFixture.start();
  const plan = await on.app.db.row<{ id: number }>(sql`
    insert into enforcement_plan (name, year, kind, basis, department_id, starts_on, ends_on, ent_types, count, area_code, status)
    values ('住宿抽查', 2026, 'random', '旅游法第八十五条', 1, ${today}, ${today}, '{hotel}', 3, ${county}, 'running') returning id`);
  ids.plan = plan?.id ?? 0;
  ids.running = await on.upTo('scanIn', { plan_id: ids.plan });
  ids.recording = await on.upTo('record');
  ids.waiting = await on.upTo('submit', { plan_id: ids.plan });
  ids.reviewed = await on.upTo('review', { plan_id: ids.plan });
  await on.upTo('approve', { notify_mode: 'direct', direct_reason: 'emergency' });
}, 180_000);
afterAll(() => on.app.close());

const panelOf = async <T>(name: string, area = county): Promise<T> =>
  ok(await on.leader.get<T>(`/admin/screen.${name}/index`, { area }));

/** The number of rows in the list that a figure opens. */
async function countBehind({ of, conditions }: RowsBehindFigure): Promise<number> {
  const search = conditions.map(({ field, operator, value }) => ({ field, operator, val: value }));
  const path = `/admin/${of.replace('/', '.')}/index`;
  return ok(await on.leader.get<{ total: number }>(path, { search })).total;
}

test('counts visits, problems, results and the progress of plans as the lists do', async () => {
  await on.app.db.query(sql`update enforcement_check set result_code = 'pending' where id = ${ids.reviewed}`);
  const panel = await panelOf<CheckPanel>('check');
  expect(panel).toMatchObject({ state: 'ok', month: { checks: 4, problems: 1 }, results: [{ code: 'pending', n: 1 }] });
  const progress = { id: ids.plan, name: '住宿抽查', done: 2, total: 3 };
  expect(panel.plan).toEqual([progress]);
  const figures = [
    checksBegunThisMonth(panel),
    checksWithProblems(panel),
    checksOfResult(panel.area, 'pending', 1),
    checksOfPlan(panel.area, progress, 'done'),
    checksOfPlan(panel.area, progress, 'total'),
  ];
  for (const rows of figures) expect(await countBehind(rows)).toBe(rows.n);
});

test('shows officers where they entered, and no check before they did', async () => {
  const panel = await panelOf<EnforcementPanel>('enforcement');
  expect(panel.officers.map(({ id }) => id).toSorted()).toEqual(on.pair.map(({ id }) => id).toSorted());
  expect(panel.officers[0]).toMatchObject({ lng: registered.lng, lat: registered.lat, check_id: ids.recording });
  expect(panel.checks.map(({ id, stage }) => [id, stage])).toEqual([
    [ids.waiting, 'submitted'],
    [ids.recording, 'recording'],
    [ids.running, 'on_site'],
  ]);
  expect(panel.stages).toEqual([
    { stage: 'on_site', n: 1 },
    { stage: 'recording', n: 1 },
    { stage: 'submitted', n: 1 },
  ]);
  for (const { stage, n } of panel.stages) expect(await countBehind(checksInStage(panel.area, stage, n))).toBe(n);
});

test('limits are those of the rows, and a corrected order is contributed by its module', async () => {
  const enterprise = await on.anotherEnterprise('owner of the ordered');
  await on.app.db.query(sql`
    insert into reform_order (no, enterprise_id, source, officers, kind, due_on, late, status, area_code, due_at)
    values ('ZG1', ${enterprise}, 'patrol', '{}', 'within_term', ${today}, false, 'submitted', ${county}, now() - interval '1 hour'),
      ('ZG2', ${enterprise}, 'patrol', '{}', 'within_term', ${today}, true, 'overdue', ${county}, null),
      ('ZG3', ${enterprise}, 'patrol', '{}', 'within_term', null, false, 'draft', ${county}, null),
      ('ZG4', ${enterprise}, 'patrol', '{}', 'within_term', '2026-01-05', true, 'escalated', ${county}, null)`);
  const { month, rows } = await panelOf<CheckPanel>('check');
  expect(month).toMatchObject({ reforms_due: 2, reforms_on_time: 1 });
  expect([rows?.reforms_due?.ids.length, rows?.reforms_on_time?.ids.length]).toEqual([2, 1]);
  const enforcement = await panelOf<EnforcementPanel>('enforcement');
  const { deadlines } = enforcement;
  const [referred] = casesByStage(enforcement);
  expect(referred).toMatchObject({ of: 'reform/order', n: 1 });
  const list = await on.leader.get<{ list: { no: string }[] }>('/admin/reform.order/index', {
    search: [{ field: 'status', operator: '=', val: 'escalated' }],
  });
  expect(ok(list).list.map(({ no }) => no)).toEqual(['ZG4']);
  expect(deadlines.find(({ kind }) => kind === 'reform')).toMatchObject({ due_in: -1, n: 1, of: 'reform/order' });
  const ofChecks = deadlines.filter(({ kind }) => kind === 'check');
  const due = await on.app.db.rows<{ id: number }>(
    sql`select id from enforcement_check where due_at < (${today}::date + 8)::timestamp at time zone 'Asia/Shanghai' and area_code = ${county} order by id`,
  );
  expect(ofChecks.flatMap((one) => one.ids).toSorted((one, other) => one - other)).toEqual(due.map(({ id }) => id));
});

test('another county has nothing, and a wrong area is refused', async () => {
  expect(await panelOf<CheckPanel>('check', neighbour)).toMatchObject({
    state: 'empty',
    plan: [],
    month: { checks: 0, problems: 0, reforms_due: 0, reforms_on_time: 0 },
    results: [],
  });
  expect(await panelOf<EnforcementPanel>('enforcement', neighbour)).toMatchObject({
    state: 'empty',
    officers: [],
    checks: [],
    cases: { referred: 0 },
    deadlines: [],
  });
  expect((await on.leader.get('/admin/screen.check/index', { area: '999999' })).code).toBe(0);
});
