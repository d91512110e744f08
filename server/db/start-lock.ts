import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/db/connect.ts';

/** Any fixed number: processes that start on one database prepare it one after the other. */
const lockKey = 7_305_118_044;
/** Milliseconds between two looks; asked again and again, for a wait as long as demonstration data would be timed out. */
const pause = 200;

/** Runs the database work of a start exclusively: of two starts on an empty database, the second finds it ready. */
export function withStartLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return db.session(async (on) => {
    while (!(await on.row<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lockKey]))?.free)
      await sleep(pause);
    try {
      return await work();
    } finally {
      // gone with the connection where that broke
      await on.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {});
    }
  });
}
