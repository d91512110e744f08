import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { StandardAction } from '#kernel/declaration/standard-actions.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import {
  owningResourceNameForMember,
  rowThatMemberActsFor,
} from '#web/resource/current-enterprise-or-row-that-member-acts-for.ts';
import { can, useMemberSession } from '#web/session/session.ts';

/**
 * Whether the signed-in person may perform a standard action on a resource. For a member that depends on their role in the
 * owner's row `within` (default: the current owner).
 */
export function mayPerform(
  resource: AnyResource,
  action: StandardAction,
  within = rowThatMemberActsFor(resource)?.id,
): boolean {
  if (!standardActionsOf(resource).includes(action) || !can(`${resource.name}/${action}`)) return false;
  const owner = owningResourceNameForMember(resource);
  if (owner === undefined || owner === resource.name || within === undefined) return true;
  const held = useMemberSession.getState().boot?.held.find((one) => one.resource === owner);
  const role = held?.list.find((one) => one.id === within)?.role;
  return role === undefined || memberRolesThatMay(resource, action).includes(role);
}
