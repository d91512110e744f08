import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';

let on: TestEngine;
beforeAll(async () => {
  on = await createTestEngine();
  await on.db.query(`create table "Shop_Kiosk" (id bigint generated always as identity primary key, name text, status text,
    search_text text generated always as (lower(name)) stored)`);
  await on.db.query(`insert into "Shop_Kiosk" (name) values ('BEFORE'), (null)`);
  await on.db.query(`select create_search_table('"Shop_Kiosk"')`);
});
afterAll(() => on.close());

const texts = async () =>
  (
    await on.db.rows<{ id: number; text: string }>(
      'select id, search_text as text from "Shop_Kiosk_search" order by id',
    )
  ).map(({ text }) => text);

test('what stands in the table already is found', async () => {
  expect(await texts()).toEqual(['before']);
});

test('words follow their row: added, changed, emptied, filled, removed, all gone', async () => {
  await on.db.query('truncate "Shop_Kiosk"');
  expect(await texts()).toEqual([]);
  await on.db.query(`insert into "Shop_Kiosk" (name) values ('One'), ('TWO'), (null)`);
  expect(await texts()).toEqual(['one', 'two']);
  await on.db.query(`update "Shop_Kiosk" set name = 'Uno' where name = 'One'`);
  await on.db.query(`update "Shop_Kiosk" set name = 'Tre' where name is null`);
  expect(await texts()).toEqual(['uno', 'two', 'tre']);
  await on.db.query(`update "Shop_Kiosk" set name = null where name = 'TWO'`);
  expect(await texts()).toEqual(['uno', 'tre']);
  await on.db.query(`delete from "Shop_Kiosk" where name = 'Uno'`);
  expect(await texts()).toEqual(['tre']);
});

test('a change of state leaves them alone', async () => {
  await on.db.query(`insert into "Shop_Kiosk" (name) values ('Still')`);
  const places = () => on.db.rows('select ctid::text, xmin::text from "Shop_Kiosk_search" order by id');
  const before = await places();
  await on.db.query(`update "Shop_Kiosk" set status = 'open', name = name`);
  expect(await places()).toEqual(before);
});
