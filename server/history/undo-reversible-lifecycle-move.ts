import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { eventName } from '#kernel/resource/domain-events-of-resource.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { badParameter, forbidden, notFound, refuse } from '#server/refusal.ts';
import { loadRowForUpdate } from '#server/write/load-row-for-write.ts';
import {
  overwrittenColumns,
  restoreDeadlineClocksAfterUndo,
} from '#server/write/statement/record-and-restore-data-of-undoable-lifecycle-move.ts';
import { type RowToStore, storeRowWithHistoryAndEvents } from '#server/write/store-row-with-history-and-events.ts';

/**
 * Undoes a reversible move completely: state, columns, proposals and clocks. Only for the person who made it, within
 * seconds, and only if nothing has happened to the row since.
 */
export async function undoReversibleLifecycleMove(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  historyId: number,
  seconds: number,
  log?: RowToStore['log'],
): Promise<{ id: number }> {
  const id = await engine.db.transaction(async (tx) => {
    const entry = await tx.row<{
      row_id: number;
      move: string;
      from_status: string;
      to_status: string;
      latest: number;
    }>(sql`
      select row_id, move, from_status, to_status, (select max(l.id) from history l where l.resource = h.resource and l.row_id = h.row_id) as latest
      from history h where id = ${historyId} and resource = ${resource.name} and action = 'move' and actor_type = ${caller.type} and actor_id = ${caller.id} and createtime > now() - make_interval(secs => ${seconds})`);
    if (!entry) throw notFound();
    const move = moveOf(resource.life, entry.move);
    if (!move?.reversible) throw badParameter();
    if (caller.type === 'admin' && !can(caller, `${resource.name}/${entry.move}`)) throw forbidden();
    const before = await loadRowForUpdate(engine, tx, resource, caller, entry.row_id, entry.move);
    const columns = await overwrittenColumns(tx, resource, historyId);
    if (!columns || entry.latest !== historyId || before.status !== entry.to_status)
      throw refuse('stale_version', 'stale_version', { id: entry.row_id });
    const name = eventName(resource, 'moved');
    const payload = { title: before[resource.title], status: entry.from_status, undo: entry.move };
    await storeRowWithHistoryAndEvents({
      engine,
      db: tx,
      resource,
      caller,
      action: 'move',
      move: `undo:${entry.move}`,
      id: before.id,
      before,
      values: columns,
      from: entry.to_status,
      to: entry.from_status,
      events: [{ name, payload }],
      ...(log ? { log } : {}),
    });
    await restoreDeadlineClocksAfterUndo(tx, resource, before.id, historyId);
    await engine.subscribers.notify(engine, tx, caller, [
      { name, payload, resource: resource.name, row_id: before.id },
    ]);
    return before.id;
  });
  engine.wakeRelay();
  return { id };
}
