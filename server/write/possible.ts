import type { Move } from '#kernel/lifecycle.ts';
import { Refused } from '#server/refusal.ts';

/** A move whose guard is not met, `closed` being its place, is refused in the words its button shows. */
export function checkPossible(move: Move, closed: number | null | undefined, status: unknown): void {
  const guard = typeof closed === 'number' ? move.when?.[closed] : undefined;
  if (guard) throw new Refused(guard.else, { data: { reason: 'bad_transition', from: status, allowed: [] } });
}
