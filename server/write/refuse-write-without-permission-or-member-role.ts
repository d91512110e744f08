import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { StandardAction } from '#kernel/declaration/standard-actions.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { type Caller, can } from '#server/caller.ts';
import { stepPermissionNode } from '#server/read/available-actions/approval-steps-available-to-caller.ts';
import { forbidden } from '#server/refusal.ts';
import type { WriteRequest } from './feature/write-request.ts';

/**
 * Throws `Refused` if the caller lacks the permission node of the action or move; each step of a move has its own.
 * Members need a role that may do it, and the scope decides in which rows they have that role.
 */
export function refuseWriteWithoutPermissionOrMemberRole(
  resource: AnyResource,
  caller: Caller,
  order: WriteRequest,
  move: Move | undefined,
): void {
  if (caller.type === 'system') return;
  const action = move ? (order.move as string) : order.operation;
  if (!move && !standardActionsOf(resource).includes(action as StandardAction)) throw forbidden();
  if (caller.type === 'member') {
    if (!order.applies && memberRolesThatMay(resource, action).length === 0) throw forbidden();
    return;
  }
  if (move?.by && !move.by.includes('admin')) throw forbidden();
  const nodes = move?.steps?.map((step) => stepPermissionNode(resource, action, step.name)) ?? [
    `${resource.name}/${action}`,
  ];
  if (caller.type !== 'admin' || !nodes.some((node) => can(caller, node))) throw forbidden();
}
