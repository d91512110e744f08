import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Rows of a tree in an order in which they can be deleted: children before parents. */
export async function orderTreeRowsForDeletion(
  engine: Engine,
  resource: AnyResource,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (!resource.tree || ids.length < 2) return ids;
  const table = sql.id(tableOf(resource));
  const above = sql.id(resource.tree);
  const rows = await engine.db.rows<{ id: number }>(sql`
    with recursive up as (
      select t.id, t.${above} as above, 0 as depth from ${table} t where t.id = any(${ids}::bigint[])
      union all select up.id, t.${above}, up.depth + 1 from up join ${table} t on t.id = up.above where up.depth < 100
    ) select id from up group by id order by max(depth) desc, id desc`);
  const found = rows.map((row) => row.id);
  return [...found, ...ids.filter((id) => !found.includes(id))];
}
