import { memberRolesThatMay, resourceWithMemberRules } from '#kernel/access/member-rights-by-role.ts';
import { resourceOwningPermissionNode } from '#kernel/access/reduce-resource-to-fields-visible-to-officer-or-member-role.ts';
import {
  isHeldThroughParent,
  owningResourceOf,
  peopleResourceOf,
} from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import { memberRoleNames, type RoleInRowOrOnlooker } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { fieldWithOwningMember } from '#kernel/resource/all-columns-of-resource.ts';
import { hasSeveralParents, parentOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { parentValueSql } from './columns-read-through-parent-row-sql.ts';
import { activeMembershipText } from './members-who-hold-row-sql.ts';

const nothing = sql`false`;

/** Condition: rows of alias `t` that a member holds in one of these roles, directly or through their parents. */
export function heldByMember(
  resource: AnyResource,
  held: readonly RoleInRowOrOnlooker[],
  caller: Caller,
  find: FindResource,
): Sql {
  if (held.length === 0) return nothing;
  const people = peopleResourceOf(resource, find);
  if (people && resource.people === people.name)
    return sql`t.id in (select p.${sql.id(people.partOf as string)} from ${sql.id(tableOf(people))} p where p.user_id = ${caller.id} and p.role = any(${held}::text[])${sql.raw(activeMembershipText(people))})`;
  const owner = fieldWithOwningMember(resource);
  if (owner !== undefined) return held.includes('owner') ? sql`t.${sql.id(owner)} = ${caller.id}` : nothing;
  if (!isHeldThroughParent(resource)) return nothing;
  const parent = parentOf(resource, find);
  const above = (name: string, as: readonly RoleInRowOrOnlooker[]) =>
    sql`t.${sql.id(name)} in (select t.id from ${sql.id(tableOf(parent))} t where ${heldByMember(parent, as, caller, find)})`;
  const own = above(resource.partOf as string, held);
  if (resource.seenBy === undefined || !held.includes('onlooker')) return own;
  // separate subqueries, each with its own index; an "or" would scan every row
  const table = sql.id(tableOf(resource));
  return sql`t.id in (select t.id from ${table} t where ${own} union all select t.id from ${table} t where ${above(resource.seenBy.by, memberRoleNames)} and ${sql.raw(seenState(resource))})`;
}

/** Condition: the row of `alias` is in a state that other members may see. */
const seenState = ({ seenBy }: AnyResource, alias = 't'): string =>
  seenBy ? `${alias}.status in (${seenBy.in.map((state) => `'${state}'`).join(', ')})` : 'false';

/** Rows of the parent resource (alias `t`) to which a member may add child rows, or move them. */
export function parentsHeldByMember(
  resource: AnyResource,
  action: string,
  caller: Caller,
  find: FindResource,
): Sql | undefined {
  const alone = resource.people !== undefined || fieldWithOwningMember(resource) !== undefined;
  if (caller.type !== 'member' || resource.partOf === undefined || alone || hasSeveralParents(resource))
    return undefined;
  return heldByMember(parentOf(resource, find), memberRolesThatMay(resource, action), caller, find);
}

/** Condition: rows of alias `t` held through one given row, or that row itself; undefined: nothing holds them. */
export function heldThroughRow(resource: AnyResource, id: number, find: FindResource): Sql | undefined {
  const holder = owningResourceOf(resource, find);
  if (!holder) return undefined;
  if (holder === resource) return sql`t.id = ${id}`;
  const parent = parentOf(resource, find);
  const above = sql.id(resource.partOf as string);
  const seen = resource.seenBy;
  return parent === holder
    ? seen === undefined
      ? sql`t.${above} = ${id}`
      : sql`(t.${above} = ${id} or (t.${sql.id(seen.by)} = ${id} and ${sql.raw(seenState(resource))}))`
    : sql`t.${above} in (select t.id from ${sql.id(tableOf(parent))} t where ${heldThroughRow(parent, id, find) as Sql})`;
}

/** Placeholder of the member's key in compiled SQL, which is the same for all members. */
const keyMark = '\u0001';

/** SQL of a member's role in a row of `alias`, as text; undefined: every member who sees it owns it. */
export function roleText(resource: AnyResource, find: FindResource, alias = 't'): string | undefined {
  const people = peopleResourceOf(resource, find);
  if (!people) return undefined;
  if (resource.people !== people.name) {
    const held = parentValueSql(resource, find, alias, (parent, above) => roleText(parent, find, above) ?? `'owner'`);
    if (resource.seenBy === undefined) return held;
    const seer = parentOf(resource, find);
    const role = roleText(seer, find, `${alias}_seer`) ?? `'owner'`;
    return `coalesce(${held}, (select case when (${role}) is not null then 'onlooker' end from "${tableOf(seer)}" ${alias}_seer where ${alias}_seer.id = ${alias}."${resource.seenBy.by}" and ${seenState(resource, alias)}))`;
  }
  const rank = `array_position(array[${memberRoleNames.map((role) => `'${role}'`).join(', ')}], p.role)`;
  return `(select p.role from "${tableOf(people)}" p where p."${people.partOf}" = ${alias}.id and p.user_id = ${keyMark}${activeMembershipText(people)} order by ${rank} limit 1)`;
}

/** Roles in which a member may read a field restricted to some roles. */
export function rolesThatMayRead(
  resource: AnyResource,
  { reads }: AnyField,
  find: FindResource,
): readonly RoleInRowOrOnlooker[] {
  const owner = reads === undefined ? undefined : resourceOwningPermissionNode(resource, reads, find);
  return owner && reads !== undefined ? memberRolesThatMay(resourceWithMemberRules(owner, find), reads) : [];
}

/** SQL of a value of a row of alias `t`, null where the member's role may not read the field. */
export function valueIfRoleMayRead(resource: AnyResource, one: AnyField, value: string, find: FindResource): string {
  const role = one.reads === undefined ? undefined : roleText(resource, find);
  if (role === undefined) return value;
  const held = rolesThatMayRead(resource, one, find).map((each) => `'${each}'`);
  return `case when (${role}) in (${held.join(', ')}) then ${value} end`;
}

/** Compiled SQL with the caller's key filled in. */
export function withCallerKey(text: string, caller: Caller): Sql {
  const parts = text.split(keyMark);
  return parts.length === 1
    ? sql.raw(text)
    : sql.join(
        parts.flatMap((part, at) => (at === 0 ? [sql.raw(part)] : [sql`${caller.id}::bigint`, sql.raw(part)])),
        '',
      );
}
