import { holdingStates, peopleResourceOf } from '#kernel/access/member-role.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { memberOwner } from '#kernel/resource/columns.ts';
import { tableOf } from '#kernel/resource/names.ts';

/** A further condition on people of alias `p`: their membership is active. */
export function activeMembershipText(people: AnyResource): string {
  const states = holdingStates(people);
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
  const owner = memberOwner(resource);
  if (people) {
    const who = member === undefined ? `p.role = 'owner' and p.user_id is not null` : `p.user_id = ${member}`;
    return `exists (select from "${tableOf(people)}" p where p."${people.partOf}" = ${key} and ${who}${activeMembershipText(people)})`;
  }
  return owner && (member === undefined ? `${alias}."${owner}" is not null` : `${alias}."${owner}" = ${member}`);
}
