import { owningResourceOf, type RowHeldByMember } from '#kernel/access/resources-whose-rows-members-hold.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { currentArea } from '#web/session/area.ts';
import { currentHolderOf, useHolderOf } from '#web/session/chosen-holder-of-member.ts';

/** Name of the resource whose rows own these, such as the enterprise of a licence; undefined for officers, who own nothing. */
export const ownerResourceName = (resource: AnyResource): string | undefined =>
  currentArea() === 'member' ? owningResourceOf(resource, findResource)?.name : undefined;

/** The owner that a member works for now, of those they hold a role in; undefined: all of them. */
export const useCurrentOwner = (resource: AnyResource): RowHeldByMember | undefined =>
  useHolderOf(ownerResourceName(resource));

/** The same outside of components. */
export function currentOwner(resource: AnyResource): RowHeldByMember | undefined {
  const name = ownerResourceName(resource);
  return name === undefined ? undefined : currentHolderOf(name);
}
