import type { Lifecycle, Move, State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { approvalStepLabel, approvalStepName, dropsPendingMove } from '#kernel/lifecycle/move-approval-steps.ts';
import type { Text } from '#kernel/text/text.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

export interface OfferedMove {
  /** Name of the move on the wire. */
  readonly name: string;
  readonly move: Move;
  /** For a move with several approvers: the step, or the way its proposal ends. */
  readonly step?: string;
  /** Label of the button: of the step, where the move has several. */
  readonly label: Text;
}

export const lifecycleOf = (resource: AnyResource): Lifecycle | undefined => resource.life as Lifecycle | undefined;

/** Key of an offered move among those of a row. */
export const offeredMoveKey = ({ name, step }: OfferedMove): string =>
  step === undefined ? name : approvalStepName(name, step);

/** Tone of the button. Ending a proposal is never dangerous, whatever it proposed. */
export const offeredMoveTone = ({ move, step }: OfferedMove): Move['tone'] =>
  dropsPendingMove(step) ? 'default' : move.tone;

/** Finds a move by its offered name; a step is `revoke:confirm`. */
export function findMove(resource: AnyResource, offered: string): OfferedMove | undefined {
  const [name = '', stepName] = offered.split(':');
  const moves = lifecycleOf(resource)?.moves;
  const move = moves && Object.hasOwn(moves, name) ? moves[name] : undefined;
  if (!move) return undefined;
  const label = stepName === undefined ? undefined : approvalStepLabel(move, stepName);
  return label && stepName !== undefined ? { name, move, step: stepName, label } : { name, move, label: move.label };
}

/** The moves that the server offers this caller on a row, in its order. */
export const offeredMoves = (resource: AnyResource, row: WireRow): OfferedMove[] =>
  (row._moves ?? []).map((one) => findMove(resource, one)).filter((one) => one !== undefined);

/** Shortcut of a move by its place among those offered: 1 to 9. */
export const offeredMoveShortcut = (at: number): { keys?: string } => (at < 9 ? { keys: String(at + 1) } : {});

/** A move that would be offered but is not possible now, and why. */
export interface UnavailableMove {
  readonly offered: OfferedMove;
  readonly reason: Text;
  /** Fields of the conditions that are not met. */
  readonly fields: readonly string[];
}

/** The moves that are not possible on a record now, in declared order, without those that are meant for other rows. */
export const unavailableMoves = (resource: AnyResource, row: WireRow): UnavailableMove[] =>
  Object.entries(row._closed ?? {}).flatMap(([name, place]) => {
    const offered = findMove(resource, name);
    const guard = offered?.move.when?.[place];
    if (!offered || !guard || guard.quiet) return [];
    const fields = [...new Set([...guard.if, ...(guard.or ?? [])].map(([field]) => field))];
    return [{ offered, reason: guard.else, fields: fields.filter((field) => field !== 'status') }];
  });

/** Names of the moves that begin at the row's state but are meant for other rows. */
export const movesMeantForOtherRows = (resource: AnyResource, row: WireRow): ReadonlySet<string> =>
  new Set(
    Object.entries(row._closed ?? {}).flatMap(([name, place]) => {
      const offered = findMove(resource, name);
      return offered?.move.when?.[place]?.quiet ? [offered.name] : [];
    }),
  );

/**
 * Moves for a batch of rows: every row is in a state the move begins at and offers it. For a move with conditions one
 * such row is enough; the others are refused with their reasons.
 */
export function batchMoves(resource: AnyResource, rows: readonly WireRow[]): OfferedMove[] {
  const offers = new Map(rows.flatMap((row) => offeredMoves(resource, row).map((one) => [offeredMoveKey(one), one])));
  const isOffered = (row: WireRow, key: string) =>
    offeredMoves(resource, row).some((one) => offeredMoveKey(one) === key);
  const order = Object.keys(lifecycleOf(resource)?.moves ?? {});
  const declared = [...offers].sort(([, a], [, b]) => order.indexOf(a.name) - order.indexOf(b.name));
  return declared.flatMap(([key, offered]) => {
    const { move } = offered;
    const lets = (row: WireRow) =>
      isOffered(row, key) || (move.when !== undefined && move.from.includes(String(row.status)));
    return move.batch && rows.every(lets) ? [offered] : [];
  });
}

/** The declared state of a row. */
export function stateOf(resource: AnyResource, row: WireRow): State | undefined {
  const states = lifecycleOf(resource)?.states;
  return states && row.status !== undefined && Object.hasOwn(states, row.status) ? states[row.status] : undefined;
}

/** Whether a move opens a dialog, rather than being made at once with undo. */
export function needsMoveDialog({ move, step }: OfferedMove): boolean {
  return (
    step !== undefined ||
    !move.reversible ||
    move.tone === 'danger' ||
    move.effect !== undefined ||
    Object.keys(move.input ?? {}).length > 0
  );
}
