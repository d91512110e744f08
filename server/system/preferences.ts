import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/** What a person keeps of how screens look, by key. */
export async function readPreferences(db: Queryable, { type, id }: Caller): Promise<Record<string, unknown>> {
  const rows = await db.rows<{ key: string; value: unknown }>(
    sql`select key, value from preference where owner_type = ${type} and owner_id = ${id}`,
  );
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** The same beside the answer a browser starts with, for one that asks (`preferences=1`): a call of its own less. */
export const withPreferences = async (db: Queryable, caller: Caller, requested: unknown) =>
  requested === '1' ? { preferences: await readPreferences(db, caller) } : {};
