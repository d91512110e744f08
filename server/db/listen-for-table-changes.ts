import pg from 'pg';
import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import type { Database } from '#server/db/open-database.ts';
import type { Log } from '#server/log.ts';

/** Channel of the triggers `notify_processes`; the payload is the name of the table. */
const channel = 'table_changed';
/** Milliseconds between two checks of the connection, and between a break and the next attempt. */
const beat = 15_000;
const pause = 1000;

/** An in-memory cache of some tables, and how to reload it. */
export interface ReloadableCache {
  readonly tables: readonly string[];
  reload(): Promise<void>;
}

export interface ChangeListener {
  /**
   * Reloads these caches from now on when their tables change. For changes since the listener started, they are
   * reloaded at once.
   */
  follow(cached: readonly ReloadableCache[]): Promise<void>;
  stop(): Promise<void>;
}

/** Replaces the name of a table when anything may have changed. */
const everything = '*';

/**
 * Reports changes of tables by any process or tool, so that in-memory caches are reloaded. Listens on its own
 * connection, before the first load. After a reconnect everything is reloaded, so no change is missed; a silently dead
 * connection is detected by a periodic query. Notifications hold a lock of the whole server during commit: use them
 * only for what changes a few times a day (docs/decisions/database.md).
 */
export async function listenForChanges(db: Database, log: Log): Promise<ChangeListener> {
  let client: pg.Client | undefined;
  let following: readonly ReloadableCache[] | undefined;
  /** Tables that changed before `follow` was called. */
  const early = new Set<string>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const read = async (table: string) => {
    if (!following) early.add(table);
    for (const one of following ?? []) if (table === everything || one.tables.includes(table)) await one.reload();
  };
  const failed = (error: unknown) => {
    // availability is reported elsewhere, once
    if (!stopped && !isDatabaseUnavailable(error)) log.warn({ err: error }, 'cached tables could not be reloaded');
  };

  async function listen(): Promise<void> {
    const next = new pg.Client({ ...db.pool.options, query_timeout: 5000, application_name: 'xingjian changes' });
    next.on('error', () => {}); // `end` follows
    next.once('end', () => again(next));
    next.on('notification', ({ payload = everything }) => {
      void read(payload).catch(() => void next.end().catch(() => {}));
    });
    client = next;
    await next.connect();
    await next.query(`listen ${channel}`);
  }

  function again(ended: pg.Client): void {
    if (stopped || client !== ended) return;
    client = undefined;
    timer = setTimeout(() => void reopen(), pause).unref();
  }

  const reopen = () =>
    attempt(async () => {
      await listen();
      await read(everything);
    });

  async function attempt(open: () => Promise<void>): Promise<void> {
    try {
      await open();
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

  await attempt(listen);
  return {
    async follow(cached) {
      following = cached;
      await attempt(async () => {
        for (const table of early) await read(table);
      });
    },
    async stop() {
      stopped = true;
      clearInterval(beats);
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
