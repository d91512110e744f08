import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Condition: the caller added or edited a row, by its history, including what the platform wrote on their behalf. */
export const whereAuthoredByCaller = (resource: AnyResource, id: Sql, { id: by, name }: Caller): Sql =>
  sql`exists (select from history h where h.resource = ${resource.name} and h.row_id = ${id} and h.action in ('add', 'edit')
    and h.actor_id = ${by}::bigint and (h.actor_type = 'admin' or (h.actor_type = 'system' and h.actor_name = ${name})))`;

/** {@link whereAuthoredByCaller} as a query. */
export async function isAuthorOfRow(
  db: Queryable,
  resource: AnyResource,
  id: number,
  caller: Caller,
): Promise<boolean> {
  return (
    (await db.row(sql`select 1 as one where ${whereAuthoredByCaller(resource, sql`${id}::bigint`, caller)}`)) !==
    undefined
  );
}
