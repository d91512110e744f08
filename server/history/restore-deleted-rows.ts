import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { restoreChildRows } from '#server/write/child-rows/delete-and-restore-child-rows.ts';
import { explainDatabaseErrorAtChildList } from '#server/write/child-rows/explain-database-error-at-child-list.ts';
import { notifySubscribersAfterChildWrites } from '#server/write/child-rows/notify-subscribers-of-child-row-events.ts';
import { runRestoreHooks } from '#server/write/hook/run-write-hooks.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import {
  lockRecycledCopies,
  type RecycledCopy,
  restoreRecycledRows,
} from '#server/write/row-set/restore-recycled-rows.ts';
import { explainDatabaseError } from '#server/write/statement/explain-database-error.ts';

/**
 * Restores deleted rows with their old keys, all or none. A row whose unique value is in use, or whose parent is gone,
 * is a conflict, and nothing changes (domain reference, acceptance vector 13).
 */
export async function restoreDeletedRows(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  ids: readonly number[],
): Promise<{ restored: number }> {
  try {
    const restored = await engine.db.transaction((tx) =>
      restoreDeletedRowsInTransaction(engine, tx, resource, caller, ids),
    );
    engine.wakeRelay();
    return { restored };
  } catch (error) {
    const explained = explainRefusedRestore(error, engine, resource, caller.locale);
    if (explained instanceof Refused && explained !== error) {
      throw new Refused(
        { 'zh-cn': `无法恢复：${explained.text['zh-cn']}`, en: `Cannot be restored: ${explained.text.en}` },
        { values: explained.values, data: explained.data },
      );
    }
    throw explained;
  }
}

/** The same in a given transaction. {@link explainRefusedRestore} explains its errors. */
export async function restoreDeletedRowsInTransaction(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  caller: Caller,
  ids: readonly number[],
): Promise<number> {
  const copies = await lockRecycledCopies(tx, resource, engine.find, caller, ids);
  if (copies.length !== ids.length) throw notFound();
  for (const copy of copies) await runRestoreHooks(engine, resource, { engine, tx, caller, row: copy.data });
  await restoreRecycledRows(engine, tx, resource, caller, copies);
  const emitPartEvents = await notifySubscribersAfterChildWrites(engine, tx, caller, resource);
  await restoreChildRows(tx, engine, resource, caller, ids);
  await emitPartEvents?.();
  if (resource.versions) await nameRestoredDrafts(engine, tx, resource, caller, copies);
  return copies.length;
}

/** The version before a restored draft names it again: the same draft is not prepared twice. */
async function nameRestoredDrafts(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  caller: Caller,
  copies: readonly RecycledCopy[],
): Promise<void> {
  const drafts = sql`select d.id from ${sql.id(tableOf(resource))} d where d.id = any(${copies.map(({ data }) => Number(data.id))}::bigint[])`;
  const where = sql`t.next_id is null and exists (${drafts} and d.previous_id = t.id)`;
  const set = { next_id: sql`(${drafts} and d.previous_id = t.id)` };
  await changeRows<AnyResource>(engine, resource, onBehalfOf(caller), { where, set }, tx);
}

/** Why a row cannot be restored, if a constraint of the database says so. Other errors are returned unchanged. */
export const explainRefusedRestore = (error: unknown, engine: Engine, resource: AnyResource, locale: Locale): unknown =>
  explainDatabaseErrorAtChildList(error, resource, engine.find, locale, 'add') ??
  explainDatabaseError(error, resource, locale, 'restore');
