import { randomInt } from 'node:crypto';
import pg from 'pg';
import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import type { Log } from '#server/log.ts';

/** First half of the keys of our advisory locks: an arbitrary constant. */
export const lockClass = 73_051_180;

/** An advisory lock that shows that a process is alive. PostgreSQL releases it when the process ends. */
export interface ProcessLivenessLock {
  readonly process: number;
  /** Since when the lock has been held without interruption, in ms since 1970; undefined while it is not held. */
  readonly since: number | undefined;
  release(): Promise<void>;
}

/**
 * Holds an advisory lock on its own connection as long as the process lives. After a restart of the database the lock
 * is acquired again as soon as possible.
 */
export async function holdProcessLivenessLock(config: pg.ClientConfig, log: Log): Promise<ProcessLivenessLock> {
  const process = randomInt(1, 2 ** 31 - 1);
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  let since: number | undefined;

  async function take(): Promise<void> {
    const fresh = new pg.Client({ ...config, keepAlive: true, application_name: 'xingjian jobs' });
    fresh.on('error', () => undefined); // followed by `end`
    fresh.once('end', () => {
      if (client !== fresh) return;
      since = undefined;
      if (!released) again();
    });
    try {
      await fresh.connect();
      await fresh.query('select pg_advisory_lock($1::int, $2::int)', [lockClass, process]);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    since = Date.now();
  }

  function again(): void {
    timer = setTimeout(() => {
      take().catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) log.warn({ err: error }, 'cannot hold the lock of this process');
        if (!released) again();
      });
    }, 1000);
    timer.unref();
  }

  await take();
  return {
    process,
    get since() {
      return since;
    },
    release: async () => {
      released = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
