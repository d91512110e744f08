import type { Queryable } from './open-database.ts';
import { sql } from './sql.ts';

/**
 * Tables whose rows are evidence: they are only added to. The role of the product has no right to change them
 * (docs/decisions/database.md).
 */
export const evidenceTables = [
  'chain_entry',
  'chain_root',
  'chain_root_head',
  'chain_day',
  'chain_key',
  'move_evidence',
] as const;

/** Evidence tables that the connected role could change or empty. None with the embedded database. */
export async function findWritableEvidenceTables(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select n.name from unnest(${[...evidenceTables]}::text[]) with ordinality n (name, turn)
    join pg_class c on c.oid = to_regclass(n.name)
    where has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE') or pg_has_role(c.relowner, 'USAGE') order by n.turn`);
  return rows.map(({ name }) => name);
}
