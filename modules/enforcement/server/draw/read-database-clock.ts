import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/**
 * The moment in Unix seconds by the clock of the database. Servers may have clocks of their own, and whoever runs one could
 * set it to draw early or to date a commitment back.
 */
export async function readDatabaseClock(db: Queryable): Promise<number> {
  const clock = await db.row<{ at: number }>(sql`select floor(extract(epoch from clock_timestamp()))::float8 as at`);
  if (!clock) throw new Error('the database has no clock');
  return clock.at;
}
