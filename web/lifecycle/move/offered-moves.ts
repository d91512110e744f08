import type { Lifecycle, Move, State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { approvalStepLabel, approvalStepName, isProposalEnd } from '#kernel/lifecycle/approval-steps.ts';
import type { Text } from '#kernel/text/text.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

export interface OfferedMove {
  /** Name of the move as the wire calls it. */
  readonly name: string;
  readonly move: Move;
  /** Of a move with several approvers: which step, or how its proposal ends. */
  readonly step?: string;
  /** What the button says: of the step, where the move has several. */
  readonly label: Text;
}

export const lifeOf = (resource: AnyResource): Lifecycle | undefined => resource.life as Lifecycle | undefined;

/** What tells an offer from the others on a row. */
export const offerKey = ({ name, step }: OfferedMove): string =>
  step === undefined ? name : approvalStepName(name, step);

/** Tone of the button: ending a proposal is no danger, whatever it proposed. */
export const offerTone = ({ move, step }: OfferedMove): Move['tone'] => (isProposalEnd(step) ? 'default' : move.tone);

/** A move by the name the server offers it under; a step of one is told as `revoke:confirm`. */
export function findMove(resource: AnyResource, offered: string): OfferedMove | undefined {
  const [name = '', stepName] = offered.split(':');
  const moves = lifeOf(resource)?.moves;
  const move = moves && Object.hasOwn(moves, name) ? moves[name] : undefined;
  if (!move) return undefined;
  const label = stepName === undefined ? undefined : approvalStepLabel(move, stepName);
  return label && stepName !== undefined ? { name, move, step: stepName, label } : { name, move, label: move.label };
}

/** The moves the server says this caller may make on a row now, in the order it gives. */
export const offeredMoves = (resource: AnyResource, row: WireRow): OfferedMove[] =>
  (row._moves ?? []).map((one) => findMove(resource, one)).filter((one) => one !== undefined);

/** The key of a move of the record in sight, by its place among those offered: 1 to 9. */
export const moveKeys = (at: number): { keys?: string } => (at < 9 ? { keys: String(at + 1) } : {});

/** A move that would be offered and is not possible now, and why. */
export interface ClosedMove {
  readonly offered: OfferedMove;
  readonly reason: Text;
  /** What was asked of the row and does not hold. */
  readonly fields: readonly string[];
}

/** The moves a record says are not possible now, in declared order. */
export const closedMoves = (resource: AnyResource, row: WireRow): ClosedMove[] =>
  Object.entries(row._closed ?? {}).flatMap(([name, place]) => {
    const offered = findMove(resource, name);
    const guard = offered?.move.when?.[place];
    if (!offered || !guard) return [];
    const fields = [...new Set([...guard.if, ...(guard.or ?? [])].map(([field]) => field))];
    return [{ offered, reason: guard.else, fields: fields.filter((field) => field !== 'status') }];
  });

/**
 * Moves that may run on some rows at once: all are where it begins, and it is offered on each; where it says when it
 * is possible, on one of them at least. Those it is not possible for are told, each with its reason.
 */
export function batchMoves(resource: AnyResource, rows: readonly WireRow[]): OfferedMove[] {
  const offers = new Map(rows.flatMap((row) => offeredMoves(resource, row).map((one) => [offerKey(one), one])));
  const isOffered = (row: WireRow, key: string) => offeredMoves(resource, row).some((one) => offerKey(one) === key);
  const order = Object.keys(lifeOf(resource)?.moves ?? {});
  const declared = [...offers].sort(([, a], [, b]) => order.indexOf(a.name) - order.indexOf(b.name));
  return declared.flatMap(([key, offered]) => {
    const { move } = offered;
    const lets = (row: WireRow) =>
      isOffered(row, key) || (move.when !== undefined && move.from.includes(String(row.status)));
    return move.batch && rows.every(lets) ? [offered] : [];
  });
}

/** The declared state a row is in. */
export function stateOf(resource: AnyResource, row: WireRow): State | undefined {
  const states = lifeOf(resource)?.states;
  return states && row.status !== undefined && Object.hasOwn(states, row.status) ? states[row.status] : undefined;
}

/** Whether a move is made at once, with undo, or asked first. */
export function isInputRequested({ move, step }: OfferedMove): boolean {
  return (
    step !== undefined ||
    !move.reversible ||
    move.tone === 'danger' ||
    move.effect !== undefined ||
    Object.keys(move.input ?? {}).length > 0
  );
}
