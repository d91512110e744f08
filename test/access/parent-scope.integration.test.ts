import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { checkParents } from '#kernel/resource/parent-resource.ts';
import { text } from '#kernel/text/text.ts';
import { recycleBinEntry } from '#modules/security/contract/recycle-bin-entry.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { DeliverableEvent } from '#server/events/live-event-relay.ts';
import { mayReceiveLiveEvent } from '#server/events/may-receive-live-event.ts';
import { readTimeline } from '#server/history/read-timeline-of-record.ts';
import { restoreDeletedRows } from '#server/history/restore-deleted-rows.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { searchAllResources } from '#server/read/search/search-all-resources.ts';
import { selectMainRows } from '#server/transfer/export/select-rows-for-export-sheets.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

const few = { most: 10, mostOfEach: 5, compared: 20 };

const label = text('行程', 'Tour');
const name = field.text(text('名称', 'Name'), { required: true, search: true });

/** A tour with the given scope, its days, and their stops. */
function declare(scope: 'area' | 'department' | 'own' | 'all') {
  const tour = resource({
    name: `${scope}/tour`,
    label,
    title: 'name',
    scope,
    owner: 'admin_id',
    fields: {
      name,
      area_code: field.area(text('地区', 'Area'), { level: 3 }),
      department_id: field.integer(text('部门', 'Department')),
      admin_id: field.integer(text('承办人', 'Officer')),
    },
  });
  const day = resource({
    name: `${scope}/day`,
    label,
    title: 'name',
    scope: 'parent',
    partOf: 'tour_id',
    fields: {
      tour_id: field.reference(text('行程', 'Tour'), { to: `${scope}/tour`, required: true }),
      name,
      area_code: field.area(text('地区', 'Area'), { through: 'tour_id' }),
    },
  });
  const stop = resource({
    name: `${scope}/stop`,
    label,
    title: 'name',
    scope: 'parent',
    partOf: 'day_id',
    fields: {
      day_id: field.reference(text('日程', 'Day'), { to: `${scope}/day`, required: true }),
      name,
      area_code: field.area(text('地区', 'Area'), { through: 'day_id' }),
    },
  });
  return { tour, day, stop };
}

/** What its owner keeps private until it is filed, and its legs, which are also seen where they lead. */
const outing = resource({
  name: 'closed/outing',
  label,
  title: 'name',
  scope: 'area',
  owner: 'user_id',
  life: lifecycle({
    initial: 'draft',
    states: { draft: { ...text('草稿', 'Draft'), ownersOnly: true }, filed: text('已报送', 'Filed') },
    moves: { file: { from: ['draft'], to: 'filed', label: text('报送', 'File') } },
  }),
  fields: {
    name,
    area_code: field.area(text('地区', 'Area'), { level: 3 }),
    user_id: field.integer(text('会员', 'Member')),
  },
});
const leg = resource({
  name: 'closed/leg',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'outing_id',
  alsoIn: ['place'],
  fields: {
    outing_id: field.reference(text('出游', 'Outing'), { to: 'closed/outing', required: true }),
    name,
    place: field.area(text('到达地', 'Leads to'), { level: 3 }),
  },
});

const base = `id bigint generated always as identity primary key, name text not null, version integer not null default 1,
  createtime timestamptz not null default now(), updatetime timestamptz not null default now(),
  search_text text generated always as (lower(name)) stored`;
const scopes = ['area', 'department', 'own', 'all'] as const;
const declared = Object.fromEntries(scopes.map((scope) => [scope, declare(scope)]));
const all: AnyResource[] = [...Object.values(declared).flatMap((one) => Object.values(one)), outing, leg];

let on: TestEngine;
let engine: Engine;
let chief: Caller;
/** Two officers of one county, both with every right over the tested resources. */
let mine: Caller;
let other: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  const find = (wanted: string) => all.find((one) => one.name === wanted) ?? on.engine.find(wanted);
  engine = { ...on.engine, resources: [...on.engine.resources, ...all], find };
  checkParents(all, find);
  chief = await on.officer('admin');
  const nodes = new Set(
    all.flatMap((one) => ['index', 'add', 'edit', 'del', 'export'].map((action) => `${one.name}/${action}`)),
  );
  mine = { ...(await on.officer('county1')), nodes, grantKey: 'tours', departments: [11] };
  other = { ...mine, id: mine.id + 1000, departments: [13], areaCode: '530103' };
  for (const scope of scopes)
    await on.db.query(`create table ${scope}_tour (${base}, area_code text, department_id integer, admin_id integer);
      create table ${scope}_day (${base}, tour_id bigint not null references ${scope}_tour);
      create table ${scope}_stop (${base}, day_id bigint not null references ${scope}_day);`);
});
afterAll(() => on.close());

