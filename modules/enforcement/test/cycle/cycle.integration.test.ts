import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, addMonths } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { CyclePreview } from '../../contract/cycle/recurring-check-cycle-preview-answer-types.ts';
import { draftDueChecksOfCycles } from '../../server/cycle/draft-due-checks-of-recurring-check-cycles.ts';
import { county, DrawFixture, errorsOf, ok, today } from '../draw/draw-fixture.ts';

/** Cycles of checks: what they draft, whom they skip, and that they do so once. */
let on: DrawFixture;
let form: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  on = await DrawFixture.start();
  const checklist = await on.app.db.row<{
    id: number;
  }>(sql`select c.id from library_checklist c where c.status = 'published'
    and exists (select from library_checklist_item i where i.checklist_id = c.id) order by c.id limit 1`);
  const department = await on.app.db.row<{ id: number }>(
    sql`select id from auth_department where area_code = '530100' order by id limit 1`,
  );
  form = {
    name: '住宿年度检查',
    department_id: department?.id,
    basis: '旅游法第八十五条',
    domain: 'lodging',
    ent_types: ['hotel'],
    area_code: '530100',
    checklist_id: checklist?.id,
    unit: 'quarter',
    every: 1,
    starts_on: addDays(today, -20),
    ahead_days: 10,
    assignment: 'rotate',
  };
}, 120_000);
afterAll(() => on.app.close());

const add = async (more: Readonly<Record<string, unknown>> = {}): Promise<number> =>
  ok(await on.city.post<{ id: number }>('/admin/enforcement.cycle/add', { ...form, ...more })).id;
const preview = async (id: number, more: Readonly<Record<string, unknown>> = {}) =>
  ok(await on.city.get<CyclePreview>('/admin/enforcement.cycle/preview', { id, ...more }));
const checksOf = (id: number) =>
  on.app.db.rows<{
    enterprise_id: number;
    status: string;
    day: string;
    officers: number;
    items: number;
    history: number;
  }>(sql`
    select c.enterprise_id, c.status, (c.window_from at time zone 'Asia/Shanghai')::date::text as day,
      (select count(*)::int from enforcement_check_officer o where o.check_id = c.id) as officers,
      (select count(*)::int from enforcement_check_answer a where a.check_id = c.id) as items,
      (select count(*)::int from history h where h.resource = 'enforcement/check' and h.row_id = c.id and h.action = 'add') as history
    from enforcement_check c where c.cycle_id = ${id} order by c.enterprise_id`);

test('a cycle drafts a check of each enterprise once, and says whom it skips and why', async () => {
  const hotels = await on.enterprises(8, { risk: 'A' });
  const [suspended = 0, checked = 0, capped = 0, ...others] = hotels;
  await on.officers(4, { area: '530100' });
  await on.app.db.query(sql`update enterprise set status = 'suspended' where id = ${suspended}`);
  const past = (enterprise: number, day: string, domain: string) =>
    on.app.db.query(sql`insert into enforcement_check (check_no, source, basis, domain, department_id, object_type, enterprise_id, area_code, due_on, notify_mode, status)
      values (${`JCC${enterprise}`}, 'routine', '法', ${domain}, ${form.department_id as number}::bigint, 'enterprise', ${enterprise}, ${county}, ${day}::date, 'advance', 'closed')`);
  await past(checked, addDays(today, -2), 'scenic');
  const next = addDays(addMonths(addDays(today, -20), 3), -1);
  // of the year in which the period ends, but not within it
  await past(capped, next.startsWith(today.slice(0, 4)) ? addDays(today, -60) : addDays(next, 5), 'lodging');
  const id = await add();
  const before = await preview(id);
  expect(before.planned).toBe(5);
  expect(before.skipped).toEqual([
    { why: 'cap', n: 1 },
    { why: 'checked', n: 1 },
    { why: 'suspended', n: 1 },
  ]);
  expect(before.days.reduce((sum, { n }) => sum + n, 0)).toBe(5);
  expect(before.rows.every(({ officers, day }) => officers.length === 2 && day >= today)).toBe(true);
  expect((await preview(id, { skipped: 'cap' })).rows).toMatchObject([{ id: capped, skipped: 'cap', day: '' }]);
  expect(await draftDueChecksOfCycles(on.app.engine, { of: id })).toBe(0);
  ok(await on.city.post('/admin/enforcement.cycle/activate', { id }));
  const twice = await Promise.all([
    draftDueChecksOfCycles(on.app.engine, { of: id }),
    draftDueChecksOfCycles(on.app.engine, { of: id }),
  ]);
  expect(twice[0] + twice[1]).toBe(5);
  expect(await draftDueChecksOfCycles(on.app.engine, { of: id })).toBe(0);
  const made = await checksOf(id);
  expect(made.map(({ enterprise_id }) => enterprise_id)).toEqual(others);
  for (const one of made) {
    expect(one).toMatchObject({ status: 'draft', officers: 2, history: 1 });
    expect(one.items).toBeGreaterThan(0);
    expect(one.day >= today).toBe(true);
  }
  const after = await preview(id);
  expect(after.planned).toBe(5);
  expect(after.rows.every(({ check }) => check > 0)).toBe(true);

  // what a suspended enterprise misses is made up for once it trades again
  await on.app.db.query(sql`update enterprise set status = 'active' where id = ${suspended}`);
  expect(await draftDueChecksOfCycles(on.app.engine, { of: id })).toBe(1);
});

