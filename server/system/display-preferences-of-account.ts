import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** A person's display preferences, by key. */
export async function readDisplayPreferences(db: Queryable, { type, id }: Caller): Promise<Record<string, unknown>> {
  const rows = await db.rows<{ key: string; value: unknown }>(
    sql`select key, value from preference where owner_type = ${type} and owner_id = ${id}`,
  );
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** The preferences as a part of the boot answer for clients that request them (`preferences=1`), which saves a call. */
export const displayPreferencesForBootAnswer = async (db: Queryable, caller: Caller, requested: unknown) =>
  requested === '1' ? { preferences: await readDisplayPreferences(db, caller) } : {};
