import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  type DatabaseAvailability,
  DatabaseUnavailableError,
  isDatabaseUnavailable,
  wasNeverSent,
} from '#server/db/driver/database-availability.ts';
import { runStatementOnConnection } from '#server/db/driver/run-statement-on-connection.ts';

/** PostgreSQL's refusal to write in a read-only transaction. */
const READ_ONLY = '25006';

/** Connections and single statements of a pool, for callers that can wait briefly while the database is unavailable. */
export interface OutageTolerantPool {
  /**
   * Runs one statement. Waits for a connection. If the connection breaks, the statement is repeated in a read-only
   * transaction, so that PostgreSQL refuses it if it was a write; a write may have taken effect and fails with an
   * `uncertain` {@link DatabaseUnavailableError}.
   */
  query<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>>;
  /**
   * A connection on which the statement `opening` has run. Both are repeated until they succeed, since nothing was done
   * before.
   */
  connect(opening?: string): Promise<pg.PoolClient>;
}

export function createOutageTolerantPool(
  pool: pg.Pool,
  availability: DatabaseAvailability,
  patience: number,
): OutageTolerantPool {
  async function connect(opening?: string, deadline = Date.now() + patience): Promise<pg.PoolClient> {
    for (;;) {
      // after an outage longer than any call waits, new calls fail at once
      if (availability.away) await availability.wait(availability.awayFor > patience ? 0 : deadline);
      let client: pg.PoolClient | undefined;
      try {
        client = await takeClient(deadline);
        if (opening) await client.query(opening);
        return client;
      } catch (error) {
        client?.release(isDatabaseUnavailable(error));
        if (error instanceof DatabaseUnavailableError || !isDatabaseUnavailable(error)) throw error;
        await availability.wait(deadline, { error });
      }
    }
  }

  /** Takes a connection of a full pool after waiting as long as the pool allows, if the server is available. */
  async function takeClient(deadline: number): Promise<pg.PoolClient> {
    if (pool.idleCount > 0) return pool.connect();
    const connecting = pool.connect();
    const stop = new AbortController();
    const late = sleep(Math.max(0, deadline - Date.now()), 'late' as const, { signal: stop.signal });
    late.catch(() => {});
    const first = await Promise.race([connecting, late]).finally(() => stop.abort());
    if (first !== 'late') return first;
    availability.report(new Error('timeout expired'));
    const given = await Promise.race([connecting, availability.wait(Date.now() + patience)]).catch((error: unknown) => {
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    });
    return given ?? connecting;
  }

  return {
    connect: (opening) => connect(opening),
    async query<R extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const deadline = Date.now() + patience;
      let sent = false;
      for (;;) {
        const client = await connect(sent ? 'begin read only' : undefined, deadline);
        try {
          const result = await runStatementOnConnection<R>(client, statement);
          if (sent) await client.query('commit');
          client.release();
          return result;
        } catch (error) {
          const broken = isDatabaseUnavailable(error);
          client.release(broken || sent);
          if (sent && (error as { code?: unknown }).code === READ_ONLY)
            throw new DatabaseUnavailableError({ uncertain: true, cause: error });
          if (!broken) throw error;
          if (!wasNeverSent(error)) sent = true;
          await availability.wait(deadline, { error, uncertain: sent });
        }
      }
    },
  };
}
