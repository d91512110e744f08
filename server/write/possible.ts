import type { Move } from '#kernel/lifecycle.ts';
import type { Caller } from '#server/caller.ts';
import { isWithheld } from '#server/read/withheld.ts';
import { Refused, refuse } from '#server/refusal.ts';
import { asideOf } from './aside.ts';
import { checkChangeWaits } from './change-request.ts';

/** Refuses a move that cannot be made on the row as it is, though its state lets it, in the words its button shows. */
export function checkPossible(move: Move, before: Readonly<Record<string, unknown>>): void {
  const { closed } = asideOf(before);
  const guard = typeof closed === 'number' ? move.when?.[closed] : undefined;
  if (guard) throw new Refused(guard.else, { data: { reason: 'bad_transition', from: before.status, allowed: [] } });
  checkChangeWaits(move, before);
}

/** The owner's own act is not done for them, nor does one officer look twice where two are to. */
export function checkWithheld(caller: Caller, move: Move, before: Readonly<Record<string, unknown>>): void {
  const value = (column: string) => before[column] ?? asideOf(before)[column];
  if (!isWithheld(move, caller, value)) return;
  const owned = isWithheld({ ...move, notBy: undefined }, caller, value);
  throw refuse(owned ? 'owners_act' : 'another_officer', 'forbidden', {}, { move: move.label[caller.locale] });
}
