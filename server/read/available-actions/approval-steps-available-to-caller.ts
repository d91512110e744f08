import type { Move, MoveApprovalStep } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { approvalStepName } from '#kernel/lifecycle/move-approval-steps.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { getOrCreate } from '../../get-or-create-and-cache-per-resource-declaration.ts';

/** The moves of a resource that need several approvals. */
export const multiStepMoves = (resource: AnyResource): readonly SteppedMove[] =>
  getOrCreate(stepped, resource, () =>
    Object.entries<Move>(resource.life?.moves ?? {}).flatMap(([name, move]): SteppedMove[] =>
      move.steps ? [[name, { ...move, steps: move.steps }]] : [],
    ),
  );

type SteppedMove = [name: string, move: Move & { steps: readonly MoveApprovalStep[] }];
const stepped = new WeakMap<AnyResource, readonly SteppedMove[]>();

/** The permission node of a step of a move. */
export const stepPermissionNode = (resource: AnyResource, move: string, step: string): string =>
  `${resource.name}/${approvalStepName(move, step)}`;

/** What the caller can do about a proposed move, by its next step: take that step, or decline. */
export function availableStepsOfPendingMove(resource: AnyResource, caller: Caller): Record<string, string[]> {
  if (caller.type === 'member') return {};
  const offers: Record<string, string[]> = {};
  for (const [name, { steps }] of multiStepMoves(resource)) {
    const held = steps.filter((step) => can(caller, stepPermissionNode(resource, name, step.name)));
    for (const step of held.filter((one) => one !== steps[0]))
      offers[approvalStepName(name, step.name)] = [
        approvalStepName(name, step.name),
        approvalStepName(name, 'decline'),
      ];
    if (held.length > 0) offers[approvalStepName(name, 'withdraw')] = [approvalStepName(name, 'withdraw')];
  }
  return offers;
}

/**
 * Condition on rows of alias `t`: the caller can take the next step of a proposed move, because the caller holds its
 * permission node and has taken no earlier step. Undefined: there can be no such rows. All counts of pending work use
 * it.
 */
export function whereNextStepAwaits(resource: AnyResource, caller: Caller): Sql | undefined {
  const waiting = Object.keys(availableStepsOfPendingMove(resource, caller)).filter(
    (one) => !one.endsWith(':withdraw'),
  );
  if (waiting.length === 0) return undefined;
  return sql`(t.approval ->> 'from' = t.status and (t.approval ->> 'move') || ':' || (t.approval ->> 'next') = any(${waiting}::text[])
    and (t.approval ->> 'holder')::bigint is distinct from ${caller.id}::bigint
    and not t.approval -> 'taken' @> jsonb_build_array(jsonb_build_object('by', ${caller.id}::bigint)))`;
}

/** Condition on rows of alias `t`: a move is proposed there for which this officer is responsible. */
export const whereMoveProposedBy = (admin: number): Sql =>
  sql`(t.approval ->> 'from' = t.status and coalesce(t.approval ->> 'holder', t.approval #>> '{taken,0,by}')::bigint = ${admin}::bigint)`;

/**
 * Condition on rows of alias `t`: a move is proposed there that the caller could take over, because the caller holds
 * one of its steps.
 */
export function wherePendingMoveCanBeHandedTo(resource: AnyResource, caller: Caller): Sql {
  const moves = multiStepMoves(resource).filter(([name, { steps }]) =>
    steps.some((step) => can(caller, stepPermissionNode(resource, name, step.name))),
  );
  return sql`t.approval ->> 'move' = any(${moves.map(([name]) => name)}::text[])`;
}
