import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { type Caller, callerPrefix } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { explainDatabaseError } from '#server/write/database-error.ts';

/**
 * Puts deleted rows back with their old keys, all or none. A row whose unique value was taken meanwhile, or whose
 * parent is gone, is a conflict and nothing changes (domain reference, acceptance vector 13).
 */
export async function restoreRows(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  ids: readonly number[],
): Promise<{ restored: number }> {
  const prefix = callerPrefix(caller);
  try {
    const restored = await engine.db.transaction(async (tx) => {
      const copies = await tx.rows<{
        id: number;
        data: Record<string, unknown>;
      }>(sql`select id, data from security_data_recycle_log
        where resource = ${resource.name} and id = any(${ids}::bigint[]) and not is_restore and (area_code is null or area_code like ${`${prefix}%`}) order by id for update`);
      if (copies.length !== ids.length) throw notFound();
      const hook = engine.hooks.get(resource.name)?.restore;
      if (hook) for (const copy of copies) await hook({ engine, tx, caller, row: copy.data });
      const columns = await tx.rows<{ column_name: string }>(
        sql`select column_name from information_schema.columns where table_schema = current_schema() and table_name = ${tableOf(resource)} and is_generated = 'NEVER'`,
      );
      const list = sql.join(columns.map((one) => sql.id(one.column_name)));
      const kept = sql.join(columns.map((one) => sql.id('t', one.column_name)));
      const table = sql.id(tableOf(resource));
      await tx.query(sql`insert into ${table} (${list}) overriding system value
        select ${kept} from security_data_recycle_log r, jsonb_populate_record(null::${table}, r.data) t where r.id = any(${ids}::bigint[])`);
      await tx.query(
        sql`update security_data_recycle_log set is_restore = true, updatetime = now() where id = any(${ids}::bigint[])`,
      );
      await tx.query(sql`with e as (insert into event (name, resource, row_id, area_code, payload) select ${`${resource.name}.added`}, resource, row_id, area_code, jsonb_build_object('title', title) from security_data_recycle_log where id = any(${ids}::bigint[]))
        insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, request_id)
        select resource, row_id, 'restore', ${caller.type}, ${caller.id}, ${caller.name}, area_code, ${caller.requestId} from security_data_recycle_log where id = any(${ids}::bigint[])`);
      return copies.length;
    });
    engine.wakeRelay();
    return { restored };
  } catch (error) {
    const explained = explainDatabaseError(error, resource, caller.locale, 'add');
    if (explained instanceof Refused && explained !== error) {
      throw new Refused(
        { 'zh-cn': `无法恢复：${explained.text['zh-cn']}`, en: `Cannot be restored: ${explained.text.en}` },
        { values: explained.values, data: explained.data },
      );
    }
    throw explained;
  }
}
