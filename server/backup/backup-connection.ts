import pg from 'pg';
import { type Database, type Queryable, type QueryRow, queryableOn } from '#server/db/open-database.ts';
import { textFormatSettings } from './read-database-schema-for-backup.ts';

/** A separate connection with pinned text formats of values and without a statement timeout. */
export interface BackupConnection extends Queryable {
  readonly client: pg.Client;
}

/** The connection is closed at the end, even in the middle of a COPY; it never returns to the pool. */
export async function withBackupConnection<T>(db: Database, work: (on: BackupConnection) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...db.pool.options, statement_timeout: 0, application_name: 'xingjian backup' });
  client.on('error', () => {}); // the rejection that follows reports it
  try {
    await client.connect();
    await client.query(textFormatSettings);
    const queryable = queryableOn(<R extends QueryRow>(statement: pg.QueryConfig) => client.query<R>(statement));
    return await work({ ...queryable, client });
  } finally {
    await client.end().catch(() => {});
  }
}
