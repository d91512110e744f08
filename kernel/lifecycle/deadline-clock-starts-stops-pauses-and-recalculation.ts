/**
 * Time limits on rows with a life cycle. A clock belongs to states: it starts when a row enters one of them from
 * outside and stops when the row has left them all, unless moves declare otherwise. `deadline.ts` computes the limits.
 */

import type { DeadlineClock, MoveEffectsOnClocks } from '../declaration/deadline-clock.ts';
import type { AnyField } from '../declaration/field.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import { computeDue, type TimeLimit } from '../time/deadline.ts';
import { toTime } from '../time/shanghai-time.ts';
import type { WorkingCalendar } from '../time/working-calendar.ts';

/** A pause as it is stored. If `to` is null, it still lasts. */
export interface StoredPause {
  readonly from: string;
  readonly to: string | null;
  readonly reason?: string | null;
  readonly document_no?: string | null;
}

/**
 * A running or paused clock of a row. It keeps the limit with which it started, so that later versions of its rule do
 * not affect it.
 */
export interface RunningClock {
  readonly clock: string;
  readonly limit: TimeLimit;
  /** ISO 8601 instant, or a date. */
  readonly start: string;
  readonly due: string;
  readonly estimated: boolean;
  readonly served: boolean;
  readonly pauses: readonly StoredPause[];
}

export const isPaused = ({ pauses }: Pick<RunningClock, 'pauses'>): boolean => pauses.at(-1)?.to === null;

/** Pauses a clock from an instant on. A paused clock is returned unchanged. */
export function pauseClock<C extends RunningClock>(one: C, at: string, why: Omit<StoredPause, 'from' | 'to'> = {}): C {
  return isPaused(one) ? one : { ...one, pauses: [...one.pauses, { from: at, to: null, ...why }] };
}

/**
 * Resumes a clock at an instant, and extends its limit by the pause. A clock that is not paused is returned unchanged.
 */
export function resumeClock<C extends RunningClock>(one: C, at: string, calendar: WorkingCalendar): C {
  if (!isPaused(one)) return one;
  const pauses = one.pauses.map((pause) => (pause.to === null ? { ...pause, to: at } : pause));
  return recalculateClock({ ...one, pauses }, calendar);
}

/**
 * Computes the end of a clock again, because the calendar may have changed. A served clock never ends before the date
 * of which the party was notified.
 */
export function recalculateClock<C extends RunningClock>(one: C, calendar: WorkingCalendar): C {
  const ended = one.pauses.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]));
  const { due, estimated } = computeDue(one.limit, one.start, calendar, ended);
  const shortened = one.served && toTime(due) < toTime(one.due);
  return { ...one, due: shortened ? one.due : due, estimated };
}

/** The clock that ends first, paused ones excluded. Undefined: there is none. */
export function earliestClock<C extends RunningClock>(clocks: readonly C[]): C | undefined {
  let first: C | undefined;
  for (const one of clocks) if (!isPaused(one) && (!first || toTime(one.due) < toTime(first.due))) first = one;
  return first;
}

/** The names of the clocks that a write starts, stops, pauses and resumes. */
export interface ClockChanges {
  readonly starts: readonly string[];
  readonly stops: readonly string[];
  readonly pauses: readonly string[];
  readonly resumes: readonly string[];
}

const byMoves = new WeakMap<object, ReadonlySet<string>>();

/** The clocks that are started by moves instead of by entering a state. */
function startedByMoves(life: AnyResource['life']): ReadonlySet<string> {
  if (!life) return new Set();
  let names = byMoves.get(life);
  if (!names) {
    names = new Set(Object.values<MoveEffectsOnClocks>(life.moves).flatMap((one) => one.starts ?? []));
    byMoves.set(life, names);
  }
  return names;
}

/**
 * The effect of a write on the clocks of a row that goes from state `from` (undefined: it is new) to state `to`, which
 * may be the same.
 */
export function clockChangesOf(
  { life }: AnyResource,
  from: string | undefined,
  to: string,
  move: MoveEffectsOnClocks = {},
  running: ReadonlySet<string> = new Set(),
): ClockChanges {
  const clocks = Object.entries<DeadlineClock>(life?.clocks ?? {});
  const byMove = startedByMoves(life);
  const starts = new Set(move.starts);
  const stops = new Set(move.stops);
  for (const [name, clock] of clocks) {
    if (!clock.in.includes(to)) {
      starts.delete(name);
      stops.add(name);
    } else if (!byMove.has(name) && !(from !== undefined && clock.in.includes(from))) starts.add(name);
    if (starts.has(name)) stops.add(name);
  }
  const goesOn = (name: string) => running.has(name) && !stops.has(name);
  return {
    starts: [...starts],
    stops: [...stops].filter((name) => running.has(name)),
    pauses: (move.pauses ?? []).filter(goesOn),
    resumes: (move.resumes ?? []).filter(goesOn),
  };
}

