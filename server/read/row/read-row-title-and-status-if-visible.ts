import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { forbidden, notFound } from '#server/refusal.ts';
import { headingColumn } from '../field/row-heading-and-subtitle-sql.ts';
import { scopeOf } from '../scope/row-scope-of-caller.ts';

/** The title, state and version of a row, for calls that are about a row of another resource. */
export interface RowTitleAndStatus {
  readonly [column: string]: unknown;
  readonly title: string;
  readonly status: string | null;
  readonly version: number;
}

/** Whether a caller may see any rows of a resource: by permission node, or in some role of a member. */
export const mayReadResource = (resource: AnyResource, caller: Caller): boolean =>
  caller.type === 'member'
    ? memberRolesThatMay(resource, 'index').length > 0 && !caller.withheld?.has(resource.name.toLowerCase())
    : can(caller, `${resource.name}/index`);

/**
 * Reads a row to which a call of another resource refers. Throws `Refused` (not found) if the caller does not see it.
 */
export async function readRowTitleAndStatusIfVisible(
  { find }: { readonly find: FindResource },
  db: Queryable,
  resource: AnyResource,
  caller: Caller,
  id: number,
): Promise<RowTitleAndStatus> {
  if (!mayReadResource(resource, caller)) throw forbidden();
  const scope = scopeOf(resource, caller, find);
  const row = await db.row<RowTitleAndStatus>(sql`
    select coalesce(${headingColumn(resource, find)}, '#' || t.id) as title,
      ${resource.life ? sql`t.status` : sql`null::text`} as status, t.version
    from ${sql.id(tableOf(resource))} t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
  if (!row) throw notFound();
  return row;
}
