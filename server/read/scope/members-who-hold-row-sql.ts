import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import {
  isHeldThroughParent,
  owningResourceOf,
  peopleResourceOf,
  personStatesWithRights,
} from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { RoleInRowOrOnlooker } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { fieldWithOwningMember } from '#kernel/resource/all-columns-of-resource.ts';
import { parentOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { ownOrParentColumnSql, parentValueSql } from './columns-read-through-parent-row-sql.ts';

/** A further condition on people of alias `p`: their membership is active. */
export function activeMembershipText(people: AnyResource): string {
  const states = personStatesWithRights(people);
  return states ? ` and p.status in (${states.map((one) => `'${one}'`).join(', ')})` : '';
}

/**
 * SQL condition: a member, given as an SQL expression, holds a row of `alias`; without a member: somebody owns it.
 * Undefined: the resource is not held by members. `key`: expression of the row's key. Default: its id.
 */
export function heldByMemberText(
  resource: AnyResource,
  find: FindResource,
  {
    member,
    alias = 't',
    key = `${alias}.id`,
  }: { readonly member?: string; readonly alias?: string; readonly key?: string } = {},
): string | undefined {
  const people = resource.people === undefined ? undefined : peopleResourceOf(resource, find);
  const owner = fieldWithOwningMember(resource);
  if (people) {
    const who = member === undefined ? `p.role = 'owner' and p.user_id is not null` : `p.user_id = ${member}`;
    return `exists (select from "${tableOf(people)}" p where p."${people.partOf}" = ${key} and ${who}${activeMembershipText(people)})`;
  }
  return owner && (member === undefined ? `${alias}."${owner}" is not null` : `${alias}."${owner}" = ${member}`);
}

/**
 * SQL array of the members who receive events of a row of alias `t`; null where rows have an owner column, or no
 * members.
 */
export const eventRecipientsOf = (resource: AnyResource, find: FindResource): string =>
  peopleIn(resource, memberRolesThatMay(resource, 'index'), find);

/** SQL array of the members who hold a row of `alias` in one of these roles: its people, or its owner. */
export function holdersOf(
  resource: AnyResource,
  held: readonly RoleInRowOrOnlooker[],
  find: FindResource,
  alias = 't',
): string {
  const owner = held.includes('owner') ? ownOrParentColumnSql(resource, find, fieldWithOwningMember, alias) : undefined;
  return owner === undefined ? peopleIn(resource, held, find, alias) : `array[${owner}]`;
}

function peopleIn(
  resource: AnyResource,
  hear: readonly RoleInRowOrOnlooker[],
  find: FindResource,
  alias = 't',
): string {
  const people = peopleResourceOf(resource, find);
  if (!people || hear.length === 0) return 'null::bigint[]';
  const read = (one: AnyResource, at: string): string =>
    owningResourceOf(one, find) === one
      ? `(select array_agg(p.user_id) from "${tableOf(people)}" p where p."${people.partOf}" = ${at}.id and p.user_id is not null and p.role in (${hear.map((role) => `'${role}'`).join(', ')})${activeMembershipText(people)})`
      : parentValueSql(one, find, at, read);
  return read(resource, alias);
}

/**
 * SQL condition: the row of `alias` has an owner, itself or through its parents; undefined: it cannot. Uses the
 * parent's key if possible: PostgreSQL can then look a plain `exists` up for few rows and hash it for many.
 */
export const hasOwnerText = (resource: AnyResource, find: FindResource, alias = 't'): string | undefined =>
  heldByMemberText(resource, find, { alias }) ??
  ownedByParent(resource, find, alias) ??
  (owningResourceOf(resource, find) && `coalesce(cardinality(${holdersOf(resource, ['owner'], find, alias)}), 0) > 0`);

/** {@link hasOwnerText} for resources that are part of one with people. */
function ownedByParent(resource: AnyResource, find: FindResource, alias: string): string | undefined {
  if (!isHeldThroughParent(resource)) return undefined;
  const parent = parentOf(resource, find);
  return parent.people === undefined
    ? undefined
    : heldByMemberText(parent, find, { key: `${alias}."${resource.partOf}"` });
}
