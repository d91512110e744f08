import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** The names under which files were uploaded, by address; they are stored under the hash of their content. */
export async function readOriginalNamesOfFiles(
  db: Queryable,
  urls: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (urls.length === 0) return new Map();
  const rows = await db.rows<{ url: string; name: string }>(
    sql`select url, name from routine_attachment where url = any(${[...urls]}::text[]) and name <> ''`,
  );
  return new Map(rows.map(({ url, name }) => [url, name]));
}
