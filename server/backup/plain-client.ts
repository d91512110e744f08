import pg from 'pg';
import { type Database, type Queryable, type QueryRow, queryableOn } from '#server/db/connect.ts';
import { plainText } from './describe-database.ts';

/** A connection of its own on which values are written as they always are, and nothing is cut short. */
export interface PlainClient extends Queryable {
  readonly client: pg.Client;
}

/** Closed at the end, whatever it was in the middle of: the pool never sees a connection that was left copying. */
export async function withPlainClient<T>(db: Database, work: (on: PlainClient) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...db.pool.options, statement_timeout: 0, application_name: 'xingjian backup' });
  client.on('error', () => {}); // followed by the rejection that tells it
  try {
    await client.connect();
    await client.query(plainText);
    const queryable = queryableOn(<R extends QueryRow>(statement: pg.QueryConfig) => client.query<R>(statement));
    return await work({ ...queryable, client });
  } finally {
    await client.end().catch(() => {});
  }
}