test('a drafted period uses the yearly limit once, in the preview of the next one, too', async () => {
  const [dealer = 0] = await on.enterprises(1, { type: 'relic', risk: 'B' });
  const id = await add({ ent_types: ['relic'], unit: 'cron', cron: '0 3 * * 1', starts_on: today, domain: 'lodging' });
  const { periods } = await preview(id);
  const sameYear = periods.findIndex(({ last }, at) => periods[at + 2]?.last.slice(0, 4) === last.slice(0, 4));
  const [first, second, third] = periods.slice(sameYear);
  // class B is checked twice a year
  expect((await preview(id, { period: second?.from })).planned).toBe(sameYear === 0 ? 1 : 0);
  await on.app.db.query(sql`
    with c as (
      insert into enforcement_check (source, basis, domain, department_id, object_type, enterprise_id, area_code, due_on, notify_mode, cycle_id, status)
      values ('routine', '法', 'lodging', ${form.department_id as number}::bigint, 'enterprise', ${dealer}, ${county}, ${first?.last ?? today}::date, 'advance', ${id}, 'draft') returning id)
    insert into enforcement_cycle_object (cycle_id, period_from, enterprise_id, day, check_id)
    select ${id}, ${first?.from ?? today}::date, ${dealer}, ${first?.first ?? today}::date, c.id from c`);
  if (sameYear === 0) {
    expect((await preview(id, { period: second?.from })).planned).toBe(1);
    expect((await preview(id, { period: third?.from })).skipped).toEqual([{ why: 'cap', n: 1 }]);
  }
});

test('drafts cite the items in their versions in force', async () => {
  const [other = 0] = await on.enterprises(1, { type: 'other' });
  const items = await on.app.db.row<{ old: number; now: number }>(sql`
    with v1 as (
      insert into library_check_item (code, name, kinds, category, content, methods, evidence, answer_kind, severity, revision, effective_from, effective_to, status)
      values ('ZQ-1', '旧版', '{other}', 'general', '查看', '{site}', 'none', 'yes_no_na', '3', 1, '2020-01-01', ${addDays(today, -1)}::date, 'retired') returning id
    ), v2 as (
      insert into library_check_item (code, name, kinds, category, content, methods, evidence, answer_kind, severity, revision, effective_from, status)
      select 'ZQ-1', '新版', '{other}', 'general', '查看', '{site}', 'none', 'yes_no_na', '3', 2, ${today}::date, 'published' returning id)
    select v1.id as old, v2.id as now from v1, v2`);
  const checklist = await on.app.db.row<{ id: number }>(sql`
    with l as (insert into library_checklist (code, name, kinds, revision, effective_from, status)
      values ('QDZQ', '旧版清单', '{other}', 1, '2020-01-01', 'published') returning id)
    , i as (insert into library_checklist_item (checklist_id, item_id) select id, ${items?.old ?? 0} from l)
    select id from l`);
  const id = await add({ ent_types: ['other'], checklist_id: checklist?.id, assignment: 'department' });
  ok(await on.city.post('/admin/enforcement.cycle/activate', { id }));
  await draftDueChecksOfCycles(on.app.engine, { of: id });
  const cited = await on.app.db.rows(sql`select a.item_id as id, c.enterprise_id as enterprise from enforcement_check c
    join enforcement_check_answer a on a.check_id = c.id where c.cycle_id = ${id}`);
  expect(cited).toEqual([{ id: items?.now, enterprise: other }]);
});

