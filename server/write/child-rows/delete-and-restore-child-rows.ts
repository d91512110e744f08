import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { childListsOf, parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { eventName } from '#kernel/resource/domain-events-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';
import { copyToRecycleBin, isCopiedToRecycleBin } from '../statement/copy-to-recycle-bin.ts';
import { eventPayload, eventStatusSql, insertEvents } from '../statement/insert-domain-events-statement.ts';
import { readTableColumnsAndDefaults } from './table-columns-and-defaults-from-database.ts';

/** Child rows of one resource, with a subquery of their parents' keys. */
interface Part {
  readonly child: AnyResource;
  readonly keys: Sql;
}

/** All descendants of rows given by a subquery of keys, nearer ones first. */
function partsWithin(resource: AnyResource, keys: Sql, find: FindResource): Part[] {
  return childListsOf(resource).flatMap(([, one]) => {
    const child = resourceOfChildList(one, find);
    const own = sql`select c.id from ${sql.id(tableOf(child))} c where c.${sql.id(parentReferenceFieldOf(child))} in (${keys})`;
    return [{ child, keys: own }, ...partsWithin(child, own, find)];
  });
}

/**
 * Whether child rows emit events of their own. Rows that can be seen only within their parent do not, because the
 * parent's events cover them.
 */
export const emitsOwnEvents = (child: AnyResource): boolean => standardActionsOf(child).includes('index');

export interface Removal {
  readonly engine: Engine;
  readonly caller: Caller;
}

/**
 * The statements that delete the descendants of rows that are being deleted, with history and events. They are parts of
 * one statement, so that all of them see the rows as they were before it. `source` is empty if nothing was deleted.
 */
export function removeChildRows(order: Removal, resource: AnyResource, keys: Sql, source: Sql): Sql[] {
  return partsWithin(resource, keys, order.engine.find).flatMap(({ child, keys: own }) =>
    removalOf(order, child, own, source),
  );
}

function removalOf({ engine, caller }: Removal, child: AnyResource, keys: Sql, source: Sql): Sql[] {
  const table = sql.id(tableOf(child));
  const from = sql`from ${source}, (select t.*, ${rowVisibilitySnapshotColumns(child, engine.find)} from ${table} t where t.id in (${keys})) t`;
  return [
    sql`insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, request_id)
      select ${child.name}, t.id, 'del', ${caller.type}, ${caller.id || null}, ${caller.name}, t.area, ${caller.requestId} ${from} order by t.weigh, t.id`,
    ...(emitsOwnEvents(child)
      ? [
          insertEvents(child, {
            name: eventName(child, 'deleted'),
            payload: eventPayload(sql`t.${sql.id(child.title)}::text`, eventStatusSql(child)),
            alias: sql.raw('t'),
            from: sql`${from} order by t.weigh, t.id`,
          }),
        ]
      : []),
    sql`delete from ${table} d using ${source} where d.id in (${keys})`,
  ];
}

/** SQL of the descendants of a row as JSON by resource name; undefined if there can be none. */
export function descendantsAsJson(resource: AnyResource, key: Sql, find: FindResource): Sql | undefined {
  const parts = partsWithin(resource, sql`select ${key}`, find);
  if (parts.length === 0) return undefined;
  const pairs = parts.map(
    ({ child, keys }) =>
      sql`${child.name}::text, (select coalesce(jsonb_agg(to_jsonb(p) order by p.weigh, p.id), '[]') from ${sql.id(tableOf(child))} p where p.id in (${keys}))`,
  );
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}

/** Deletes rows removed from a list and their descendants, with history, events and copies. */
export async function removeRowsFromList(
  tx: Queryable,
  order: Removal,
  child: AnyResource,
  ids: readonly number[],
): Promise<void> {
  const { engine } = order;
  const keys = sql`select unnest(${ids}::bigint[])`;
  const source = sql.raw('one');
  const copy = copyToRecycleBin(order, child, {
    parts: descendantsAsJson(child, sql`w.id`, engine.find),
    from: sql`from (select t.id, t.${sql.id(child.title)}::text as title, to_jsonb(t) as row, ${rowVisibilitySnapshotColumns(child, engine.find)}
      from ${sql.id(tableOf(child))} t where t.id in (${keys}) order by t.weigh, t.id) w`,
  });
  const pieces = [
    ...(isCopiedToRecycleBin(child, engine) ? [copy] : []),
    ...removeChildRows(order, child, keys, source),
    ...removalOf(order, child, keys, source),
  ];
  const named = pieces.map((piece, at) => sql`${sql.raw(`d${at}`)} as (${piece})`);
  await tx.query(sql`with one as (select 1), ${sql.join(named)} select 1`);
}

/** Restores the descendants of restored rows, nearer ones first, so that parents exist. */
export async function restoreChildRows(
  tx: Transaction,
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  copies: readonly number[],
): Promise<void> {
  for (const { child } of partsWithin(resource, sql`select 0`, engine.find)) {
    const table = sql.id(tableOf(child));
    const { names } = await readTableColumnsAndDefaults(engine, child, tx);
    const events = emitsOwnEvents(child)
      ? sql`, e as (${insertEvents(child, { name: eventName(child, 'added'), payload: eventPayload(sql`w.title`, sql`w.status`), from: sql`from w order by w.id` })})`
      : sql.empty;
    await tx.query(sql`
      with w as (
        insert into ${table} as t (${sql.join(names.map((name) => sql.id(name)))}) overriding system value
        select ${sql.join(names.map((name) => sql.id('p', name)))} from security_data_recycle_log r, jsonb_populate_recordset(null::${table}, r.parts -> ${child.name}) p where r.id = any(${copies}::bigint[])
        returning t.id, ${rowVisibilitySnapshotColumns(child, engine.find)}, t.${sql.id(child.title)}::text as title, ${eventStatusSql(child)} as status
      )${events}
      insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, request_id)
      select ${child.name}, w.id, 'restore', ${caller.type}, ${caller.id || null}, ${caller.name}, w.area, ${caller.requestId} from w order by w.id`);
  }
}
