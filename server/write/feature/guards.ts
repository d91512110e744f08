import { isApprovalEnd } from '#kernel/lifecycle/approval-steps.ts';
import { sql } from '#server/db/sql.ts';
import { closedBy } from '#server/read/offer/guards.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteFeature } from './phases.ts';

/** Guards of moves (`when`): refuses with the message of the disabled button. Ending a proposal is always possible. */
export const guards: WriteFeature = {
  state: ({ resource, move }) => (move?.when ? [sql`'closed', ${closedBy(resource, move.when)}`] : []),
  refuse({ move, order, before, state: { closed } }) {
    const guard = typeof closed === 'number' && !isApprovalEnd(order.step) ? move?.when?.[closed] : undefined;
    if (guard) throw new Refused(guard.else, { data: { reason: 'bad_transition', from: before.status, allowed: [] } });
  },
};
