import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { sql } from '#server/db/sql.ts';
import type { Client } from '../support/test-engine.ts';
import { animal } from '../zoo/animal.ts';
import { feeding } from '../zoo/feeding.ts';
import { meal } from '../zoo/meal.ts';
import { species } from '../zoo/species.ts';
import { zoo } from '../zoo/zoo.ts';
import { exportedRows } from './exported-csv.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { areas, sampleInput } from './sample.ts';

/**
 * Nodes that are required for reading or writing a field: without them a caller neither learns of the field nor changes
 * it, in any way.
 */

let world: Fixture;
/** Every node in one county, except those that the fields of an animal require. */
let blind: Client;
let id = 0;
let mealId = 0;
const address = `/admin/${controllerNameOf(animal)}`;

beforeAll(async () => {
  world = await createFixture(zoo.resources);
  await world.db.query(sql`with g as (insert into auth_group (name, rules)
      select '县级，不看估值', array_agg(id) from auth_menu where name not in ('zoo/animal/appraise', 'zoo/animal/rank') returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code) select 'blind', '不看估值', '', array[g.id], ${areas.own} from g`);
  blind = await world.client({ officer: 'blind' });
  const form = { ...sampleInput(animal, 811, world.targets), area_code: areas.own, worth: '7654321.09', rank: 'b' };
  const added = await world.full.post<{ id: number }>(`${address}/add`, {
    ...form,
    meals: [{ food: '苹果', cost: '6543.21' }],
  });
  expect(added.data).toEqual({ id: expect.any(Number) });
  id = added.data.id;
  mealId = (await rowOf(world.full)).meals[0].id;
});
afterAll(() => world.close());

// biome-ignore lint/suspicious/noExplicitAny: rows as they come, whatever is in them
type Seen = any;
const rowOf = async (client: Client): Promise<Seen> =>
  (await client.get<{ row: Seen }>(`${address}/edit`, { id })).data.row;
const version = async () => (await rowOf(world.full)).version;

test('with the node a caller reads, filters and writes the field; the node belongs to the resource', async () => {
  expect(await rowOf(world.full)).toMatchObject({ worth: '7654321.09', rank: 'b', meals: [{ cost: '6543.21' }] });
  const search = [{ field: 'worth', operator: '=', val: '7654321.09' }];
  const found = await world.full.get<{ list: Seen[] }>(`${address}/index`, { search, order: 'worth,desc' });
  expect(found.data.list).toMatchObject([{ id, worth: '7654321.09' }]);
  const summed = await world.full.get<{ list: Seen[] }>(`${address}/measure`, { name: 'worth', by: 'rank' });
  expect(summed.data.list).toContainEqual({ rank: 'b', value: '7654321.09' });
  const nodes = await world.db.rows<{ name: string }>(
    sql`select m.name from auth_menu m join auth_menu p on p.id = m.pid where p.name = 'zoo/animal' and m.name in ('zoo/animal/appraise', 'zoo/animal/rank') order by 1`,
  );
  expect(nodes.map(({ name }) => name)).toEqual(['zoo/animal/appraise', 'zoo/animal/rank']);
});

test('without it a caller is refused as if the field did not exist, wherever it is named', async () => {
  const code = async (query: Record<string, unknown>, of: AnyResource = animal, call = 'index') =>
    (await blind.get(`/admin/${controllerNameOf(of)}/${call}`, query)).code;
  const about = (field: string, operator = '=') => ({ search: [{ field, operator, val: '7654321.09' }] });
  expect(await code({})).toBe(1);
  expect(await code(about('worth'))).toBe(0);
  expect(await code(about('worth', 'NULL'))).toBe(0);
  expect(await code({ order: 'worth,asc' })).toBe(0);
  expect(await code({ initKey: 'worth', initValue: '7654321.09' })).toBe(0);
  expect(await code(about('animal.worth'), feeding)).toBe(0);
  expect(await code(about('cost'), meal)).toBe(0);
  expect(await code(about('worth'), species)).toBe(0);
  expect(await code({ order: 'worth,asc' }, species)).toBe(0);
  expect(await code({ name: 'worth' }, animal, 'measure')).toBe(0);
  const report = (who: Client) => who.get('/admin/report/index', { resource: 'zoo/animal', name: 'worth', by: 'diet' });
  expect([(await report(blind)).code, (await report(world.full)).code]).toEqual([0, 1]);
  expect(await code({ order: 'worth,asc', format: 'csv' }, animal, 'export')).toBe(0);
  // a field that needs a node only for writing is read by everybody
  expect(await code({ search: [{ field: 'rank', operator: '=', val: 'b' }], order: 'rank,asc' })).toBe(1);
  expect(await rowOf(blind)).toMatchObject({ rank: 'b' });
});