const add = async (one: AnyResource, caller: Caller, input: Record<string, unknown>) =>
  (await write(engine, one, caller, { operation: 'add', input })).id;
const refused = { data: { reason: 'not_found' } };
const idsOf = async (one: AnyResource, caller: Caller, params: Record<string, unknown> = {}) =>
  (
    JSON.parse(decodeByteString((await readListPage(engine, one, caller, readListQuery(one, params))).list)) as {
      id: number;
    }[]
  ).map((row) => row.id);
const lastEvent = async (one: AnyResource) =>
  (await on.db.row<DeliverableEvent>(
    sql`select name, resource, row_id, area_code, owner_id, department_id, admin_id, payload from event where resource = ${one.name} order by id desc limit 1`,
  )) as DeliverableEvent;

const placesOf = async (one: AnyResource) =>
  (
    await on.db.rows<{ area_code: string }>(
      sql`select area_code from history where resource = ${one.name} group by 1 order by min(id)`,
    )
  ).map((each) => each.area_code);

test('a page of child rows is one statement, for every caller', async () => {
  await on.db.query('create index area_day_of_tour on area_day (tour_id, id desc)');
  const { tour, day } = declared.area as ReturnType<typeof declare>;
  const tour1 = await add(tour, chief, { name: '一日游', area_code: '530102' });
  await add(day, mine, { name: '当天', tour_id: tour1 });
  const search = [{ field: 'tour_id', operator: '=', val: String(tour1) }];
  for (const [caller, n] of [
    [mine, 1],
    [other, 0],
  ] as const) {
    await idsOf(day, caller, { search });
    let statements = 0;
    const counting = new Proxy(on.engine.db, {
      get: (db, name) => {
        if (name === 'row') statements += 1;
        const value: unknown = Reflect.get(db, name);
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
    const page = await readListPage({ ...engine, db: counting }, day, caller, readListQuery(day, { search }));
    expect([page.total, statements]).toEqual([n, 1]);
  }
});

for (const scope of scopes)
  test(`children of rows of scope ${scope} are seen, announced and written by whoever sees the parents`, async () => {
    const { tour, day, stop } = declared[scope] as ReturnType<typeof declare>;
    const whose = { area_code: '530102', department_id: 11, admin_id: mine.id };
    const tour1 = await add(tour, chief, { name: '昆明三日游', ...whose });
    const day1 = await add(day, mine, { name: '第一天', tour_id: tour1 });
    const stop1 = await add(stop, mine, { name: '石林景区', day_id: day1 });
    const shown = scope === 'all';
    for (const [caller, sees] of [
      [mine, true],
      [other, shown],
      [chief, true],
    ] as const) {
      expect(await idsOf(stop, caller)).toEqual(sees ? [stop1] : []);
      expect(await idsOf(stop, caller, { quick_search: '石林' })).toEqual(sees ? [stop1] : []);
      const query = readListQuery(stop, {});
      expect(await engine.db.rows(selectMainRows(engine, caller, stop, [], query))).toHaveLength(sees ? 1 : 0);
      expect((await searchAllResources(engine, [stop], caller, '石林', few)).hits).toHaveLength(sees ? 1 : 0);
      expect(mayReceiveLiveEvent(caller, await lastEvent(stop), engine.find)).toBe(sees);
      for (const call of [
        () => readRow(engine, stop, caller, stop1),
        () => readTimeline(engine, stop, caller, stop1, undefined),
        () => write(engine, stop, caller, { operation: 'edit', id: stop1, input: { name: '石林景区' } }),
      ])
        await (sees ? call() : expect(call()).rejects.toMatchObject(refused));
      const writing = write(engine, stop, caller, {
        operation: 'add',
        input: { name: '旁边', day_id: day1 },
        trial() {},
      });
      await (sees
        ? writing
        : expect(writing).rejects.toMatchObject({ data: { errors: { day_id: [expect.anything()] } } }));
    }
    const read = await readRow(engine, stop, mine, stop1);
    expect(read).toMatchObject({ area_code: '530102', area: { code: '530102', name: expect.any(String) } });
    const inside = (val: string) => ({ search: [{ field: 'area_code', operator: '=', val }] });
    expect(await idsOf(stop, chief, inside('530100'))).toEqual([stop1]);
    expect(await idsOf(stop, chief, inside('530103'))).toEqual([]);
    const called = (val: string) => ({ search: [{ field: 'area.full_name', operator: 'LIKE', val }] });
    expect(await idsOf(stop, chief, called('五华'))).toEqual([stop1]);
    expect(await idsOf(stop, chief, called('盘龙'))).toEqual([]);
    expect(() => readListQuery(stop, { order: 'area_code,asc' })).toThrow();
    await expect(write(engine, stop, mine, { operation: 'edit', id: stop1, input: { area_code: '530103' } }))
      .resolves // not up to them
      .toBeDefined();

    // days and stops follow the area of their tour, in events and in copies of deleted rows
    await write(engine, tour, chief, {
      operation: 'edit',
      id: tour1,
      input: { area_code: '530103', department_id: 13, admin_id: other.id },
    });
    expect(await idsOf(stop, mine)).toEqual(shown ? [stop1] : []);
    expect(await idsOf(stop, other)).toEqual([stop1]);
    const changed = await changeRows(engine, stop, other, { where: sql`true`, set: { name: '西山' } });
    expect(changed).toEqual([stop1]);
    expect(mayReceiveLiveEvent(other, await lastEvent(stop), engine.find)).toBe(true);
    expect(mayReceiveLiveEvent(mine, await lastEvent(stop), engine.find)).toBe(shown);
    const { recycled } = await write(engine, stop, other, { operation: 'del', id: stop1, input: {} });
    const copies = async (caller: Caller) => (await idsOf(recycleBinEntry, caller)).includes(recycled as number);
    expect([await copies(other), await copies(mine)]).toEqual([true, shown]);
    if (!shown)
      await expect(restoreDeletedRows(engine, stop, mine, [recycled as number])).rejects.toMatchObject(refused);
    await restoreDeletedRows(engine, stop, other, [recycled as number]);
    expect(await idsOf(stop, other)).toEqual([stop1]);
    expect(await lastEvent(stop)).toMatchObject({ name: `${stop.name}.added`, area_code: '530103' });
    expect(await placesOf(stop), 'past events stay in their area').toEqual(['530102', '530103']);
  });

test('what only the owner of the parent sees is not seen in the areas it names either', async () => {
  await on.db.query(`create table closed_outing (${base}, area_code text, user_id bigint, status text not null);
    create table closed_leg (${base}, outing_id bigint not null references closed_outing, place text);
    with o as (insert into closed_outing (name, area_code, user_id, status) values ('自驾游', '530102', 1, 'draft') returning id)
    insert into closed_leg (name, outing_id, place) select '去盘龙', id, '530103' from o`);
  const seen = () => Promise.all([mine, other, chief].map(async (caller) => (await idsOf(leg, caller)).length));
  expect(await seen()).toEqual([0, 0, 0]);
  await on.db.query(`update closed_outing set status = 'filed'`);
  expect(await seen()).toEqual([1, 1, 1]);
});

test('a declaration of scope parent without a parent is refused', () => {
  const fields = { name, tour_id: field.reference(label, { to: 'area/tour', required: true }) };
  const part = { name: 'bad/part', label, title: 'name', fields } as const;
  expect(() => resource({ ...part, scope: 'parent' })).toThrow('needs partOf');
  expect(() => resource({ ...part, scope: 'parent', partOf: 'name' })).toThrow('is not a required reference');
  const loose = { ...fields, tour_id: field.reference(label, { to: 'area/tour' }) };
  expect(() => resource({ ...part, scope: 'parent', partOf: 'tour_id', fields: loose })).toThrow(
    'is not a required reference',
  );
  const reads = (one: object) => () =>
    resource({ ...part, scope: 'all', partOf: 'tour_id', fields: { ...fields, ...one } });
  expect(reads({ area_code: field.area(label, { through: 'name' }) })).toThrow('a field through tour_id');
  expect(reads({ area_code: field.area(label, { through: 'tour_id', privacy: 'masked' }) })).toThrow(
    'can be neither private',
  );
  const find = (wanted: string) => all.find((one) => one.name === wanted);
  const orphan = resource({ ...part, scope: 'parent', partOf: 'tour_id' });
  expect(() => checkParents([orphan], () => undefined)).toThrow('not declared');
  const guess = { ...fields, colour: field.text(label, { through: 'tour_id' }) };
  expect(() => checkParents([resource({ ...part, scope: 'parent', partOf: 'tour_id', fields: guess })], find)).toThrow(
    'has no such field',
  );
});
