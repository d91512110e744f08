import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** The groups of a caller, or the one they view the back office as. */
const groupsOf = ({ id, viewing }: Caller): Sql =>
  viewing === undefined
    ? sql`select g.* from auth_admin a join auth_group g on g.id = any(a.group_arr) where a.id = ${id}`
    : sql`select g.* from auth_group g where g.id = ${viewing}`;

/**
 * Condition on alias `t` for resources that grant permissions (`grants`), for callers who are not super administrators:
 * the rules that they hold, enabled or not; their own groups; and groups that grant only a part of their permissions
 * (wire contract §2.7). Hooks of groups check what is written to a group, and say what is missing.
 */
export function whereWithinOwnPermissions(
  grants: NonNullable<AnyResource['grants']>,
  caller: Caller,
  action = 'index',
): Sql | undefined {
  const held = heldBy(caller);
  if (grants === 'id') return sql`t.id = any(${held})`;
  if (action !== 'index') return undefined;
  return sql`(t.id in (select o.id from (${groupsOf(caller)}) o) or ${isTruePart(sql`t.${sql.id(grants)}`, held)})`;
}

/** Keys of the rules held by a caller who is not super. */
const heldBy = (caller: Caller): Sql =>
  sql`array(select unnest(o.rules) from (${groupsOf(caller)}) o where o.status = '1')`;

const isTruePart = (rules: Sql, held: Sql): Sql => sql`(${rules} <@ ${held} and not ${held} <@ ${rules})`;

/** Keys of the groups that grant a proper subset of a caller's permissions, computed once for all rows. */
export const keysOfGroupsGrantingLess = (
  table: string,
  grants: NonNullable<AnyResource['grants']>,
  caller: Caller,
): Sql => sql`array(select g.id from ${sql.id(table)} g where ${isTruePart(sql`g.${sql.id(grants)}`, heldBy(caller))})`;
