import { owningResourceOf, type RowHeldByMember } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { currentChosenOwner, useChosenOwner } from '#web/session/chosen-owner-of-member.ts';

/** Name of the resource whose rows own these, such as the enterprise of a licence; undefined for officers, who own nothing. */
export const ownerResourceName = (resource: AnyResource): string | undefined =>
  currentArea() === 'member' ? owningResourceOf(resource, findResource)?.name : undefined;

/** The owner that a member works for now, of those they hold a role in; undefined: all of them. */
export const useCurrentOwner = (resource: AnyResource): RowHeldByMember | undefined =>
  useChosenOwner(ownerResourceName(resource));

/** The same outside of components. */
export function currentOwner(resource: AnyResource): RowHeldByMember | undefined {
  const name = ownerResourceName(resource);
  return name === undefined ? undefined : currentChosenOwner(name);
}
