import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { decidesOnChangeRequest, hasChangeRequests } from '#kernel/lifecycle/pending-change-request-of-row.ts';

import { sql } from '#server/db/sql.ts';

import { type ExcludedAction, offeredNamesOfMove } from './actions-excluded-by-guards.ts';

/** Excludes decisions on a change while none is pending, and new change requests while one is. */
export function movesExcludedByPendingOrMissingChangeRequest({ life }: AnyResource): ExcludedAction[] {
  if (!hasChangeRequests(life)) return [];
  return Object.entries<Move>(life.moves).flatMap(([name, move]) => {
    const idle = decidesOnChangeRequest(move) ? 'is null' : move.proposes ? 'is not null' : undefined;
    return idle === undefined
      ? []
      : offeredNamesOfMove(name, move).map((offer) => ({
          offer,
          states: move.from,
          where: sql`t.pending ${sql.raw(idle)}`,
        }));
  });
}
