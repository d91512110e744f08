import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { Client, WireAnswer } from '../../../../test/support/test-engine.ts';
import { enterprisesOfCoverage, type PlanCoverage } from '../../contract/plan/plan-coverage-and-expected-picks.ts';
import { county, DrawFixture, errorsOf, neighbour, ok, today } from '../draw/draw-fixture.ts';

/** Inspection plans from the draft to the end. */
let on: DrawFixture;
let item = 0;
beforeAll(async () => {
  on = await DrawFixture.start();
  item =
    (
      await on.app.db.row<{ id: number }>(
        sql`select id from library_check_item where status = 'published' order by id limit 1`,
      )
    )?.id ?? 0;
}, 120_000);
afterAll(() => on.app.close());

const departmentOf = async (area: string): Promise<number> =>
  (
    await on.app.db.row<{ id: number }>(
      sql`select id from auth_department where area_code = ${area} order by id limit 1`,
    )
  )?.id ?? 0;

const form = async (more: Readonly<Record<string, unknown>> = {}) => ({
  name: '住宿抽查',
  year: 2026,
  kind: 'random',
  basis: '旅游法第八十五条',
  department_id: await departmentOf('530100'),
  starts_on: today,
  ends_on: addDays(today, 60),
  ent_types: ['hotel'],
  ratio: 10,
  items: [{ item_id: item }],
  area_code: '530100',
  ...more,
});
const add = async (more: Readonly<Record<string, unknown>> = {}): Promise<WireAnswer<{ id: number }>> =>
  on.city.post('/admin/enforcement.plan/add', await form(more));
const move = (id: number, name: string, input: object = {}, who: Client = on.city) =>
  who.post(`/admin/enforcement.plan/${name}`, { id, ...input });

test('a plan is approved by another, filed, published and closed, and coverage is seen before', async () => {
  await on.enterprises(8, { risk: 'A' });
  await on.enterprises(4);
  await on.enterprises(3, { area: neighbour, risk: 'D' });
  const { id } = ok(await add());
  const coverage = ok(await on.city.get<PlanCoverage>('/admin/enforcement.plan/coverage', { id }));
  expect(coverage).toMatchObject({ enterprises: 15, tickets: 8 + 4 * 2 + 3 * 8, count: 2, unrated: 4 });
  // every number opens the list of what it counts
  for (const group of coverage.groups) {
    const { conditions } = enterprisesOfCoverage(group, group.risk);
    const search = conditions.map(({ field, operator, value }) => ({ field, operator, val: value }));
    const { total } = ok(await on.city.get<{ total: number }>('/admin/enterprise.enterprise/index', { search }));
    expect([group.area, group.risk, total]).toEqual([group.area, group.risk, group.n]);
  }
  expect(coverage.groups).toContainEqual(expect.objectContaining({ area: neighbour, type: 'hotel', risk: 'D', n: 3 }));
  expect((await move(id, 'approve')).msg).toBe('计划的起草人不能批准该计划');
  ok(await move(id, 'approve', {}, on.admin));
  expect((await on.city.post('/admin/enforcement.plan/edit', { id, name: '改名' })).code).toBe(0);
  ok(await move(id, 'file', { filed_with: '省文化和旅游厅' }));
  const publicity = { published_url: 'https://example.com/plan', published_on: addDays(today, 1) };
  expect(errorsOf(await move(id, 'publish', publicity)).published_on).toEqual(['公布日期不得晚于今天']);
  ok(await move(id, 'publish', { ...publicity, published_on: today }));
  ok(await move(id, 'close', { summary: '全部检查完毕，未发现问题' }));
});

test('areas limit a plan, and lie within its own', async () => {
  const areaOf = async (code: string) =>
    (await on.app.db.row<{ id: number }>(sql`select id from system_area where code = ${code}`))?.id ?? 0;
  const { id } = ok(await add({ areas: [await areaOf(county)] }));
  const { groups } = ok(await on.city.get<PlanCoverage>('/admin/enforcement.plan/coverage', { id }));
  expect(new Set(groups.map(({ area }) => area))).toEqual(new Set([county]));
  const wrong = await add({ area_code: county, areas: [await areaOf(neighbour)] });
  expect(errorsOf(wrong).areas).toEqual(['检查地区须在本计划所属地区之内']);
});

test('a special check needs its reason and a leader, who states why', async () => {
  expect(errorsOf(await add({ kind: 'special' })).reason).toHaveLength(1);
  const { id } = ok(await add({ kind: 'special', reason: '群众举报集中' }));
  expect((await move(id, 'approve', {}, on.admin)).code).toBe(0);
  const { areaCode } = await on.app.officer('county1');
  expect(areaCode).toBe(county);
  const inCounty = await on.app.client({ officer: 'county1' });
  const own = ok(
    await inCounty.post<{ id: number }>(
      '/admin/enforcement.plan/add',
      await form({
        kind: 'special',
        reason: '群众举报集中',
        area_code: county,
        department_id: await departmentOf(county),
      }),
    ),
  );
  // officers of a county may not approve special checks, whoever drafted them
  expect((await move(own.id, 'approveSpecial', { reason: '情况属实，同意' }, inCounty)).code).not.toBe(1);
  expect(errorsOf(await move(id, 'approveSpecial', {}, on.admin)).reason).toHaveLength(1);
  ok(await move(id, 'approveSpecial', { reason: '情况属实，同意' }, on.admin));
});

test('a plan of nothing, of both a share and a number, or of items that are not in force is refused', async () => {
  expect(errorsOf(await add({ count: 5 })).count).toEqual(['抽查比例与数量须填且只填一项']);
  expect(errorsOf(await add({ ratio: null })).count).toHaveLength(1);
  expect(errorsOf(await add({ ends_on: addDays(today, -1) })).ends_on).toHaveLength(1);
  const nobody = ok(await add({ ent_types: ['high_risk'] }));
  expect(errorsOf(await move(nobody.id, 'approve', {}, on.admin)).ent_types).toHaveLength(1);
  const empty = ok(await add({ items: [] }));
  expect(errorsOf(await move(empty.id, 'approve', {}, on.admin)).items).toEqual(['请至少选一项检查事项']);
  const { id } = ok(await add());
  await on.app.db.query(
    sql`update library_check_item set effective_to = ${addDays(today, -1)}::date where id = ${item}`,
  );
  expect(errorsOf(await move(id, 'approve', {}, on.admin)).items?.[0]).toContain('不能列入检查计划');
  await on.app.db.query(sql`update library_check_item set effective_to = null where id = ${item}`);
  ok(await move(id, 'approve', {}, on.admin));
});

test('another county neither reads a plan nor its coverage', async () => {
  const { id } = ok(await add());
  const other = await on.app.client({ officer: 'county2' });
  expect((await other.get('/admin/enforcement.plan/coverage', { id })).code).toBe(0);
  expect((await other.get('/admin/enforcement.plan/edit', { id })).code).toBe(0);
});
