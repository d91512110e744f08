import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { Log } from '#server/log.ts';

/** First half of the keys of our advisory locks; any fixed number. */
export const lockClass = 73_051_180;

/** Proof that a process lives, which PostgreSQL itself withdraws the moment the process ends. */
export interface ProcessLock {
  readonly process: number;
  release(): Promise<void>;
}

/**
 * Holds an advisory lock on a connection of its own as long as the process lives. After a restart of the database the
 * same lock is taken again as soon as it answers.
 */
export async function holdProcessLock(config: pg.ClientConfig, log: Log): Promise<ProcessLock> {
  const process = randomInt(1, 2 ** 31 - 1);
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let released = false;

  async function take(): Promise<void> {
    const fresh = new pg.Client({ ...config, keepAlive: true, application_name: 'xingjian jobs' });
    fresh.on('error', () => undefined); // followed by `end`
    fresh.once('end', () => {
      if (!released && client === fresh) again();
    });
    try {
      await fresh.connect();
      await fresh.query('select pg_advisory_lock($1::int, $2::int)', [lockClass, process]);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
  }

  function again(): void {
    timer = setTimeout(() => {
      take().catch((error: unknown) => {
        log.warn({ err: error }, 'cannot hold the lock of this process');
        if (!released) again();
      });
    }, 1000);
    timer.unref();
  }

  await take();
  return {
    process,
    release: async () => {
      released = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
