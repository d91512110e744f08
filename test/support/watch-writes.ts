import type { AnyResource } from '#kernel/declaration/resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { resources } from '#modules/registry.ts';
import type { Database, Queryable, Transaction } from '#server/db/open-database.ts';

/** Tables of declared resources that are no business data of their own, and so have no history. */
export const unwatchedTables: Readonly<Record<string, string>> = {
  auth_admin_log: 'is the record of what was done',
  enterprise_log: 'is a view of that record',
  security_data_recycle_log: 'is what deleting leaves, and restoring marks',
  security_sensitive_data_log: 'is what changing a watched field leaves, and rolling back marks',
  reveal_log: 'is the record of who looked',
  chain_root: 'is a seal over the record of what was done',
  chain_key: 'is what the platform seals with',
};

/** Columns that count or note something in passing: nobody decides anything by them. */
export const incidentalColumns: Readonly<Record<string, readonly string[]>> = {
  auth_admin: ['lastlogintime', 'lastloginip', 'device_notified', 'signed_in_at', 'failed_since'],
  member: ['lastlogintime', 'lastloginip', 'device_notified', 'signed_in_at', 'failed_since'],
  opinion_source: ['fetched_at', 'outcome'],
  routine_attachment: ['used'],
  travel_template: ['use_count', 'last_used_at'],
};

/** Rows that are inserted by another write, and whose history begins there. */
export const queuedTables: Readonly<Record<string, string>> = {
  message_sms: 'a message is queued by the statement that stores its subject',
  message_email: 'the same of an e-mail',
  message_notice: 'the same of a message in an inbox',
};

export const watchedResources: readonly AnyResource[] = resources.filter(
  (one) => !Object.hasOwn(unwatchedTables, tableOf(one)),
);

/**
 * From now on no transaction can commit that changed a row of a declared resource without what the write pipeline
 * leaves: a history entry and an event of the same transaction, a new version, the time. It works on rows instead of
 * sources, so it catches any SQL, from anywhere.
 */
export async function watchWrites(db: Queryable, resources = watchedResources): Promise<void> {
  await db.query(`create function watch_write() returns trigger language plpgsql as $$
    declare
      key bigint := case tg_op when 'DELETE' then old.id else new.id end;
    begin
      if tg_op = 'UPDATE' then
        if to_jsonb(new) - tg_argv[1]::text[] = to_jsonb(old) - tg_argv[1]::text[] then return null; end if;
        if new.version <= old.version or new.updatetime < now() then
          raise exception 'outside the pipeline: % % keeps its version or time', tg_table_name, key;
        end if;
      end if;
      -- both default to the beginning of their transaction
      if not exists (select from history where resource = tg_argv[0] and row_id = key and createtime = now()) then
        raise exception 'outside the pipeline: % of % % has no history', tg_op, tg_table_name, key;
      end if;
      -- rows written only in the form of their parent are covered by its event
      if tg_argv[2] = 'announced' and not exists (select from event where resource = tg_argv[0] and row_id = key and tx = pg_current_xact_id()) then
        raise exception 'outside the pipeline: % of % % has no event', tg_op, tg_table_name, key;
      end if;
      return null;
    end $$`);
  for (const resource of new Set(resources)) {
    const table = tableOf(resource);
    const mode = resource.partOf && standardActionsOf(resource).length === 0 ? 'within' : 'announced';
    const what = Object.hasOwn(queuedTables, table) ? 'update or delete' : 'insert or update or delete';
    await db.query(`create constraint trigger watch_write after ${what} on ${table} deferrable initially deferred
      for each row execute function watch_write('${resource.name}', '{${['version', 'updatetime', ...(incidentalColumns[table] ?? [])].join(',')}}', '${mode}')`);
  }
}

/** Runs SQL by which a test prepares rows, without the watch. */
export const withoutWatch = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    return work(tx);
  });
