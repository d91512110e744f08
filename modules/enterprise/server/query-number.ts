import { shanghaiToday } from '#kernel/calendar.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** `QY` + date + six digits, as an expression to be stored (domain reference §2.B). Numbers of what fails are skipped. */
export function nextQueryNumber(): Sql {
  const day = shanghaiToday().replaceAll('-', '');
  return sql`'QY' || ${day}::text || lpad(nextval('enterprise_query_number')::text, 6, '0')`;
}

/** The same, told. */
export async function takeQueryNumber(db: Queryable): Promise<string> {
  const row = await db.row<{ number: string }>(sql`select ${nextQueryNumber()} as number`);
  return row?.number ?? '';
}
