import type { Writable } from 'node:stream';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runInLazyTransaction } from '#server/db/lazy-transaction.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query('create table t (id int8 primary key)');
});
beforeEach(async () => void (await db.query('truncate t')));
afterAll(() => db.close());

const put = (id: number) => sql`insert into t values (${id}) returning id`;
const storedIds = async () => (await db.rows<{ id: number }>('select id from t order by id')).map(({ id }) => id);

/** Opens a database with one connection, and counts how often this process writes to it. */
async function withOneConnection(driverPatches: boolean, work: (one: Database, writes: () => number) => Promise<void>) {
  const one = await openDatabase({ ...db.address, max: 1, pipelines: 0, driverPatches });
  let writes = 0;
  const count = (client: pg.PoolClient) => {
    const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
    const send = stream._writev?.bind(stream);
    stream._writev = (...given) => {
      writes++;
      send?.(...given);
    };
    const sendOne = stream._write.bind(stream);
    stream._write = (...given) => {
      writes++;
      sendOne(...given);
    };
  };
  try {
    const client = await one.pool.connect();
    count(client);
    client.release();
    await work(one, () => writes);
  } finally {
    await one.close();
  }
}

for (const patches of [true, false])
  describe(`patches ${patches ? 'on' : 'off'}`, () => {
    test('statements sent together run in their order, and the last one commits', () =>
      withOneConnection(patches, async (one) => {
        const seen = await one.transaction(async (tx) => {
          const [first, second] = await tx.rowsOfAll([put(1), sql`select count(*)::int as n from t`]);
          return { first, second, last: await tx.lastRow(put(2)) };
        });
        expect(seen).toEqual({ first: [{ id: 1 }], second: [{ n: 1 }], last: { id: 2 } });
        expect(await storedIds()).toEqual([1, 2]);
      }));

    test('if the last statement fails, everything is rolled back and nothing runs afterwards', () =>
      withOneConnection(patches, async (one) => {
        const after: string[] = [];
        const failed = one.transaction(async (tx) => {
          tx.afterCommit(() => void after.push('after'));
          await tx.query(put(1));
          await tx.lastRow(put(1));
        });
        await expect(failed).rejects.toMatchObject({ code: '23505' });
        expect(await storedIds()).toEqual([]);
        expect(after).toEqual([]);
        expect(await one.row('select 1 as usable')).toEqual({ usable: 1 });
      }));

    test('the first of several failing statements is the error', () =>
      withOneConnection(patches, async (one) => {
        const failed = one.transaction((tx) => tx.rowsOfAll([put(1), put(1), sql`select 1 / 0`]));
        await expect(failed).rejects.toMatchObject({ code: '23505' });
        expect(await storedIds()).toEqual([]);
      }));

    test('after the last statement no other runs', () =>
      withOneConnection(patches, async (one) => {
        const late = one.transaction(async (tx) => {
          await tx.lastRow(put(1));
          await tx.query(put(2));
        });
        await expect(late).rejects.toThrow('the transaction has ended');
        expect(await storedIds()).toEqual([1]);
      }));

    test('an idle connection that was cut is replaced before anything is done', () =>
      withOneConnection(patches, async (one) => {
        const pid = (await one.row<{ pid: number }>('select pg_backend_pid() as pid'))?.pid;
        // in the same turn, before this process hears of the end of the connection
        const cut = db.query('select pg_terminate_backend($1)', [pid]);
        const stored = one.transaction(async (tx) => {
          await tx.rowsOfAll([put(1), sql`select pg_sleep(0.01)`]);
          return tx.lastRow(put(2));
        });
        const [outcome] = await Promise.allSettled([stored, cut]);
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ uncertain: expect.any(Boolean) });
        expect([[], [1, 2]]).toContainEqual(await storedIds());
        expect(await one.row('select 1 as usable')).toEqual({ usable: 1 });
      }));

    test('a connection cut during the commit leaves the outcome uncertain', () =>
      withOneConnection(patches, async (one) => {
        const failed = one.transaction(async (tx) => {
          await tx.query(put(1));
          await tx.lastRow(sql`select pg_terminate_backend(pg_backend_pid())`);
        });
        await expect(failed).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
        expect(await storedIds()).toEqual([]);
      }));
  });

test('begin travels with the first statements and commit with the last one', async () => {
  const writesOf = async (patches: boolean) => {
    let counted = 0;
    await withOneConnection(patches, async (one, writes) => {
      const before = writes();
      await runInLazyTransaction(one, async (tx) => {
        await tx.rowsOfAll([sql`select 1`, sql`select 2`]);
        await tx.lastRow(put(patches ? 1 : 2));
      });
      counted = writes() - before;
    });
    return counted;
  };
  expect(await writesOf(true)).toBe(2);
  expect(await writesOf(false)).toBe(5);
});
