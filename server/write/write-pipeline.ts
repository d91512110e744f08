import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import { retryOnConflict } from '#server/db/driver/retry-on-version-conflict-or-deadlock.ts';
import { runInLazyTransaction, withPreparedStatements } from '#server/db/lazy-transaction.ts';
import type { Transaction } from '#server/db/open-database.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { badParameter } from '#server/refusal.ts';
import { explainDatabaseErrorAtChildList } from './child-rows/explain-database-error-at-child-list.ts';
import { inputHasChildLists } from './child-rows/plan-added-changed-and-removed-child-rows.ts';
import { runStorePhaseOfWrite } from './collect-store-contributions-and-run-store-phase-of-write.ts';
import type { WriteCall } from './feature/write-phase-and-feature-types.ts';
import type { WriteRequest } from './feature/write-request.ts';
import { loadRowForWrite } from './load-row-for-write.ts';
import { refuseWriteWithoutPermissionOrMemberRole } from './refuse-write-without-permission-or-member-role.ts';
import { runFeaturesAndHooksAndRefuseInvalidWrite } from './run-features-and-hooks-and-refuse-invalid-write.ts';
import { explainDatabaseError } from './statement/explain-database-error.ts';
import type { StoredRowResult } from './store-row-with-history-and-events.ts';
import { validateInputAndPlanWrite } from './validate-input-and-plan-write.ts';

/**
 * Writes a row. It is the only way to do so, and has the phases `load → plan → check → store`, to which features of the
 * declaration language contribute (`feature/write-features-in-execution-order.ts`).
 *
 * The row is read without a lock and stored only if its version is still the same, with history, log, events, clocks
 * and the copy of a deleted row in one statement. If another write came first, the phases run again with the row
 * locked. `within` is a transaction of the caller. Without it the write has its own transaction, if hooks or
 * subscribers write more.
 */
export async function write(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  order: WriteRequest,
  within?: Transaction,
): Promise<StoredRowResult> {
  const move = order.operation === 'move' ? declaredMove(resource, order.move) : undefined;
  refuseWriteWithoutPermissionOrMemberRole(resource, caller, order, move);
  const callIn = (tx: Transaction): WriteCall => ({
    engine,
    tx,
    ownsTransaction: !within,
    resource,
    caller,
    order,
    move,
    async addRow(row) {
      return (await write(engine, resource, onBehalfOf(caller), { operation: 'add', unread: true, ...row }, tx)).id;
    },
  });
  try {
    if (within) return await runPhases(callIn(withPreparedStatements(within)), !order.repeatable);
    const holds = order.operation === 'edit' && inputHasChildLists(resource, order.input);
    return await retryOnConflict((locks) =>
      runInLazyTransaction(engine.db, (tx) => runPhases(callIn(tx), locks || holds)),
    );
  } catch (error) {
    throw (
      explainDatabaseErrorAtChildList(error, resource, engine.find, caller.locale, order.operation) ??
      explainDatabaseError(error, resource, caller.locale, order.operation, engine.resources)
    );
  }
}

/** `holds`: the row is locked from the beginning. */
async function runPhases(call: WriteCall, holds: boolean): Promise<StoredRowResult> {
  const loaded = await loadRowForWrite(call, holds);
  const planned = await validateInputAndPlanWrite(loaded);
  const checked = await runFeaturesAndHooksAndRefuseInvalidWrite(planned);
  return runStorePhaseOfWrite(checked);
}

function declaredMove(resource: AnyResource, name = ''): Move {
  const move = moveOf(resource.life, name);
  if (!move) throw badParameter();
  return move;
}