test('writing without the node is refused at the field, whatever is stored there', async () => {
  const errors = async (call: string, body: Record<string, unknown>) =>
    Object.keys((await blind.post<{ errors?: object } | null>(`${address}/${call}`, body)).data?.errors ?? {});
  const before = await rowOf(world.full);
  // the same value, another one, and an invalid one get the same answer
  for (const worth of ['7654321.09', '1.00', 'x', '0'])
    expect(await errors('edit', { id, legs: 3, worth })).toEqual(['worth']);
  expect(await errors('edit', { id, rank: 'a' })).toEqual(['rank']);
  expect(await errors('edit', { id, meals: [{ id: mealId, cost: '6543.21' }] })).toEqual(['meals.0.cost']);
  expect(await errors('edit', { id, meals: [{ id: mealId }, { food: '梨', cost: '1.00' }] })).toEqual(['meals.1.cost']);
  expect(await errors('add', { ...sampleInput(animal, 812, world.targets), worth: '1.00', rank: 'a' })).toEqual([
    'worth',
    'rank',
  ]);
  expect(await rowOf(world.full)).toEqual(before);
  // whole rows as they were shown are accepted, and values that were not shown stay
  const { meals: _, ...shown } = await rowOf(blind);
  const back = Object.fromEntries(Object.entries(shown).filter(([name]) => Object.hasOwn(animal.fields, name)));
  expect((await blind.post(`${address}/edit`, { ...back, id, legs: 5, worth: null })).msg).toBe('更新成功!');
  expect(await rowOf(world.full)).toMatchObject({ worth: '7654321.09', rank: 'b', legs: 5 });
  expect((await blind.post(`${address}/edit`, { id, meals: [{ id: mealId, food: '香蕉' }] })).code).toBe(1);
  expect((await rowOf(world.full)).meals).toMatchObject([{ food: '香蕉', cost: '6543.21' }]);
});

test('a move asks only callers who may write the field, and its note does not contain it', async () => {
  await world.db.query(sql`update zoo_animal set status = 'quarantine', arrives_on = '2020-01-01' where id = ${id}`);
  const refused = await blind.post<{ errors: object }>(`${address}/admit`, { id, appraisal: '价值连城' });
  expect(refused.data.errors).toEqual({ appraisal: ['没有填写此项的权限'] });
  expect((await world.full.post(`${address}/admit`, { id, appraisal: '价值连城', verdict: '合格' })).code).toBe(1);
  const timeline = await blind.get<{ list: Seen[] }>(`${address}/timeline`, { id });
  expect(timeline.data.list[0]).toMatchObject({ move: 'admit', changes: { verdict: [null, '合格'] } });
  expect(timeline.text).not.toContain('价值');
  expect(await rowOf(world.full)).toMatchObject({ appraisal: '价值连城', status: 'kept' });
});

test('the operation log records the value without showing it', async () => {
  const log = await world.chief.get(`/admin/auth.adminLog/index`, { limit: 200 });
  expect(log.code).toBe(1);
  const [stored] = await world.db.rows<{ data: string }>(
    sql`select string_agg(data, ' ') as data from auth_admin_log where url like ${`${address}%`}`,
  );
  expect(stored?.data).toContain('[restricted]');
  for (const value of ['7654321', '6543.21', '价值连城', 'animal.worth","val'])
    expect(stored?.data).not.toContain(value);
});

test('sheets offer columns to their readers, and a cell that may not be written is refused at its column', async () => {
  const columns = ['name', 'worth', 'rank'];
  const [head = []] = await exportedRows(blind, animal, { columns });
  expect(head).toEqual(['名字', '等级']);
  const [whole = []] = await exportedRows(world.full, animal, { columns });
  expect(whole).toEqual(['名字', '估值（元）', '等级']);
  const all = await exportedRows(blind, animal);
  expect(all[0]).not.toContain('估值（元）');
});

