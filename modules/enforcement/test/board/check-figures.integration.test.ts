import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { readListQuery, toWireParams, writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import type { ListWithFilterConditions } from '#web/cell/list-with-filter-conditions.ts';
import type { Client } from '../../../../test/support/test-engine.ts';
import type {
  CheckFigures,
  WeeklyVisitsByOfficer,
} from '../../contract/board/weekly-visits-by-officer-and-check-figures-answer-types.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { checkAnswer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import {
  checksUnderWayOf,
  listsBehindCheckFigures,
  listsOfEnterpriseType,
  listsOfOfficer,
} from '../../web/board/list-filters-behind-check-figures.ts';
import { CheckFixture } from '../check/check-fixture.ts';
import { neighbour, ok, today } from '../draw/draw-fixture.ts';

/** Figures of checks: each equals the list that it opens, for everybody who reads it. */
let on: CheckFixture;
let next: Client;
const ids = { late: 0, elsewhere: 0 };
const range = { from: addDays(today, -1), to: today };
const problem = { result_code: 'pending' } as const;

/** A check elsewhere, made by an officer of the other county. */
async function checkElsewhere(): Promise<number> {
  const [enterpriseId = 0] = await on.on.enterprises(1, { area: neighbour, type: 'homestay' });
  const made = await on.app.db.row<{ id: number }>(sql`
    with c as (
      insert into enforcement_check (source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode,
        approved_at, started_at, status)
      select 'routine', '旅游法第八十五条', 'lodging', 1, 'enterprise', id, name, area_code, ${today}, 'direct', now(), now(), 'recording'
      from enterprise where id = ${enterpriseId} returning id
    )
    insert into enforcement_check_officer (check_id, officer_id, lead, cert_no, weigh)
    select c.id, ${on.pair[0].id}, true, ${on.pair[0].cert}, 1 from c returning check_id as id`);
  return made?.id ?? 0;
}

beforeAll(async () => {
  on = await CheckFixture.start();
  next = await on.app.client({ officer: 'county2' });
  await on.upTo('scanIn');
  const found = await on.upTo('record');
  const [first = 0, second = 0] = await on.answers(found);
  ok(await on.answer(first, { answer: 'no', note: '前台没有公示房价' }));
  ok(await on.answer(second));
  ok(await on.step(found, 'submit'));
  ok(await on.move(found, 'review', problem, on.leader));
  await on.upTo('publish');
  ids.late = await on.upTo('review');
  await on.app.db.query(sql`update enforcement_check set due_at = now() - interval '1 hour' where id = ${ids.late}`);
  await on.app.db.query(sql`
    update deadline set due_at = now() - interval '1 hour' where resource = 'enforcement/check' and row_id = ${ids.late} and status = 'running'`);
  ok(await on.move(ids.late, 'publish'));
  await on.upTo('approve', { notify_mode: 'direct', direct_reason: 'emergency' });
  ids.elsewhere = await checkElsewhere();
}, 180_000);
afterAll(() => on.app.close());

const declared: Readonly<Record<string, AnyResource | undefined>> = {
  [check.name]: check,
  [checkAnswer.name]: checkAnswer,
  [enterprise.name]: enterprise,
};

/** The rows of a list that a figure opens, by its address, as the browser reads it. */
async function totalOf({ of, conditions }: ListWithFilterConditions, who: Client): Promise<number> {
  const resource = declared[of];
  if (!resource) throw new Error(of);
  const query = readListQuery(writeListQuery({ conditions, keyword: '' }), resource);
  expect(query.conditions, of).toEqual(conditions);
  return ok(
    await who.get<{ total: number }>(`/admin/${of.replace('/', '.')}/index`, { ...toWireParams(query, resource) }),
  ).total;
}

const figuresFor = async (who: Client) => ok(await who.get<CheckFigures>('/admin/enforcement.check/figures', range));

async function expectEqual(figures: CheckFigures, who: Client): Promise<void> {
  for (const [name, list] of Object.entries(listsBehindCheckFigures(range)))
    expect(await totalOf(list, who), name).toBe(figures[name as keyof CheckFigures]);
  for (const { type, enterprises, checked } of figures.coverage) {
    const lists = listsOfEnterpriseType(range, type);
    const totals = [lists.enterprises, lists.checked, lists.unchecked].map((list) => totalOf(list, who));
    expect(await Promise.all(totals), type).toEqual([enterprises, checked, enterprises - checked]);
  }
  for (const one of figures.workload) {
    const lists = listsOfOfficer(range, one.certificate);
    for (const name of ['checks', 'with_findings', 'under_way'] as const)
      expect(await totalOf(lists[name], who), `${one.name} ${name}`).toBe(one[name]);
  }
}

test('every figure equals its list, for the whole office and for one county', async () => {
  const all = await figuresFor(on.leader);
  expect(all).toMatchObject({
    checks: 5,
    findings: 1,
    per_hundred: 20,
    reviewed: 3,
    nil: 2,
    published: 2,
    published_late: 1,
  });
  expect(all.coverage.find(({ type }) => type === 'homestay')).toMatchObject({ checked: 1 });
  expect(all.workload[0]).toMatchObject({ id: on.pair[0].id, checks: 5, with_findings: 1, under_way: 3 });
  await expectEqual(all, on.leader);
  const county = await figuresFor(on.pair[0].client);
  expect(county).toMatchObject({ checks: 4, findings: 1, published_late: 1 });
  expect(county.workload[0]).toMatchObject({ checks: 4, under_way: 2 });
  await expectEqual(county, on.pair[0].client);
  const other = await figuresFor(next);
  expect(other).toMatchObject({ checks: 1, findings: 0, reviewed: 0 });
  await expectEqual(other, next);
});

test('the board counts what its reader may open, and says how much more an officer has', async () => {
  for (const [who, underWay] of [
    [on.leader, 3],
    [on.pair[0].client, 2],
    [next, 1],
  ] as const) {
    const { officers } = ok(await who.get<WeeklyVisitsByOfficer>('/admin/enforcement.check/board', { from: today }));
    const first = officers.find(({ id }) => id === on.pair[0].id);
    expect(first).toMatchObject({ under_way: underWay, workload: 3 });
    expect(await totalOf(checksUnderWayOf(first?.certificate ?? ''), who)).toBe(underWay);
  }
});

test('enterprises are filtered by when they were checked, by those who may list checks', async () => {
  const count = async (operator: string, val: string, who: Client = on.leader) =>
    who.get<{ total: number }>('/admin/enterprise.enterprise/index', {
      search: [{ field: 'checked_at', operator, val }],
    });
  const never = ok(await count('NULL', '')).total;
  const ever = ok(await count('NOT NULL', '')).total;
  const { total } = ok(await on.leader.get<{ total: number }>('/admin/enterprise.enterprise/index'));
  expect(ever).toBe(5);
  expect(never + ever).toBe(total);
  expect(ok(await count('RANGE', '2001-01-01 00:00:00,2001-12-31 23:59:59')).total).toBe(0);
  expect((await count('RANGE', 'x,y')).code).toBe(0);
});
