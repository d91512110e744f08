import type { AnyResource } from '#kernel/declaration/resource.ts';
import { parentReferenceFieldOf } from '#kernel/resource/child-lists-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Sql, type SqlValue, sql } from '#server/db/sql.ts';

/**
 * The last position, for a row added to an ordered child list. The key, by which rows outside lists are ordered, does
 * not compare with positions set by hand. Concurrent inserts see the same last row, so the last digits of their keys
 * keep them apart.
 */
export function nextPositionInChildList(
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Sql>> | undefined {
  if (!resource.partOf || !resource.sortable) return undefined;
  const [table, above] = [tableOf(resource), parentReferenceFieldOf(resource)];
  const weigh = sql`(select coalesce(max(s.weigh), 0) from ${sql.id(table)} s where s.${sql.id(above)} = ${values[above] as SqlValue})
    + 1 + (currval(pg_get_serial_sequence(${`"${table}"`}, 'id')) % 1024)::int`;
  return { weigh };
}
