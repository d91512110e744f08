import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { collectRetentionRules } from '#kernel/module/collect-retention-rules.ts';
import { sql } from '#server/db/sql.ts';
import { removeAgedRows } from '#server/retention/remove-aged-rows.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';
import { zoo } from '../zoo/zoo.ts';

let on: TestEngine;
/** What was logged, as names of tables and numbers. */
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  on = await createTestEngine({ also: zoo });
  await on.db.query(`create table zoo_ticket (at timestamptz not null);
    create table zoo_sound (id bigint generated always as identity, at timestamptz not null) partition by range (at);
    create table zoo_sound_old partition of zoo_sound for values from ('2020-01-01') to ('2020-02-01');
    create table zoo_sound_new partition of zoo_sound for values from ('2020-02-01') to ('2999-01-01');
    create table zoo_sound_rest partition of zoo_sound default`);
});
afterAll(() => on.close());
beforeEach(() => {
  lines = [];
});

const log = () => {
  const line = (fields: Record<string, unknown>) => void lines.push(fields);
  return { ...on.log, info: line, warn: line, error: line } as unknown as typeof on.log;
};
const remove = (
  tables: Parameters<typeof collectRetentionRules>[1],
  resources = zoo.resources.filter(({ keep }) => keep),
) => {
  const own = collectRetentionRules(resources, tables, []).filter(({ table }) => table.startsWith('zoo_'));
  return removeAgedRows({ ...on.engine, retentionRules: own }, { log: log() });
};
const count = async (table: string) => (await on.db.row<{ n: number }>(`select count(*)::int as n from ${table}`))?.n;

test('rows that people write are deleted with their history; logs go without, by a setting', async () => {
  await on.db.query(`insert into zoo_diary (title, day, admin_id)
    select 'day ' || days, current_date - days, 1 from unnest(array[0, 900, 1001, 2000]) days`);
  await on.db.query(`insert into zoo_footprint (resource, row_id, words, area_code, createtime)
    select 'zoo/animal', months, 'seen', '530102', now() - make_interval(months => months) from unnest(array[0, 23, 25]) months`);
  const { retentionRules: declared } = on.engine;
  const ours = declared.filter(({ table }) => table.startsWith('zoo_'));
  await removeAgedRows({ ...on.engine, retentionRules: ours }, { log: log() });
  const diaries = await on.db.rows<{ title: string }>('select title from zoo_diary order by id');
  expect(diaries.map(({ title }) => title)).toEqual(['day 0', 'day 900']);
  expect(await on.db.rows(`select action, actor_type from history where resource = 'zoo/diary'`)).toEqual(
    Array.from({ length: 2 }, () => ({ action: 'del', actor_type: 'system' })),
  );
  // two years is what the setting begins with
  expect(await on.db.rows('select row_id from zoo_footprint order by row_id')).toEqual([{ row_id: 0 }, { row_id: 23 }]);
  expect(lines).toEqual([
    { table: 'zoo_diary', removed: 2 },
    { table: 'zoo_footprint', removed: 1, dropped: [] },
  ]);
});

test('any number of old rows is removed, in pieces', async () => {
  await on.db.query(`insert into zoo_ticket select now() - interval '3 days' from generate_series(1, 12000);
    insert into zoo_ticket select now() - interval '1 hour' from generate_series(1, 7)`);
  await remove([{ zoo_ticket: { days: 2, from: 'at' } }], []);
  expect(await count('zoo_ticket')).toBe(7);
  expect(lines).toEqual([{ table: 'zoo_ticket', removed: 12_000, dropped: [] }]);
});

test('as many rows as are kept stay, the newest of them, unless they are too old', async () => {
  await on.db.query(`create table zoo_step (id bigint generated always as identity, at timestamptz not null);
    insert into zoo_step (at) select now() from generate_series(1, 5)`);
  const keep = { zoo_step: { days: 30, most: 3, from: 'at' } };
  const left = async () =>
    (await on.db.rows<{ id: number }>('select id from zoo_step order by id')).map(({ id }) => id);
  await remove([keep], []);
  expect(await left()).toEqual([3, 4, 5]);
  await remove([keep], []);
  expect(await left()).toEqual([3, 4, 5]);
  await on.db.query(`update zoo_step set at = now() - interval '31 days' where id = 4`);
  await remove([keep], []);
  expect(await left()).toEqual([3, 5]);
});

test('partitions all of whose rows are old are dropped, and old rows of others removed', async () => {
  await on.db.query(sql`insert into zoo_sound (at) values ('2010-01-01'), ('2020-01-15'), ('2020-03-01'), (now())`);
  await remove([{ zoo_sound: { days: 365, from: 'at' } }], []);
  const parts = await on.db.rows(`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'zoo_sound'::regclass order by 1`);
  expect(parts).toEqual([{ name: 'zoo_sound_new' }, { name: 'zoo_sound_rest' }]);
  expect(await count('zoo_sound')).toBe(1);
  expect(lines).toEqual([{ table: 'zoo_sound', removed: 2, dropped: ['zoo_sound_old'] }]);
});

test('a table that cannot be cleared does not keep the others from it, and fails the run', async () => {
  await on.db.query(`insert into zoo_ticket values (now() - interval '9 days')`);
  const before = await count('zoo_ticket');
  const both = { zoo_missing: { days: 1 }, zoo_ticket: { days: 2, from: 'at' } };
  await expect(remove([both], [])).rejects.toThrow('zoo_missing');
  expect(await count('zoo_ticket')).toBe((before ?? 0) - 1);
});

test('a table with a resource, and a setting that is not there, are refused at the start', () => {
  expect(() => collectRetentionRules(zoo.resources, [{ zoo_diary: { days: 1 } }], [])).toThrow(
    'keep of zoo_diary: its resource declares it',
  );
  expect(() => collectRetentionRules([], [{ zoo_ticket: { days: 'zoo.days' } }], [])).toThrow(
    'keep of zoo_ticket: zoo.days is not a setting',
  );
});
