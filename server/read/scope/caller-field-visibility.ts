import { withFieldsVisibleByNodes, withFieldsVisibleToMembers } from '#kernel/access/visible-fields.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { type Standing, standings } from '#kernel/declaration/role.ts';
import { isVisibleByRow } from '#kernel/resource/field-visibility.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { roleText, withCallerKey } from './member-scope.ts';

/**
 * A resource as this caller knows it (`kernel/resource/field-visibility.ts`): whatever is presented to them, asked or written by them is
 * read from this, so that what they may not read is no field there. Itself where it keeps nothing from anybody. `role`
 * is a member's in one row; null: they have none.
 */
export function visibleTo(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
  role?: Standing | null,
): AnyResource {
  if (caller.type === 'member') return withFieldsVisibleToMembers(resource, find, role);
  return withFieldsVisibleByNodes(resource, find, (node) => can(caller, node));
}

/** What a member is to a row; null: nothing. */
export async function roleIn(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
  db: Queryable,
  id: number,
): Promise<Standing | null> {
  const text = roleText(resource, find);
  if (text === undefined) return 'owner';
  const found = await db.row<{ role: string | null }>(
    sql`select ${withCallerKey(text, caller)} as role from ${sql.id(tableOf(resource))} t where t.id = ${id}`,
  );
  return standings.find((one) => one === found?.role) ?? null;
}

/** A resource as this caller knows it in one row. */
export async function visibleInRow(
  resource: AnyResource,
  caller: Caller,
  { find, db }: { readonly find: FindResource; readonly db: Queryable },
  id: number,
): Promise<AnyResource> {
  const visible = visibleTo(resource, caller, find);
  return isVisibleByRow(visible)
    ? visibleTo(resource, caller, find, await roleIn(resource, caller, find, db, id))
    : visible;
}
