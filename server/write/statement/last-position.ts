import type { AnyResource } from '#kernel/declaration/resource.ts';
import { partOf } from '#kernel/resource/child-list.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { type Sql, type SqlValue, sql } from '#server/db/sql.ts';

/**
 * The place of a row that is added by itself to an ordered list of another row: the last. Its key, by which rows of no
 * list stand, says nothing beside places given by hand. Two who add at once see the same last row: the last digits of
 * their keys, which are drawn before, keep them apart.
 */
export function lastPosition(
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Sql>> | undefined {
  if (!resource.partOf || !resource.sortable) return undefined;
  const [table, above] = [tableOf(resource), partOf(resource)];
  const weigh = sql`(select coalesce(max(s.weigh), 0) from ${sql.id(table)} s where s.${sql.id(above)} = ${values[above] as SqlValue})
    + 1 + (currval(pg_get_serial_sequence(${`"${table}"`}, 'id')) % 1024)::int`;
  return { weigh };
}
