import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnEqualsAnyKey } from '#server/db/column-equals-any-key-sql.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { sql } from '#server/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  // statements are prepared by a patched driver only
  db = await createTestDatabase({ driverPatches: true });
  await db.query('create table t (id int8 primary key)');
  await db.query('insert into t select generate_series(1, 5000)');
  await db.query('analyze t');
});
afterAll(() => db.close());

const idsAmong = async (keys: readonly number[]) =>
  (await db.rows<{ id: number }>(sql`select id from t where ${columnEqualsAnyKey(sql`t.id`, keys)} order by id`)).map(
    ({ id }) => id,
  );

test('rows with one of the keys are found, however many there are', async () => {
  expect(await idsAmong([])).toEqual([]);
  expect(await idsAmong([7])).toEqual([7]);
  expect(await idsAmong([9, 7, 6000])).toEqual([7, 9]);
});

test('a namePreparedStatement statement for one key is planned once, and not anew for each key', async () => {
  const plans = await db.transaction(async (tx) => {
    for (let key = 1; key <= 20; key += 1)
      await tx.rows(
        namePreparedStatement(sql`select t.id as planned_once from t where ${columnEqualsAnyKey(sql`t.id`, [key])}`),
      );
    return tx.row(
      sql`select (generic_plans > 0) as again from pg_prepared_statements where statement like ${'select t.id as planned_once%'}`,
    );
  });
  expect(plans).toEqual({ again: true });
});