/**
 * The states in which something has to be done by the end of a time limit. Clocks with `until` are left out, because
 * they only wait for a day.
 */
export const statesWithDeadline = (clocks: Readonly<Record<string, DeadlineClock>> = {}): ReadonlySet<string> =>
  new Set(Object.values(clocks).flatMap((one) => (one.until === undefined ? one.in : [])));

/** The states in which a row only waits for the day of a clock with `until`. */
export const statesWaitingForEnd = (clocks: Readonly<Record<string, DeadlineClock>> = {}): ReadonlySet<string> => {
  const pressed = statesWithDeadline(clocks);
  return new Set(Object.values(clocks).flatMap((one) => one.in.filter((state) => !pressed.has(state))));
};

/** Codes of all rules that a clock may go by; none if a decision sets its last day. */
export const ruleCodesOf = ({ rule, ruleBy }: DeadlineClock): readonly string[] =>
  rule === undefined ? [] : [rule, ...Object.values(ruleBy?.rules ?? {})];

/** Throws if clocks and the declarations that refer to them are inconsistent. */
export function checkClocks(resource: AnyResource): void {
  const { life, fields, name } = resource;
  if (!life) return;
  const clocks: Readonly<Record<string, DeadlineClock>> = life.clocks ?? {};
  const moves = Object.entries<MoveEffectsOnClocks & { readonly input?: object; readonly from: readonly string[] }>(
    life.moves,
  );
  const isMoment = (one: AnyField | undefined) => one !== undefined && kindOf(one).dated === true;
  if (life.filed !== undefined && !isMoment(fields[life.filed]))
    throw new Error(`${name}: filed ${life.filed} is not a date or moment of the row`);
  for (const [clock, { in: states, from, rule, ruleBy, until, served }] of Object.entries(clocks)) {
    if (ruleBy && (rule === undefined || !Object.hasOwn(fields, ruleBy.field)))
      throw new Error(
        `${name}: clock ${clock} has rules by ${ruleBy.field} and needs that field, and rule for the rest`,
      );
    if ((rule === undefined) === (until === undefined))
      throw new Error(`${name}: clock ${clock} needs either rule or until`);
    if (until !== undefined && served) throw new Error(`${name}: clock ${clock} with until cannot be served`);
    if (rule !== undefined && resource.members && !served)
      throw new Error(`${name}: members read when clock ${clock} ends, so it needs served`);
    for (const state of states) {
      if (!Object.hasOwn(life.states, state))
        throw new Error(`${name}: clock ${clock} runs in ${state}, which is not a state`);
      if (life.states[state]?.final) throw new Error(`${name}: clock ${clock} runs in ${state}, a final state`);
    }
    if (states.length === 0) throw new Error(`${name}: clock ${clock} runs in no state`);
    const given = (one: { readonly input?: object }, field: string) =>
      (one.input as typeof fields | undefined)?.[field];
    const isGiven = (field: string, fits: (one: AnyField | undefined) => boolean) =>
      fits(fields[field]) || moves.some(([, one]) => fits(given(one, field)));
    if (from !== undefined && !isGiven(from, isMoment))
      throw new Error(`${name}: clock ${clock} counts from ${from}, which is not a date or moment`);
    if (until !== undefined && !isGiven(until, (one) => one !== undefined && kindOf(one).column === 'date'))
      throw new Error(`${name}: clock ${clock} runs until ${until}, which is not a date`);
  }
  for (const [move, { starts = [], stops = [], pauses = [], resumes = [] }] of moves)
    for (const one of [...starts, ...stops, ...pauses, ...resumes])
      if (!Object.hasOwn(clocks, one))
        throw new Error(`${name}: move ${move} names clock ${one}, which is not declared`);
  for (const clock of new Set(moves.flatMap(([, one]) => one.pauses ?? [])))
    if (!moves.some(([, one]) => one.resumes?.includes(clock)))
      throw new Error(`${name}: clock ${clock} is paused and never resumed`);
}