/** Every derived call open to a reader without the node, and calls that change nothing when they are refused. */
const money = fc.integer({ min: 1_000_000, max: 99_999_999 }).map((n) => `${n}.${String(n % 90).padStart(2, '1')}`);
const names = Object.keys(allColumnsOf(animal));
const queries = fc.record({
  field: fc.constantFrom(...names, 'species.worth', 'worth.id'),
  operator: fc.constantFrom('=', '<>', '>', '<=', 'RANGE', 'IN', 'LIKE', 'NULL', 'NOT NULL'),
  val: fc.constantFrom('VALUE', '1', 'VALUE,', 'b'),
});
const question = fc.oneof(
  fc.record({
    call: fc.constant('index'),
    query: fc.record(
      {
        order: fc.tuple(fc.constantFrom(...names), fc.constantFrom('asc', 'desc')).map((two) => two.join(',')),
        quick_search: fc.constantFrom('a', '价', 'VALUE'),
        search: fc.array(queries, { maxLength: 2 }),
        any: fc.array(fc.array(queries, { minLength: 1, maxLength: 2 }), { maxLength: 1 }),
        columns: fc.constant('worth'),
        select: fc.constantFrom('true', ''),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    call: fc.constantFrom('edit', 'timeline', 'points', 'importTemplate'),
    query: fc.constant({ id: 'ID' }),
  }),
  fc.record({
    call: fc.constant('measure'),
    query: fc.record({ name: fc.constantFrom('worth', 'spent', 'kept', ''), by: fc.constantFrom('diet', 'rank', '') }),
  }),
  fc.record({
    call: fc.constant('groups'),
    query: fc.record({ group: fc.constantFrom(...names), sums: fc.constantFrom('worth', 'legs', '') }),
  }),
  fc.record({ call: fc.constant('rows'), query: fc.constant({ id: 'ID', field: 'meals' }) }),
  fc.record({ call: fc.constant('species'), query: fc.record({ columns: fc.constant('worth,oldest') }) }),
  fc.record({ call: fc.constant('meals'), query: fc.constant({}) }),
  fc.record({
    call: fc.constantFrom('post edit', 'post reveal', 'post admit'),
    query: fc.record({ worth: fc.constantFrom('VALUE', '1.00', 'x'), fields: fc.constant(['worth']) }),
  }),
);

test('no answer to a caller without the node contains the value or depends on it', async () => {
  const set = (value: string) =>
    world.db.query(sql`with m as (update zoo_meal set cost = ${value.replace('.', '')}::bigint where id = ${mealId})
      update zoo_animal set worth = ${value.replace('.', '')}::bigint, appraisal = ${value} where id = ${id}`);
  const answerOf = async ({ call, query }: { call: string; query: object }, value: string): Promise<string> => {
    const given = JSON.parse(JSON.stringify(query).replaceAll('VALUE', value).replaceAll('"ID"', String(id)));
    if (call === 'species') return (await blind.get('/admin/zoo.species/index', given)).text;
    if (call === 'meals') return (await blind.get('/admin/zoo.meal/index', given)).text;
    if (!call.startsWith('post')) return (await blind.get(`${address}/${call}`, given)).text;
    return (await blind.post(`${address}/${call.slice(5)}`, { ...given, id, reason: '核对' })).text;
  };
  const steady = (text: string) => text.replace(/"time":\d+/, '').replace(/"url":"[^"]*"/g, '');
  await fc.assert(
    fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 6 }), money, money, async (queries, one, other) => {
      const answers: string[][] = [];
      for (const value of [one, other]) {
        await set(value);
        // both rows are queried with the values of the first: they occur in one row and not in the other
        const texts: string[] = [];
        for (const each of queries) texts.push(steady(await answerOf(each, one)));
        if (value !== one) for (const text of texts) expect(text).not.toContain(value);
        answers.push(texts);
      }
      expect(answers[1]).toEqual(answers[0]);
    }),
    { numRuns: 60 },
  );
  expect(await version()).toBeGreaterThan(1);
});
