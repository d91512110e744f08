import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Condition: the caller added or edited a row, by its history, including what the platform wrote on their behalf. */
export const authoredRow = (resource: AnyResource, id: Sql, { id: by, name }: Caller): Sql =>
  sql`exists (select from history h where h.resource = ${resource.name} and h.row_id = ${id} and h.action in ('add', 'edit')
    and h.actor_id = ${by}::bigint and (h.actor_type = 'admin' or (h.actor_type = 'system' and h.actor_name = ${name})))`;

/** {@link authoredRow} as a query. */
export async function isAuthor(db: Queryable, resource: AnyResource, id: number, caller: Caller): Promise<boolean> {
  return (await db.row(sql`select 1 as one where ${authoredRow(resource, sql`${id}::bigint`, caller)}`)) !== undefined;
}
