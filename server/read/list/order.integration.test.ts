import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';
import { readListQuery } from '../condition/read-list-query.ts';
import { readChoiceQuery } from '../row/choices-for-reference-field.ts';
import { readGroupQuery, readGroups } from './read-groups-of-list-with-sums.ts';
import { readListPage } from './read-list-page.ts';

const label = text('字段', 'Field');

const inn = resource({
  name: 'town/inn',
  label,
  title: 'name',
  scope: 'all',
  fields: { name: field.text(label, { search: true }) },
});
const guest = resource({
  name: 'town/guest',
  label,
  title: 'name',
  scope: 'all',
  fields: { name: field.personName(label, { search: true }), inn_id: field.reference(label, { to: 'town/inn' }) },
});

const written = ['张三', 'Abc', '李四', '长沙', '重庆', '阿布'];
/** As a browser sorts them: Han first, 长 as in 长大, letters after them. */
const sorted = ['阿布', '重庆', '李四', '张三', '长沙', 'Abc'];

let on: TestEngine;
let engine: Engine;
let chief: Caller;

beforeAll(async () => {
  on = await createTestEngine();
  chief = await on.officer('admin');
  const base = `version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now(),
    search_text text generated always as (lower(name)) stored`;
  await on.db.query(`create table town_inn (id bigint generated always as identity primary key, name text, ${base});
    create table town_guest (id bigint generated always as identity primary key, name text, inn_id bigint, ${base});
    create index town_guest_inn on town_guest (inn_id, id)`);
  await on.db.query(`insert into town_inn (name) select unnest($1::text[])`, [written]);
  await on.db.query(`insert into town_guest (name, inn_id) select i.name, i.id from town_inn i order by i.id`);
  engine = {
    ...on.engine,
    find: (name) => [inn, guest].find((one) => one.name === name) ?? on.engine.find(name),
  };
});
afterAll(() => on.close());

const namesOf = async (params: Record<string, unknown>, of: AnyResource = guest, choosing = false) => {
  const query = choosing ? readChoiceQuery(engine, of, chief, params) : readListQuery(of, params);
  const { list } = await readListPage(engine, of, chief, query, choosing ? 'option' : 'list');
  return (JSON.parse(decodeByteString(list)) as { name: string }[]).map(({ name }) => name);
};

test('lists and selects are ordered by pinyin, as browsers sort', async () => {
  expect(written.toSorted(new Intl.Collator('zh-u-co-pinyin').compare)).toEqual(sorted);
  expect(await namesOf({ order: 'name,asc' })).toEqual(sorted);
  expect(await namesOf({ order: 'name,desc' })).toEqual(sorted.toReversed());
  expect(await namesOf({ order: 'name,asc' }, inn, true)).toEqual(sorted);
});

test('groups of as many rows stand in the order of what they are called', async () => {
  const groupQuery = readGroupQuery(guest, { group: 'inn_id' }, chief);
  const { list } = await readGroups(engine, guest, chief, readListQuery(guest, {}), groupQuery);
  expect((JSON.parse(list) as { name: string }[]).map(({ name }) => name)).toEqual(sorted);
});

test('a range of texts is the part of the list that stands between its ends', async () => {
  const between = (val: string, operator = 'RANGE') =>
    namesOf({ order: 'name,asc', search: [{ field: 'name', operator, val }] });
  expect(await between('重庆,张三')).toEqual(['重庆', '李四', '张三']);
  expect(await between('重庆,张三', 'NOT RANGE')).toEqual(['阿布', '长沙', 'Abc']);
  expect(await between('李四', '>')).toEqual(['张三', '长沙', 'Abc']);
  expect(await between('李四', '<=')).toEqual(['阿布', '重庆', '李四']);
  expect(await between('李四', '=')).toEqual(['李四']);
});

test('pages follow on one another where many rows have one name, found by words as well', async () => {
  await on.db.query(
    `insert into town_guest (name) select n from generate_series(1, 5), unnest(array['王五', '王五', '阿布', '王 五']) n`,
  );
  for (const search of [{}, { quick_search: '王五' }])
    for (const direction of ['asc', 'desc']) {
      const query = { ...search, order: `name,${direction}` };
      const whole = await idsOf({ ...query, limit: 100 });
      const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) => idsOf({ ...query, page, limit: 3 }));
      expect((await Promise.all(pages)).flat()).toEqual(whole);
      expect(new Set(whole).size).toBe(whole.length);
    }
});

const idsOf = async (params: Record<string, unknown>) => {
  const { list } = await readListPage(engine, guest, chief, readListQuery(guest, params));
  return (JSON.parse(decodeByteString(list)) as { id: number }[]).map(({ id }) => id);
};

test('an index holds the lists people order by a name, and looks no value up', async () => {
  const plan = (statement: string) =>
    on.db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      return JSON.stringify(await tx.rows(`explain (format json) ${statement}`));
    });
  const ordered = await plan('select t.id from enterprise t order by t.name collate pinyin asc, t.id asc limit 10');
  expect(ordered).toContain('enterprise_by_name');
  expect(ordered).not.toContain('Sort');
  expect(
    await plan('select t.id from travel_itinerary t order by t.team_no collate pinyin desc, t.id desc limit 10'),
  ).not.toContain('Sort');
});
