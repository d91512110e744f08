import { type HeldRow, owningResourceOf, rolesThatMay } from '#kernel/access/member-role.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { StandardAction } from '#kernel/declaration/standard-actions.ts';
import { actionsOf } from '#kernel/resource/permission-nodes.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { currentArea } from '#web/session/area.ts';
import { currentHolderOf, useHolderOf } from '#web/session/chosen-holder.ts';
import { can, useMemberSession } from '#web/session/session.ts';

/** The resource by whose rows a member holds these; officers hold nothing. */
const holderName = (resource: AnyResource): string | undefined =>
  currentArea() === 'member' ? owningResourceOf(resource, findResource)?.name : undefined;

/** The one row a member works with now of those that hold rows of a resource. */
export const useCurrentOwner = (resource: AnyResource): HeldRow | undefined => useHolderOf(holderName(resource));

/** The same, asked outside of what is drawn. */
export function currentOwner(resource: AnyResource): HeldRow | undefined {
  const name = holderName(resource);
  return name === undefined ? undefined : currentHolderOf(name);
}

/**
 * Whether whoever is at work may take a standard action on a resource that offers it; a member by their role in `within`,
 * the row that holds what it is about, where they may in another.
 */
export function mayPerform(
  resource: AnyResource,
  action: StandardAction,
  within = currentOwner(resource)?.id,
): boolean {
  if (!actionsOf(resource).includes(action) || !can(`${resource.name}/${action}`)) return false;
  const holder = holderName(resource);
  if (holder === undefined || holder === resource.name || within === undefined) return true;
  const held = useMemberSession.getState().boot?.held.find((one) => one.resource === holder);
  const role = held?.list.find((one) => one.id === within)?.role;
  return role === undefined || rolesThatMay(resource, action).includes(role);
}
