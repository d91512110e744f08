import type { AnyResource } from '#kernel/declaration/resource.ts';
import { eventName, type ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';
import { eventPayload, eventStatusSql, insertEvents } from '../statement/insert-domain-events-statement.ts';
import {
  eventColumns,
  queueEventsForAfterCommitSubscribers,
} from '../statement/queue-events-for-after-commit-subscribers.ts';

/** Replacement for erased names, in any language. */
export const erasedText = '***';

/**
 * Replacement for an encrypted number: it decrypts to nothing, and its hash, made from the row's key, matches no other.
 */
export const erasedNumber: Sql = sql`jsonb_build_object('mask', ${erasedText}::text, 'cipher', '', 'hash', 'forgotten ' || t.id)`;

/** Fields to erase, with their replacements as SQL expressions on alias `t`. */
export type Erasures = Readonly<Record<string, Sql>>;

/**
 * Erases personal data in rows and in all copies: history and its titles, the logs of sensitive fields and of revealed
 * values. It is not an edit, whose history would contain the old values; history and event record the erasure under the
 * row's new title.
 */
export async function erasePersonalData(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  ids: readonly number[],
  set: Erasures,
): Promise<void> {
  if (ids.length === 0) return;
  const keys = sql`${[...ids]}::bigint[]`;
  const caller = systemCaller();
  const edited = eventName(resource, 'edited');
  const jobs = queueEventsForAfterCommitSubscribers(engine, [edited], caller);
  const columns = Object.entries(set).map(([name, value]) => sql`${sql.id(name)} = ${value}`);
  const events = await tx.rows<ReceivedEvent & Record<string, unknown>>(sql`
    with w as (
      update ${sql.id(tableOf(resource))} t set ${sql.join(columns)}, version = t.version + 1, updatetime = now() where t.id = any(${keys})
      returning t.id, ${rowVisibilitySnapshotColumns(resource, engine.find)}, t.${sql.id(resource.title)}::text as title, ${eventStatusSql(resource)} as status
    ), h as (
      insert into history (resource, row_id, action, actor_type, actor_name, area_code, changes)
      select ${resource.name}, w.id, 'edit', ${caller.type}, ${caller.name}, w.area, '{}' from w order by w.id
    ), e as (
      ${insertEvents(resource, { name: edited, payload: eventPayload(sql`w.title`, sql`w.status`), from: sql`from w order by w.id` })} returning ${eventColumns}
    )${jobs.length > 0 ? sql`, ${sql.join(jobs)}` : sql.empty}
    select e.name, e.resource, e.row_id, e.payload from e`);
  await forgetTraces(tx, resource, Object.keys(set), sql`row_id = any(${keys})`);
  await engine.subscribers.notify(engine, tx, caller, events);
  tx.afterCommit(() => engine.wakeRelay());
}

/** Erases copies of rows outside their table. */
async function forgetTraces(tx: Transaction, { name }: AnyResource, fields: readonly string[], those: Sql) {
  const keys = sql`${[...fields]}::text[]`;
  await tx.query(
    sql`update history set changes = changes - ${keys} where resource = ${name} and ${those} and changes ?| ${keys}`,
  );
  await tx.query(
    sql`update security_sensitive_data_log set title = '', before = null, after = null, stored = '{}' where resource = ${name} and ${those}`,
  );
  await tx.query(
    sql`update reveal_log set title = ${erasedText}, value_hash = null where resource = ${name} and ${those} and (title <> ${erasedText} or value_hash is not null)`,
  );
}

/** SQL condition on alias `r`: copies in the recycle log. Erased rows cannot be restored. */
export const eraseCopies = (tx: Transaction, resource: AnyResource, where: Sql) =>
  tx.query(sql`delete from security_data_recycle_log r where r.resource = ${resource.name} and (${where})`);

/**
 * Erases data of rows that no longer exist, and old titles of rows in records. Covers what was recorded in a span of
 * time, so each night processes one day.
 */
export async function eraseDataOfDeletedRows(
  tx: Transaction,
  resource: AnyResource,
  fields: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const written = sql`createtime >= ${from}::timestamptz and createtime < ${to}::timestamptz`;
  const gone = sql`${written} and not exists (select from ${sql.id(tableOf(resource))} t where t.id = row_id)`;
  await forgetTraces(tx, resource, fields, gone);
  await tx.query(
    sql`update event set payload = payload || jsonb_build_object('title', ${erasedText}::text)
      where resource = ${resource.name} and ${written} and payload->>'title' is distinct from ${erasedText}`,
  );
}
