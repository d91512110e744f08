import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { eventName, type ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';
import { readTableColumnsAndDefaults } from '../child-rows/table-columns-and-defaults-from-database.ts';
import { eventPayload, eventStatusSql, insertEvents } from '../statement/insert-domain-events-statement.ts';
import {
  eventColumns,
  queueEventsForAfterCommitSubscribers,
} from '../statement/queue-events-for-after-commit-subscribers.ts';
import { resumeWarningsStatement } from './deadline-clock-statements.ts';

/** A deleted row in the recycle log. */
export interface RecycledCopy {
  id: number;
  data: Record<string, unknown>;
}

/** Seconds in which members can restore rows they deleted; officers have the recycle log. */
const membersSeconds = 60;

/**
 * Locks the copies that the caller may restore. The scope of the deleted row decides, as for existing rows. Members
 * restore only what they deleted themselves a moment ago.
 */
export function lockRecycledCopies(
  tx: Transaction,
  resource: AnyResource,
  find: FindResource,
  caller: Caller,
  ids: readonly number[],
): Promise<RecycledCopy[]> {
  const scope = scopeOf(resource, caller, find, 'del');
  const own =
    caller.type === 'member'
      ? sql` and r.actor_type = 'member' and r.actor_id = ${caller.id} and r.createtime > now() - make_interval(secs => ${membersSeconds})`
      : sql.empty;
  return tx.rows<RecycledCopy>(sql`
    select r.id, r.data from security_data_recycle_log r, jsonb_populate_record(null::${sql.id(tableOf(resource))}, r.data) t
    where r.resource = ${resource.name} and r.id = any(${ids}::bigint[]) and not r.is_restore${own}${scope ? sql` and ${scope}` : sql.empty}
    order by r.id for update of r`);
}

/** Restores rows with their old keys, with history and events, in one statement. */
export async function restoreRecycledRows(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  caller: Caller,
  copies: readonly RecycledCopy[],
): Promise<void> {
  const added = eventName(resource, 'added');
  const jobs = queueEventsForAfterCommitSubscribers(engine, [added], caller);
  const table = sql.id(tableOf(resource));
  const { names } = await readTableColumnsAndDefaults(engine, resource, tx);
  const list = sql.join(names.map((name) => sql.id(name)));
  const storedColumns = sql.join(names.map((name) => sql.id('t', name)));
  const events = await tx.rows<ReceivedEvent & Record<string, unknown>>(sql`
    with m as (
      update security_data_recycle_log set is_restore = true, version = version + 1, updatetime = now()
      where id = any(${copies.map((copy) => copy.id)}::bigint[]) returning data
    ), w as (
      insert into ${table} as t (${list}) overriding system value select ${storedColumns} from m, jsonb_populate_record(null::${table}, m.data) t
      returning t.id, ${rowVisibilitySnapshotColumns(resource, engine.find)}, t.${sql.id(resource.title)}::text as title, ${eventStatusSql(resource)} as status
    ), h as (
      insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, request_id)
      select ${resource.name}, w.id, 'restore', ${caller.type}, ${caller.id || null}, ${caller.name}, w.area, ${caller.requestId} from w
    )${resource.life?.clocks ? sql`, s as (${resumeWarningsStatement(resource)})` : sql.empty}, e as (
      ${insertEvents(resource, { name: added, payload: eventPayload(sql`w.title`, sql`w.status`), from: sql`from w order by w.id` })} returning ${eventColumns}
    )${jobs.length > 0 ? sql`, ${sql.join(jobs)}` : sql.empty}
    select e.name, e.resource, e.row_id, e.payload from e`);
  await engine.subscribers.notify(engine, tx, caller, events);
}
