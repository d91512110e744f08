import pg from 'pg';
import { isAway } from '#server/db/availability.ts';
import type { Database } from '#server/db/connect.ts';
import type { Log } from '#server/log.ts';

/** The channel the triggers `tell_processes` speak on; what they say is the name of the table. */
const channel = 'kept';
/** How often the ear is tried, and how long after a break it listens again, in ms. */
const beat = 15_000;
const pause = 1000;

export interface Ear {
  stop(): Promise<void>;
}

/**
 * Reads what a process keeps in its memory again as soon as its table changes, whichever process or tool changed it.
 * Listens on a connection of its own. Whenever it begins to listen everything is read, so that nothing said before, or
 * while the connection was broken, is missed; a connection that died without a word is noticed by its silence.
 * Notifications hold a lock of the whole server while they commit: fit for what changes a few times a day, and for
 * nothing else (decision 0004).
 */
export async function hearChanges(
  db: Database,
  log: Log,
  kept: readonly { readonly tables: readonly string[]; reload(): Promise<void> }[],
): Promise<Ear> {
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const read = async (table?: string) => {
    for (const one of kept) if (table === undefined || one.tables.includes(table)) await one.reload();
  };
  const failed = (error: unknown) => {
    // that the database is away is told once for all
    if (!stopped && !isAway(error))
      log.warn({ err: error }, 'what this process keeps in memory could not be read again');
  };

  async function listen(): Promise<void> {
    const next = new pg.Client({ ...db.pool.options, query_timeout: 5000, application_name: 'xingjian ear' });
    next.on('error', () => {}); // followed by the end
    next.once('end', () => again(next));
    next.on('notification', ({ payload }) => void read(payload).catch(() => void next.end().catch(() => {})));
    client = next;
    await next.connect();
    await next.query(`listen ${channel}`);
    await read();
  }

  function again(ended: pg.Client): void {
    if (stopped || client !== ended) return;
    client = undefined;
    timer = setTimeout(() => void open(), pause).unref();
  }

  async function open(): Promise<void> {
    try {
      await listen();
      if (stopped) await client?.end();
    } catch (error) {
      failed(error);
      const broken = client;
      await broken?.end().catch(() => {});
      if (broken) again(broken);
    }
  }

  const beats = setInterval(() => {
    const listening = client;
    listening?.query('select 1').catch(() => {
      again(listening);
      void listening.end().catch(() => {});
    });
  }, beat).unref();

  await open();
  return {
    async stop() {
      stopped = true;
      clearInterval(beats);
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
