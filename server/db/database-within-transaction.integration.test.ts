import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { databaseWithinTransaction } from '#server/db/database-within-transaction.ts';
import { runInLazyTransaction } from '#server/db/lazy-transaction.ts';
import { sql } from '#server/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query('create table t (id int8 primary key)');
});
beforeEach(async () => void (await db.query('truncate t')));
afterAll(() => db.close());

const put = (id: number) => sql`insert into t values (${id})`;
const storedIds = async () => (await db.rows<{ id: number }>('select id from t order by id')).map(({ id }) => id);

test('statements take effect with the surrounding transaction, and not before', async () => {
  await db.transaction(async (tx) => {
    const { db: inner } = databaseWithinTransaction(db, tx);
    await inner.query(put(1));
    await inner.transaction((part) => part.query(put(2)));
    await runInLazyTransaction(inner, (part) => part.query(put(3)));
    expect(await inner.rows('select id from t')).toHaveLength(3);
    expect(await storedIds()).toEqual([]);
  });
  expect(await storedIds()).toEqual([1, 2, 3]);
});

test('a failing part is rolled back alone, with its statements and its work after the commit', async () => {
  const after: string[] = [];
  await db.transaction(async (tx) => {
    const { db: inner } = databaseWithinTransaction(db, tx);
    await inner.query(put(1));
    for (const run of [
      inner.transaction,
      <T>(work: Parameters<typeof runInLazyTransaction<T>>[1]) => runInLazyTransaction(inner, work),
    ]) {
      const failed = run(async (part) => {
        part.afterCommit(() => void after.push('of the part that failed'));
        await part.query(put(2));
        await part.query(put(1));
      });
      await expect(failed).rejects.toMatchObject({ code: '23505' });
    }
    await inner.transaction(async (part) => {
      part.afterCommit(() => void after.push(`of the other`));
      await part.query(put(3));
    });
    expect(after).toEqual([]);
  });
  expect([await storedIds(), after]).toEqual([[1, 3], ['of the other']]);
});

test('after release it is the plain database, for work after the commit', async () => {
  let seen: unknown[] = [];
  await db.transaction(async (tx) => {
    const { db: inner, release } = databaseWithinTransaction(db, tx);
    tx.afterCommit(release);
    await inner.transaction(async (part) => {
      part.afterCommit(async () => {
        await inner.transaction((later) => later.query(put(2)));
        seen = await inner.rows('select id from t order by id');
      });
      await part.query(put(1));
    });
  });
  expect(seen).toEqual([{ id: 1 }, { id: 2 }]);
});
