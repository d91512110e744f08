import type { AnyResource } from '#kernel/declaration/resource.ts';
import { parentReferenceFieldOf } from '#kernel/resource/child-lists-of-resource.ts';
import { eventName } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { copiesOtherRows } from '#server/read/field/hide-copied-values-of-invisible-rows.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';
import { emitsOwnEvents } from '../child-rows/delete-and-restore-child-rows.ts';
import { eventPayload, eventStatusSql, insertEvents } from '../statement/insert-domain-events-statement.ts';
import {
  eventColumns,
  queueEventsForAfterCommitSubscribers,
} from '../statement/queue-events-for-after-commit-subscribers.ts';

/** Rows that the platform adds as a consequence of something else, and the rows of their lists. */
export interface AddRowsRequest {
  /** The columns that `select` yields, in its order. They include `id`, which the caller has drawn. */
  readonly columns: readonly string[];
  readonly select: Sql;
  /** Rows of the lists of the added rows. Their `select` includes the reference to them. */
  readonly lists?: readonly {
    readonly child: AnyResource;
    readonly columns: readonly string[];
    readonly select: Sql;
  }[];
  /** Remark in the timeline. */
  readonly note?: Text;
}

interface WrittenEvent {
  readonly [column: string]: unknown;
  name: string;
  resource: string;
  row_id: number;
  payload: Readonly<Record<string, unknown>>;
}

/**
 * Adds many rows in one statement with what a single addition leaves: history, events and their subscribers, and history
 * and events of the rows of their lists. Values are those of the table; nobody checks them, and no hook runs. Resources whose additions
 * are chained, numbered or start a clock are refused. Returns the number of rows.
 */
export async function addRows(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  { columns, select, lists = [], note }: AddRowsRequest,
  tx: Transaction,
): Promise<number> {
  refuseUnsupported(resource);
  const { find } = engine;
  const jobs = queueEventsForAfterCommitSubscribers(engine, [eventName(resource, 'added')], caller);
  const actor = sql`${caller.type}, ${caller.id || null}::bigint, ${caller.name}`;
  const events = [
    insertEvents(resource, {
      name: eventName(resource, 'added'),
      payload: eventPayload(sql`w.title`, sql`w.status`),
      from: sql`from w order by w.id`,
    }),
  ];
  const parts = lists.flatMap(({ child, columns: names, select: rows }, at) => {
    const [c, referring] = [sql.raw(`c${at}`), sql.id(parentReferenceFieldOf(child))];
    return [
      sql`${c} as (insert into ${sql.id(tableOf(child))} as t (${namesOf(names)}) ${rows} returning t.id, t.${referring} as parent, ${titleOf(child)} as title, ${eventStatusSql(child)} as status)`,
      sql`${sql.raw(`h${at}`)} as (insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, request_id)
        select ${child.name}, c.id, 'add', ${actor}, w.area, ${caller.requestId} from ${c} c join w on w.id = c.parent)`,
      ...(emitsOwnEvents(child)
        ? [
            sql`${sql.raw(`e${at}`)} as (${insertEvents(child, {
              name: eventName(child, 'added'),
              key: sql`c.id`,
              payload: eventPayload(sql`c.title`, sql`c.status`),
              from: sql`from ${c} c join w on w.id = c.parent order by c.id`,
            })})`,
          ]
        : []),
    ];
  });
  const added = await tx.rows<WrittenEvent>(sql`
    with w as (
      insert into ${sql.id(tableOf(resource))} as t (${namesOf(columns)}) overriding system value ${select}
      returning t.id, ${titleOf(resource)} as title, ${eventStatusSql(resource)} as status, ${rowVisibilitySnapshotColumns(resource, find)}
    ), h as (
      insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, note, note_en, changes, request_id)
      select ${resource.name}, w.id, 'add', ${actor}, w.area, ${note?.['zh-cn'] ?? null}, ${note?.en ?? null}, '{}'::jsonb, ${caller.requestId} from w
    ), e as (${events[0] as Sql} returning ${eventColumns})${jobs.length > 0 ? sql`, ${sql.join(jobs)}` : sql.empty}${sql.join(
      parts.map((part) => sql`, ${part}`),
      '',
    )}
    select e.name, e.resource, e.row_id, e.payload from e order by e.row_id`);
  await engine.subscribers.notify(engine, tx, caller, added);
  if (added.length > 0) tx.afterCommit(() => engine.wakeRelay());
  return added.length;
}

const namesOf = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));

/** The title of a row, unless it copies another's, which not everybody who receives the event may see. */
const titleOf = (resource: AnyResource): Sql =>
  copiesOtherRows(resource) ? sql`''::text` : sql`t.${sql.id(resource.title)}::text`;

function refuseUnsupported({ name, life, chained, fields }: AnyResource): void {
  const numbered = Object.values(fields).some(({ number }) => typeof number === 'string');
  const timed = Object.values(life?.clocks ?? {}).some((clock) => clock.in.includes(life?.initial ?? ''));
  if (numbered || timed || (chained as readonly string[] | undefined)?.includes('add'))
    throw new Error(`${name}: rows of it are added one at a time`);
}
