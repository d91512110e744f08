import type { Move, State } from '#kernel/declaration/lifecycle.ts';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  statesWaitingForEnd,
  statesWithDeadline,
} from '#kernel/lifecycle/deadline-clock-starts-stops-pauses-and-recalculation.ts';
import { scopeResourceOf } from '#kernel/resource/parent-resource.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { compileListConditions } from '../condition/compile-list-conditions-to-sql.ts';
import { areasWhereCallerActsAtOfficeLevel } from '../scope/areas-where-caller-acts-at-office-level.ts';
import { statesOfHigherOffices } from '../scope/office-level-of-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { inStates } from './actions-excluded-by-guards.ts';
import { whereNextStepAwaits } from './approval-steps-available-to-caller.ts';

/** The states in which the next step is the caller's, in an area. '' stands for the caller's whole scope. */
interface AreaStates {
  readonly area: string;
  readonly states: string[];
}

/** How many days before the end of a time limit with `until` its end must be prepared. */
const daysToPrepare = 7;

/**
 * The states in which the next step is the caller's: the caller holds a move from that state, and it is the turn of the
 * caller's office.
 */
function areaStatesOf({ find, reference }: ServicesToReadRows, resource: AnyResource, caller: Caller): AreaStates[] {
  const { life } = resource;
  if (!life || caller.type === 'member') return [];
  const moves = Object.entries<Move>(life.moves);
  const running = new Set([...statesWithDeadline(life.clocks), ...statesWaitingForEnd(life.clocks)]);
  const holds = (name: string, { steps }: Move) =>
    steps
      ? steps.some((step) => can(caller, `${resource.name}/${name}:${step.name}`))
      : can(caller, `${resource.name}/${name}`);
  const statesByArea = new Map<string, string[]>();
  for (const [state, { officeLevel, final }] of Object.entries<State>(life.states)) {
    const waits = officeLevel !== undefined || (running.has(state) && !final);
    const mine = moves.some(
      ([name, move]) => move.from.includes(state) && (move.by ?? ['admin']).includes('admin') && holds(name, move),
    );
    if (!waits || !mine) continue;
    const areas =
      officeLevel && scopeResourceOf(resource, find).scope === 'area'
        ? areasWhereCallerActsAtOfficeLevel(reference, caller, officeLevel)
        : [''];
    for (const area of areas) statesByArea.set(area, [...(statesByArea.get(area) ?? []), state]);
  }
  return [...statesByArea].map(([area, states]) => ({ area, states }));
}

/**
 * Condition on rows of alias `t`: the next step is the caller's, because the caller's office decides in this state and
 * area, or because a proposed move waits for the caller's approval. Undefined: there can be no such rows. The counts of
 * the workbench and the lists that they open (`awaits=me`) both use it.
 */
export function whereAwaitingCaller(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
): Sql | undefined {
  const waiting = areaStatesOf(context, resource, caller).map(({ area, states }) => {
    const conditions: Condition[] = [{ field: 'status', operator: 'IN', value: states.join(',') }];
    if (area) conditions.push({ field: 'area_code', operator: '=', value: area });
    const there = sql.join(compileListConditions(resource, { conditions, quickSearch: '' }, context, caller), ' and ');
    const waited = statesWaitingForEnd(resource.life?.clocks);
    const later = states.filter(
      (state) => waited.has(state) && resource.life?.states[state]?.officeLevel === undefined,
    );
    if (later.length === 0) return there;
    const soon = sql`t.due_at <= now() + make_interval(days => ${daysToPrepare})`;
    return sql`${there} and (t.status <> all(${later}::text[]) or ${soon})`;
  });
  const above = statesOfHigherOffices(resource, caller, context.find);
  const step = whereNextStepAwaits(resource, caller);
  const steps = step && above.length > 0 ? sql`(${step} and not ${inStates(above)})` : step;
  const ways = [...waiting, steps].filter((one) => one !== undefined);
  return ways.length === 0 ? undefined : sql`(${sql.join(ways, ' or ')})`;
}

/**
 * Condition on rows of alias `t`: unfinished, and assigned to this caller (`handler=me`). Undefined: the resource has
 * no handler.
 */
export function whereAssignedToCaller({ handler, life }: AnyResource, caller: Caller): Sql | undefined {
  if (handler === undefined || !life || caller.type !== 'admin') return undefined;
  const open = Object.entries<State>(life.states).flatMap(([state, { final }]) => (final ? [] : [state]));
  return sql`(t.${sql.id(handler)} = ${caller.id}::bigint and t.status = any(${open}::text[]))`;
}
