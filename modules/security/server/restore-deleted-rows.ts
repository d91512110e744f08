import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { type FailedRow, refuseAllForFailedRows } from '#server/calls/all-or-none-batch-action.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { explainRefusedRestore, restoreDeletedRowsInTransaction } from '#server/history/restore-deleted-rows.ts';
import { mayActOnChildRows } from '#server/read/field/child-list-permissions-and-columns.ts';
import {
  dependsOnCallerPermissions,
  titleIfSourceVisible,
} from '#server/read/field/hide-copied-values-of-invisible-rows.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { Refused } from '#server/refusal.ts';
import { recycleBinEntry } from '../contract/recycle-bin-entry.ts';

const texts = {
  none: text('没有记录被还原', 'No records were restored'),
  failed: text('{n} 条不能恢复，全部未恢复：{why}', '{n} cannot be restored, so none were: {why}'),
  mayNot: text('没有权限恢复该业务的记录', 'No permission to restore records of this resource'),
  unknown: text('该业务已不存在', 'This resource no longer exists'),
};

interface Copy {
  [column: string]: unknown;
  id: number;
  resource: string;
  title: string;
}

/** The copied rows as the caller may read rows of their resources, masked as everywhere; one statement per resource. */
export async function presentDeletedRows(
  engine: Engine,
  caller: Caller,
  copies: readonly { id: number; resource: unknown }[],
): Promise<ReadonlyMap<number, Record<string, unknown>>> {
  const idsByResource = new Map<AnyResource, number[]>();
  for (const { id, resource } of copies) {
    const one = engine.find(String(resource));
    if (one && mayActOnChildRows(one, caller, 'index', engine.find))
      idsByResource.set(one, [...(idsByResource.get(one) ?? []), id]);
  }
  const found = new Map<number, Record<string, unknown>>();
  for (const [one, ids] of idsByResource) {
    const scope = dependsOnCallerPermissions(one) && scopeOf(one, caller, engine.find);
    const rows = await engine.db.rows<{ id: number; data: Record<string, unknown> }>(sql`
      select r.id, ${rowJson(one, caller, 'record', engine.find)} as data
      from security_data_recycle_log r, jsonb_populate_record(null::${sql.id(tableOf(one))}, r.data) t where r.id = any(${ids}::bigint[])${scope ? sql` and ${scope}` : sql.empty}`);
    for (const { id, data } of rows)
      found.set(id, Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith('_'))));
  }
  return found;
}

/**
 * Restores deleted rows of any resources, all or none: the last deleted first, because rows that belong to others were
 * deleted before them. For each row that cannot be restored the error gives the reason (domain reference §2.V).
 */
export async function restoreDeletedRows(engine: Engine, caller: Caller, ids: readonly number[]): Promise<number> {
  const scope = scopeOf(recycleBinEntry, caller, engine.find);
  const restored = await engine.db.transaction(async (tx) => {
    const copies =
      await tx.rows<Copy>(sql`select t.id, t.resource, ${titleIfSourceVisible(recycleBinEntry, caller, engine.find)} as title from security_data_recycle_log t
      where t.id = any(${ids}::bigint[]) and not t.is_restore${scope ? sql` and ${scope}` : sql.empty} order by t.id desc`);
    if (copies.length === 0) throw new Refused(texts.none, { data: { reason: 'not_found' } });
    const failed: FailedRow[] = [];
    for (const { id, title, resource } of copies) {
      const one = engine.find(resource);
      const fail = (message: Text) => void failed.push({ id, title, msg: message[caller.locale] });
      if (!one) fail(texts.unknown);
      else if (!mayActOnChildRows(one, caller, 'del', engine.find)) fail(texts.mayNot);
      else {
        await tx.query('savepoint copy');
        try {
          await restoreDeletedRowsInTransaction(engine, tx, one, caller, [id]);
        } catch (error) {
          const explained = explainRefusedRestore(error, engine, one, caller.locale);
          if (!(explained instanceof Refused)) throw explained;
          await tx.query('rollback to savepoint copy');
          failed.push({ id, title, msg: explained.messageIn(caller.locale) });
        }
      }
    }
    if (failed.length > 0) throw refuseAllForFailedRows(texts.failed, failed);
    return copies.length;
  });
  engine.wakeRelay();
  return restored;
}
