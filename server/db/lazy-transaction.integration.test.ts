import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runInLazyTransaction, withPreparedStatements } from '#server/db/lazy-transaction.ts';
import { sql } from '#server/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  // statements are prepared by a patched driver only
  db = await createTestDatabase({ driverPatches: true });
  await db.query('create table t (id int8 primary key)');
});
beforeEach(async () => void (await db.query('truncate t')));
afterAll(() => db.close());

const storedIds = async () => (await db.rows<{ id: number }>('select id from t order by id')).map(({ id }) => id);

test('without statements no transaction begins', async () => {
  const seen: string[] = [];
  const result = await runInLazyTransaction(db, async (tx) => {
    tx.afterCommit(() => void seen.push('after'));
    await db.query(sql`insert into t values (1)`);
    return tx.begun;
  });
  expect(result).toBe(false);
  expect(seen).toEqual(['after']);
  expect(await storedIds()).toEqual([1]);
});

test('all statements take effect together, and work after the commit sees them', async () => {
  let seen: number[] = [];
  await runInLazyTransaction(db, async (tx) => {
    tx.afterCommit(async () => {
      seen = await storedIds();
    });
    await Promise.all([tx.query(sql`insert into t values (1)`), tx.query(sql`insert into t values (2)`)]);
    expect(tx.begun).toBe(true);
    expect(await storedIds()).toEqual([]);
  });
  expect(seen).toEqual([1, 2]);
});

test('a failure rolls everything back and is passed on unchanged', async () => {
  const failure = new Error('not today');
  const after: string[] = [];
  const failed = runInLazyTransaction(db, async (tx) => {
    tx.afterCommit(() => void after.push('after'));
    await tx.query(sql`insert into t values (1)`);
    throw failure;
  });
  await expect(failed).rejects.toBe(failure);
  const refused = runInLazyTransaction(db, async (tx) => {
    await tx.query(sql`insert into t values (1)`);
    await tx.query(sql`insert into t values (1)`);
  });
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  expect(await storedIds()).toEqual([]);
  expect(after).toEqual([]);
});

test('in the transaction of a caller a frequent statement is prepared, and a write of a write is not wrapped twice', async () => {
  await db.transaction(async (tx) => {
    const named = withPreparedStatements(tx);
    expect(withPreparedStatements(named)).toBe(named);
    expect(named.begun).toBe(true);
    for (const id of [1, 2, 3, 4]) await named.query(sql`insert into t values (${id}) -- prepared by its third use`);
    const prepared = await tx.rows(
      `select statement from pg_prepared_statements where statement like '%prepared by its third use' and name like 'xj%'`,
    );
    expect(prepared).toHaveLength(1);
  });
  expect(await storedIds()).toEqual([1, 2, 3, 4]);
});
