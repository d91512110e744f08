import type { Actor } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { Move, State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { movesFrom, reachableStates, stateOf, statesAfterMove } from '#kernel/lifecycle/lifecycle.ts';
import { dropsPendingMove } from '#kernel/lifecycle/move-approval-steps.ts';
import type { Text } from '#kernel/text/text.ts';
import { lifecycleOf, movesMeantForOtherRows, unavailableMoves } from '#web/lifecycle/move/moves-offered-to-user.ts';
import { isMoveMadeByOwner } from '#web/lifecycle/text-of-who-acts-next-on-record.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** A state the row is or was in, with the entries of its timeline that led there, oldest first. */
export interface LifecyclePathStep {
  readonly name: string;
  readonly state: State;
  readonly entries: readonly TimelineEntry[];
}

/** A move out of the present state. */
export interface LifecyclePathMove {
  readonly name: string;
  readonly move: Move;
  /** Names of the states it can lead to; empty if the row stays in its state. */
  readonly to: readonly string[];
  /** Offered to this caller, not possible now, or for somebody else. */
  readonly standing: 'offered' | 'barred' | 'others';
  /** Why it is not possible now. */
  readonly reason?: Text;
  readonly by: 'owner' | 'officer' | 'platform';
}

/** The life of a row. Every state is in exactly one of `been`, `now`, `next` and `later`. */
export interface LifecyclePath {
  /** States it was in, in the order it left them. */
  readonly been: readonly LifecyclePathStep[];
  readonly now: LifecyclePathStep;
  /** Moves out of the present state, in declared order. */
  readonly moves: readonly LifecyclePathMove[];
  /** States one move away in which it has not been. */
  readonly next: readonly string[];
  /** States further away in which it has not been. */
  readonly later: readonly string[];
}

/** Whether an entry can have led to a state. */
export const isEntryThatMayHaveLedToState = ({ kind, action, from, to }: TimelineEntry): boolean =>
  kind === 'change' && (action === 'add' || (to !== null && from !== to));

/**
 * The entries of a timeline that led to a state, oldest first. The entry of an added row names no state: its state is
 * the one that the next entry left, or the present one.
 */
function stateChanges(timeline: readonly TimelineEntry[], present: string): TimelineEntry[] {
  const entries = timeline
    .filter(isEntryThatMayHaveLedToState)
    .toSorted((a, b) => a.createtime - b.createtime || a.id - b.id);
  return entries.map((entry, at) => (entry.to === null ? { ...entry, to: entries[at + 1]?.from ?? present } : entry));
}

/**
 * The states that the entries name, each with the entries that led to it, in the order in which they were last entered.
 */
function visitedStates(changes: readonly TimelineEntry[]): ReadonlyMap<string, readonly TimelineEntry[]> {
  const visited = new Map<string, readonly TimelineEntry[]>();
  for (const entry of changes) {
    // imported rows have no entry for their first state
    if (entry.from !== null && !visited.has(entry.from)) visited.set(entry.from, []);
    const before = visited.get(entry.to as string) ?? [];
    visited.delete(entry.to as string);
    visited.set(entry.to as string, [...before, entry]);
  }
  return visited;
}

const whoMakes = (move: Move): LifecyclePathMove['by'] => {
  if (move.by?.length === 0) return 'platform';
  return isMoveMadeByOwner(move) ? 'owner' : 'officer';
};

function movesOutOf(resource: AnyResource, row: WireRow, state: string): LifecyclePathMove[] {
  const life = lifecycleOf(resource);
  if (!life) return [];
  const barred = new Map(unavailableMoves(resource, row).map(({ offered, reason }) => [offered.name, reason]));
  // a way to end a pending move is no way to make it
  const open = (row._moves ?? []).map((one) => one.split(':')).filter(([, step]) => !dropsPendingMove(step));
  const offered = new Set(open.map(([name]) => name));
  const elsewhere = movesMeantForOtherRows(resource, row);
  const here = movesFrom(life, state).filter((name) => !elsewhere.has(name));
  return here.map((name) => {
    const move = life.moves[name] as Move;
    const reason = barred.get(name);
    const base = { name, move, to: statesAfterMove(move), by: whoMakes(move) };
    if (offered.has(name)) return { ...base, standing: 'offered' };
    return reason ? { ...base, standing: 'barred', reason } : { ...base, standing: 'others' };
  });
}

/**
 * The life of a row from the declaration, its offers and its timeline: where it was, where it is, and where it can go.
 * Undefined for resources without a life and rows in a state that is no longer declared.
 */
export function lifecyclePathOfRow(
  resource: AnyResource,
  row: WireRow,
  timeline: readonly TimelineEntry[],
): LifecyclePath | undefined {
  const life = lifecycleOf(resource);
  const present = row.status;
  const state = stateOf(life, present);
  if (!life || !state || present === undefined) return undefined;
  const visited = visitedStates(stateChanges(timeline, present));
  const been = [...visited].flatMap(([name, entries]) => {
    const declared = stateOf(life, name);
    return declared && name !== present ? [{ name, state: declared, entries }] : [];
  });
  const beenOrNow = new Set([present, ...been.map(({ name }) => name)]);
  const moves = movesOutOf(resource, row, present);
  const near = new Set(moves.flatMap(({ to }) => to));
  const reachable = reachableStates(life, present);
  const ahead = Object.keys(life.states).filter((name) => reachable.has(name) && !beenOrNow.has(name));
  return {
    been,
    now: { name: present, state, entries: visited.get(present) ?? [] },
    moves,
    next: ahead.filter((name) => near.has(name)),
    later: ahead.filter((name) => !near.has(name)),
  };
}

/** The moves that a person is shown: officers see all, members only those that members make. */
export const shownMoves = ({ moves }: LifecyclePath, actor: Actor): readonly LifecyclePathMove[] =>
  moves.filter(({ move }) => actor === 'admin' || (move.by ?? []).includes('member'));

/** States that can be reached only by moves that the person is not shown, by who makes these moves. */
export function statesOnlyByHiddenMoves(process: LifecyclePath, actor: Actor) {
  const shown = shownMoves(process, actor);
  const named = new Set(shown.flatMap(({ to }) => to));
  const hidden = process.moves.filter((one) => !shown.includes(one));
  return (['officer', 'platform'] as const).flatMap((by) => {
    const own = hidden.filter((one) => (one.by === 'platform') === (by === 'platform'));
    const to = [...new Set(own.flatMap((one) => one.to))].filter((name) => !named.has(name));
    return to.length > 0 ? [{ by, to }] : [];
  });
}
