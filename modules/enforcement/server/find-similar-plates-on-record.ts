import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** A few plates on record that end with the typed text or differ from it by one character. */
export async function findSimilarPlatesOnRecord(db: Queryable, typed: string): Promise<string[]> {
  const end = typed.slice(-5);
  const others =
    typed.length < 7
      ? []
      : Array.from({ length: typed.length }, (_, at) => `${typed.slice(0, at)}_${typed.slice(at + 1)}`);
  const patterns = [`%${end}`, ...others].map((one) => one.replaceAll('%', '\\%').replace(/^\\%/, '%'));
  const rows = await db.rows<{ plate: string }>(sql`
    select plate from crew_vehicle where status not in ('returned', 'scrapped') and plate like any(${patterns}::text[])
    order by plate like ${`%${end}`} desc, plate limit 8`);
  return rows.map(({ plate }) => plate);
}
