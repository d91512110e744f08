import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/db/open-database.ts';

/** Key of the advisory lock: simultaneous starts prepare the database one after the other. */
const lockKey = 7_305_118_044;
/** Milliseconds between two attempts. A single waiting statement would time out while demonstration data is loaded. */
const pause = 200;

/** Runs the database work of a start exclusively: of two starts on an empty database, the second finds it ready. */
export function runOneStartupAtATime<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return db.session(async (on) => {
    while (!(await on.row<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lockKey]))?.free)
      await sleep(pause);
    try {
      return await work();
    } finally {
      // a broken connection has released it
      await on.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {});
    }
  });
}
