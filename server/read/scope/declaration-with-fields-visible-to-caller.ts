import {
  reduceResourceToFieldsVisibleToMemberRole,
  reduceResourceToFieldsVisibleToOfficer,
} from '#kernel/access/reduce-resource-to-fields-visible-to-officer-or-member-role.ts';
import {
  memberRoleNamesWithOnlooker,
  type RoleInRowOrOnlooker,
} from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { differsVisibilityByRow } from '#kernel/resource/declaration-visible-to-caller.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { getOrCreate } from '#server/get-or-create-and-cache-per-resource-declaration.ts';
import { roleText, withCallerKey } from './rows-and-fields-readable-by-member-sql.ts';

/**
 * The declaration of a resource without the fields that this caller may not read
 * (`kernel/resource/declaration-visible-to-caller.ts`). Everything that the caller reads, requests or writes is derived from it, so
 * that hidden fields do not exist there. Returns the resource itself if nothing is hidden. `role` is the member's role
 * in one row; null: the member has none.
 */
export function withFieldsVisibleToCaller(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
  role?: RoleInRowOrOnlooker | null,
): AnyResource {
  if (caller.type === 'member') return reduceResourceToFieldsVisibleToMemberRole(resource, find, role);
  const nodes = caller.super || caller.type === 'system' ? everything : caller.nodes;
  const ofResource = getOrCreate(
    getOrCreate(visible, nodes, () => new WeakMap<FindResource, WeakMap<AnyResource, AnyResource>>()),
    find,
    () => new WeakMap<AnyResource, AnyResource>(),
  );
  return getOrCreate(ofResource, resource, () =>
    reduceResourceToFieldsVisibleToOfficer(resource, find, (node) => can(caller, node)),
  );
}

/** Cached by the set of permission nodes, which all calls of a session share: a list asks seven times. */
const visible = new WeakMap<ReadonlySet<string>, WeakMap<FindResource, WeakMap<AnyResource, AnyResource>>>();
/** Stands for the nodes of those who may do everything. */
const everything: ReadonlySet<string> = new Set();

/** A member's role in a row; null: none. */
export async function memberRoleInRow(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
  db: Queryable,
  id: number,
): Promise<RoleInRowOrOnlooker | null> {
  const text = roleText(resource, find);
  if (text === undefined) return 'owner';
  const found = await db.row<{ role: string | null }>(
    sql`select ${withCallerKey(text, caller)} as role from ${sql.id(tableOf(resource))} t where t.id = ${id}`,
  );
  return memberRoleNamesWithOnlooker.find((one) => one === found?.role) ?? null;
}

/** The resource as visible to a caller in one row. */
export async function withFieldsVisibleInRow(
  resource: AnyResource,
  caller: Caller,
  { find, db }: { readonly find: FindResource; readonly db: Queryable },
  id: number,
): Promise<AnyResource> {
  const visible = withFieldsVisibleToCaller(resource, caller, find);
  return differsVisibilityByRow(visible)
    ? withFieldsVisibleToCaller(resource, caller, find, await memberRoleInRow(resource, caller, find, db, id))
    : visible;
}
