import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Guard, RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { approvalStepName } from '#kernel/lifecycle/move-approval-steps.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { compileDeclaredConditions } from '../condition/compile-column-conditions-to-sql.ts';

/** The moves that have guards. */
export const guardedMoves = (resource: AnyResource): [name: string, move: Move & { when: readonly Guard[] }][] =>
  Object.entries<Move>(resource.life?.moves ?? {}).flatMap(([name, move]) =>
    move.when ? [[name, { ...move, when: move.when }]] : [],
  );

/** SQL of the index of the first guard of a move that a row of alias `t` does not meet. Null: the move is possible. */
export function indexOfUnmetGuard(resource: AnyResource, guards: readonly Guard[]): Sql {
  const day = shanghaiToday();
  const holds = (checks: readonly RowCondition[]) =>
    sql.join(compileDeclaredConditions(resource, toListConditions(checks, day)), ' and ');
  const cases = guards.map((guard, place) => {
    const met = guard.or ? sql`(${holds(guard.if)}) or (${holds(guard.or)})` : holds(guard.if);
    return sql`when (${met}) is not true then ${sql.raw(String(place))}`;
  });
  return sql`case ${sql.join(cases, ' ')} end`;
}

/**
 * The names under which a move is offered: its own, or those of its steps. Withdrawing and declining a proposal are
 * always possible, so that they are not included.
 */
export const offeredNamesOfMove = (name: string, { steps }: Move) =>
  steps?.map((step) => approvalStepName(name, step.name)) ?? [name];

/** Condition: the row of alias `t` is in one of these states. */
export const inStates = (states: readonly string[]): Sql =>
  sql.raw(`t.status in (${states.map((state) => `'${state}'`).join(', ')})`);

/** An action that is removed from those available on a row of alias `t`, in certain states and under a condition. */
export interface ExcludedAction {
  readonly offer: string;
  readonly states: readonly string[];
  readonly where: Sql;
}

/** The moves that a guard makes impossible at present. */
export const actionsExcludedByGuards = (resource: AnyResource): ExcludedAction[] =>
  guardedMoves(resource).flatMap(([name, move]) =>
    offeredNamesOfMove(name, move).map((offer) => ({
      offer,
      states: move.from,
      where: sql`${indexOfUnmetGuard(resource, move.when)} is not null`,
    })),
  );

/** SQL of the available actions without the excluded ones. Unchanged if nothing is excluded, which is usual. */
export const withoutExcluded = (offers: Sql, missing: readonly ExcludedAction[]): Sql =>
  missing.length === 0
    ? offers
    : sql`${offers} - array_remove(array[${sql.join(missing.map(({ offer, states, where }) => sql`case when ${inStates(states)} and ${where} then ${sql.raw(`'${offer}'`)} end`))}]::text[], null)`;

/**
 * SQL of the moves on a row of alias `t` that would be available, but that a guard prevents now: move → index of the
 * guard. Those in `missing` are left out altogether. The SQL calls a function, and only in the states of these moves,
 * so that other rows cost nothing.
 */
export function unmetGuardsByMove(
  resource: AnyResource,
  offered: Sql,
  missing: readonly ExcludedAction[],
): Sql | undefined {
  const moves = guardedMoves(resource);
  if (moves.length === 0) return undefined;
  const guards = moves.flatMap(([name, move]) =>
    offeredNamesOfMove(name, move).map((offer) => ({ offer, place: indexOfUnmetGuard(resource, move.when) })),
  );
  const remaining = withoutExcluded(
    offered,
    missing.filter(({ offer }) => guards.some((one) => one.offer === offer)),
  );
  const places = guards.map(({ offer, place }) => sql`${sql.raw(`'${offer}'`)}, ${place}`);
  return sql`case when ${inStates([...new Set(moves.flatMap(([, { from }]) => from))])} then closed_offers(${remaining}, jsonb_build_object(${sql.join(places)})) end`;
}
