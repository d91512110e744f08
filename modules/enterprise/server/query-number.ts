import { shanghaiToday } from '#kernel/time/calendar.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/**
 * The next `QY` + day + six digits: an application has its number from the day it is submitted, a draft has none (domain
 * reference §2.B). Numbers of what fails are skipped.
 */
export async function takeQueryNumber(db: Queryable): Promise<string> {
  const day = shanghaiToday().replaceAll('-', '');
  const row = await db.row<{ number: string }>(
    sql`select 'QY' || ${day}::text || lpad(nextval('enterprise_query_number')::text, 6, '0') as number`,
  );
  return row?.number ?? '';
}
