import type { Field } from '#kernel/field.ts';
import type { Lifecycle, Move, State, Step } from '#kernel/lifecycle.ts';
import type { AnyResource } from '#kernel/resource.ts';
import type { Text } from '#kernel/text.ts';
import type { WireRow } from '#web/record/wire-row.ts';

export interface OfferedMove {
  /** Name of the move as the wire calls it. */
  readonly name: string;
  readonly move: Move;
  /** What the button says: of the step, where the move has several. */
  readonly label: Text;
}

export const lifeOf = (resource: AnyResource): Lifecycle | undefined => resource.life as Lifecycle | undefined;

/** A move by the name the server offers it under; a step of one is told as `revoke:confirm`. */
export function findMove(resource: AnyResource, offered: string): OfferedMove | undefined {
  const [name = '', stepName] = offered.split(':');
  const moves = lifeOf(resource)?.moves;
  const move = moves && Object.hasOwn(moves, name) ? moves[name] : undefined;
  if (!move) return undefined;
  const step: Step | undefined = move.steps?.find((one) => one.name === stepName);
  return { name, move, label: step?.label ?? move.label };
}

/** The moves the server says this caller may make on a row now, in the order it gives. */
export const offeredMoves = (resource: AnyResource, row: WireRow): OfferedMove[] =>
  (row._moves ?? []).map((one) => findMove(resource, one)).filter((one) => one !== undefined);

/** Moves that may run on all of some rows at once. */
export function batchMoves(resource: AnyResource, rows: readonly WireRow[]): OfferedMove[] {
  const [first, ...rest] = rows;
  if (!first) return [];
  return offeredMoves(resource, first).filter(
    ({ name, move }) => move.batch && rest.every((row) => offeredMoves(resource, row).some((one) => one.name === name)),
  );
}

/** The declared state a row is in. */
export function stateOf(resource: AnyResource, row: WireRow): State | undefined {
  const states = lifeOf(resource)?.states;
  return states && row.status !== undefined && Object.hasOwn(states, row.status) ? states[row.status] : undefined;
}

/** Whether a move is made at once, with undo, or asked first. */
export function isAsked({ move }: OfferedMove): boolean {
  return (
    !move.reversible || move.tone === 'danger' || move.effect !== undefined || Object.keys(move.input ?? {}).length > 0
  );
}

/** An input that notes what is wrong with single fields. */
export const isMarkInput = (name: string, field: Field): boolean => name === 'marks' && field.kind === 'pairs';