test('after a downtime the present period is drafted, and no earlier one', async () => {
  const [homestay = 0] = await on.enterprises(1, { type: 'homestay' });
  const id = await add({
    ent_types: ['homestay'],
    unit: 'month',
    starts_on: addMonths(today, -7),
    assignment: 'draw',
    ahead_days: 0,
  });
  ok(await on.city.post('/admin/enforcement.cycle/activate', { id }));
  await draftDueChecksOfCycles(on.app.engine);
  expect(await checksOf(id)).toMatchObject([{ enterprise_id: homestay }]);
  const row = await on.app.db.row<{ next_on: string; ran: boolean }>(
    sql`select next_on::text, last_run is not null as ran from enforcement_cycle where id = ${id}`,
  );
  expect(row).toMatchObject({ ran: true });
  expect(row && row.next_on > today).toBe(true);
});

test.each(['rotate', 'draw'])('nobody is sent to more checks than they can take on (%s)', async (assignment) => {
  const type = assignment === 'draw' ? 'art' : 'grading';
  await on.enterprises(9, { type });
  const officers = await on.officers(4, { area: '530100', domains: ['scenic'], capacity: 3 });
  const plan = { domain: 'scenic', ent_types: [type], assignment };
  const [id, other] = [await add(plan), await add({ ...plan, name: '第二个周期', ent_types: [type, 'performance'] })];
  for (const one of [id, other]) ok(await on.city.post('/admin/enforcement.cycle/activate', { id: one }));
  await on.enterprises(3, { type: 'performance' });
  await draftDueChecksOfCycles(on.app.engine, { of: id });
  await draftDueChecksOfCycles(on.app.engine, { of: other });
  expect(await checksOf(id)).toHaveLength(9);
  const tasks = await on.app.db.rows<{ n: number }>(sql`select count(*)::int as n from enforcement_check_officer
    where officer_id = any(${officers}::bigint[]) group by officer_id`);
  expect(Math.max(...tasks.map(({ n }) => n))).toBe(3);
});

test('a wrong rhythm is refused, and other counties see nothing', async () => {
  const refused = async (more: Readonly<Record<string, unknown>>) =>
    Object.keys(errorsOf(await on.city.post('/admin/enforcement.cycle/add', { ...form, ...more })));
  expect(await refused({ unit: 'cron', cron: 'every day' })).toEqual(['cron']);
  expect(await refused({ unit: 'cron', cron: '0 3 * * *' })).toEqual(['cron']);
  expect(await refused({ season_from: 11 })).toEqual(['season_to']);
  expect(await refused({ ends_on: addDays(today, -30) })).toEqual(['ends_on']);
  const id = await add({ unit: 'cron', cron: '0 3 1 */2 *' });
  expect((await preview(id)).periods.length).toBeGreaterThan(4);
  const other = await on.app.client({ officer: 'county2' });
  expect((await other.get('/admin/enforcement.cycle/preview', { id })).code).toBe(0);
  expect((await other.post('/admin/enforcement.cycle/run', { id })).code).toBe(0);
});
