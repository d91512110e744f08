import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { TestApp } from './test-engine.ts';

/** In ms. */
const patience = 30_000;

/**
 * Makes simultaneous calls while the row they compete for is locked, and releases it when all of them wait. Returns
 * their answers, and how many of their own `rows` were locked by then: holding a lock while waiting may lead to a
 * deadlock.
 */
export async function callWhileLocked<T>(
  { db }: TestApp,
  { row, rows, calls }: { row: Sql; rows: Sql; calls: readonly (() => Promise<T>)[] },
): Promise<{ answers: T[]; locked: number }> {
  let made: Promise<T[]> = Promise.resolve([]);
  const locked = await db.transaction(async (tx) => {
    await tx.query(sql`${row} for update`);
    made = Promise.all(calls.map((call) => call()));
    // awaited below: a failure in the meantime is not an unhandled rejection
    made.catch(() => undefined);
    // not within the transaction, which would always see the same snapshot of the activity
    await untilStatementsWaitForLocks(db, calls.length);
    const all = (await tx.rows(rows)).length;
    return all - (await tx.rows(sql`${rows} for update skip locked`)).length;
  });
  return { answers: await made, locked };
}

/** Resolves when as many statements of this database wait for locks. */
export async function untilStatementsWaitForLocks(db: Queryable, many: number): Promise<void> {
  const deadline = Date.now() + patience;
  for (let waiting = 0; waiting < many; await sleep(5)) {
    if (Date.now() > deadline) throw new Error(`${waiting} of ${many} statements wait for locks`);
    waiting =
      (
        await db.row<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      )?.n ?? 0;
  }
}
