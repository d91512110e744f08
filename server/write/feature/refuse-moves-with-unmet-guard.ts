import { dropsPendingMove } from '#kernel/lifecycle/move-approval-steps.ts';
import { sql } from '#server/db/sql.ts';
import { indexOfUnmetGuard } from '#server/read/available-actions/actions-excluded-by-guards.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteFeature } from './write-phase-and-feature-types.ts';

/**
 * Guards of moves (`when`): refuses a move with the message that its disabled button shows. Withdrawing and declining a
 * proposed move are always possible.
 */
export const refuseMovesWithUnmetGuard: WriteFeature = {
  state: ({ resource, move }) => (move?.when ? [sql`'closed', ${indexOfUnmetGuard(resource, move.when)}`] : []),
  refuse({ move, order, before, state: { closed } }) {
    const guard = typeof closed === 'number' && !dropsPendingMove(order.step) ? move?.when?.[closed] : undefined;
    if (guard) throw new Refused(guard.else, { data: { reason: 'bad_transition', from: before.status, allowed: [] } });
  },
};
