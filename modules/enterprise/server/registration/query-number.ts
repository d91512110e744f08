import { shanghaiToday } from '#kernel/time/calendar.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/**
 * Takes the next query number `QY` + date + six digits. Assigned at submission; drafts have none (domain reference
 * §2.B). Failed submissions leave gaps.
 */
export async function nextQueryNumber(db: Queryable): Promise<string> {
  const day = shanghaiToday().replaceAll('-', '');
  const row = await db.row<{ number: string }>(
    sql`select 'QY' || ${day}::text || lpad(nextval('enterprise_query_number')::text, 6, '0') as number`,
  );
  return row?.number ?? '';
}
