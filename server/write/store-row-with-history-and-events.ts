import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, type SqlValue, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { titleIfSourceVisible } from '#server/read/field/hide-copied-values-of-invisible-rows.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { unmaskedColumnsSql } from '#server/read/row/row-columns-presented-to-caller-sql.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';
import { descendantsAsJson } from './child-rows/delete-and-restore-child-rows.ts';
import { copyToRecycleBin, isCopiedToRecycleBin } from './statement/copy-to-recycle-bin.ts';
import { insertEvents } from './statement/insert-domain-events-statement.ts';
import { changeLoggedFieldsOfWrite, logFieldChanges } from './statement/log-sensitive-field-changes.ts';
import { nextPositionInChildList } from './statement/next-position-in-child-list.ts';
import { holdingRowColumn, type OperationLogLine, operationLogLine } from './statement/operation-log-line.ts';
import {
  eventColumns,
  queueEventsForAfterCommitSubscribers,
} from './statement/queue-events-for-after-commit-subscribers.ts';
import { recordDataOverwrittenByUndoableMove } from './statement/record-and-restore-data-of-undoable-lifecycle-move.ts';
import {
  type AnswerSources,
  type IdempotentAnswer,
  storeAnswerUnderKeyStatement,
} from './statement/store-answer-under-idempotency-key.ts';

/** Everything one write stores, in one statement: the row, its history, the operation log, events and clocks. */
export interface RowToStore {
  engine: Engine;
  db: Queryable;
  /** The transaction, if this is its last statement: it is committed in the same round trip. */
  ends?: Transaction | undefined;
  resource: AnyResource;
  caller: Caller;
  action: 'add' | 'edit' | 'move' | 'del';
  move?: string | undefined;
  values: Readonly<Record<string, unknown>>;
  before?: Readonly<Record<string, unknown>> | undefined;
  id?: number | undefined;
  /** Required version of the row. */
  version?: number | undefined;
  /** Whether the result has the row as the caller may see it. */
  returnsShown?: boolean | undefined;
  /** The caller does not need the stored row. */
  unread?: boolean | undefined;
  /** Leading parts that draw keys for child rows, and whether the result includes these keys. */
  keys?: readonly Sql[] | undefined;
  returnsKeys?: boolean | undefined;
  /** Statements executed with this one, on its row. */
  statements?: readonly ((row: Sql) => Sql)[] | undefined;
  /** Entries of the history besides changed columns. */
  changes?: Readonly<Record<string, unknown>> | undefined;
  from?: string | undefined;
  to?: string | undefined;
  events: readonly { name: string; payload: Readonly<Record<string, unknown>> }[];
  note?: string | undefined;
  /** The note in English, if the platform wrote it. */
  noteEnglish?: string | undefined;
  log?: OperationLogLine | undefined;
  /** The move can be undone: what it overwrites is stored. */
  undoable?: boolean | undefined;
  /** The idempotency key, stored with its answer. */
  keyed?: IdempotentAnswer | undefined;
}

/** Result of the statement. */
export interface StoredRowResult {
  id: number;
  /** The row unmasked, in wire form; empty if it is not needed. */
  row: Record<string, unknown>;
  /** The row as the caller may see it, as JSON text. */
  shown?: string;
  historyId: number;
  /** The copy of a deleted row. */
  recycled?: number;
  /** Keys drawn for child rows, if requested. */
  keys?: readonly (readonly number[])[];
  /** The answer stored under the key of the call, as JSON text. */
  answer?: string;
}

/**
 * Runs the statement. Undefined: no row matched, because another write came first. With `ends` this is the conflict 40001,
 * which rolls the transaction back.
 */
export async function storeRowWithHistoryAndEvents(order: RowToStore): Promise<StoredRowResult | undefined> {
  const { engine, resource, caller, action } = order;
  const place = action === 'add' ? nextPositionInChildList(resource, order.values) : undefined;
  const values = place ? { ...place, ...order.values } : order.values;
  const table = sql.id(tableOf(resource));
  const names = Object.keys(values);
  const facts = sql`${rowVisibilitySnapshotColumns(resource, engine.find)}, ${titleIfSourceVisible(resource, caller, engine.find)} as title${holdingRowColumn(order, engine.find)}`;
  // all columns become JSON only if needed: of an added row the history has none, of a changed one those written
  const narrow = isNarrow(order);
  const plain =
    narrow && action === 'add'
      ? facts
      : narrow
        ? sql`(select row_to_json(p) from (select ${unmaskedColumnsSql(resource, names)}) p) as row, ${facts}`
        : sql`${rowJson(resource, caller, 'plain', engine.find)} as row, ${facts}`;
  const watched =
    action === 'edit' || action === 'move' ? changeLoggedFieldsOfWrite(engine, resource, names) : undefined;
  const watching = watched ? sql`, ${watched.columns} as watched` : sql.empty;
  const stored = order.returnsShown ? sql`${plain}, ${rowJson(resource, caller, 'own', engine.find)} as shown` : plain;
  const version = order.version === undefined ? sql.empty : sql` and t.version = ${order.version}`;
  const write =
    action === 'add'
      ? sql`insert into ${table} as t (${sql.join(names.map((name) => sql.id(name)))})${'id' in values ? sql` overriding system value` : sql.empty} values (${sql.join(names.map((name) => values[name] as SqlValue))}) returning t.id, ${stored}`
      : action === 'del'
        ? sql`delete from ${table} t where t.id = ${order.id as number}${version} returning t.id, row_to_json(t) as row, ${facts}`
        : sql`update ${table} t set ${sql.join([...names.map((name) => sql`${sql.id(name)} = ${values[name] as SqlValue}`), sql`version = t.version + 1`, sql`updatetime = now()`])}
            where t.id = ${order.id as number}${version} returning t.id, ${stored}${watching}`;
  const jobs = queueEventsForAfterCommitSubscribers(
    engine,
    order.events.map(({ name }) => name),
    caller,
  );
  const parts = [
    ...(order.keys ?? []),
    sql`w as (${write})`,
    sql`h as (${historyOf(order)})`,
    ...eventsOf(order, jobs.length > 0),
    ...jobs,
    ...operationLogLine(order, engine.find),
    ...recycleOf(order),
    ...(watched
      ? [
          sql`was as (select t.id${watching} from ${table} t where t.id = ${order.id as number})`,
          sql`kept as (${logFieldChanges(watched, { resource, caller, find: engine.find, title: sql`w.title`, was: sql.raw('was') })})`,
        ]
      : []),
    ...(order.undoable ? [recordDataOverwrittenByUndoableMove(resource, names)] : []),
    ...(order.statements ?? []).map((piece, at) => sql`${sql.raw(`b${at}`)} as (${piece(w)})`),
    ...(order.keyed ? [sql`a as (${storeAnswerUnderKeyStatement(order.keyed, sourcesOf(order))})`] : []),
  ];
  // a stored answer contains the row as shown
  const shown = order.keyed
    ? sql`, (select a.data::text from a) as answer`
    : order.returnsShown
      ? sql`, w.shown::text as shown`
      : sql.empty;
  const keys =
    order.keys && order.returnsKeys
      ? sql`, json_build_array(${sql.join(order.keys.map((_, at) => sql.raw(`(select ids from k${at})`)))}) as keys`
      : sql.empty;
  const copy = keepsCopy(order) ? sql`, (select r.id from r) as recycled` : sql.empty;
  // if no row matched, what was written before in this transaction must not be committed
  const from = order.ends
    ? sql`(select) one left join w on true where case when w.id is null then raise_version_conflict() else true end`
    : w;
  // rows are written by key, so the plan does not depend on values
  const statement = namePreparedStatement(
    sql`with ${sql.join(parts)} select w.id${order.unread ? sql.empty : sql`, w.row`}${shown}${copy}${keys}, (select h.id from h) as "historyId" from ${from}`,
  );
  const result = await (order.ends
    ? order.ends.lastRow<StoredRowResult>(statement)
    : order.db.row<StoredRowResult>(statement));
  if (result && order.unread) result.row = {};
  return result;
}

/** Whether the complete stored row is not needed. */
const isNarrow = ({ unread, action }: RowToStore): boolean => unread === true && action !== 'del';

const w = sql.raw('w');
const h = sql.raw('h');

function sourcesOf(order: RowToStore): AnswerSources {
  return { row: w, history: h, recycled: keepsCopy(order) ? sql`(select json_agg(r.id) from r)` : sql`'[]'::json` };
}

/** Stores key and answer of a write whose hooks wrote more after its row was stored. Returns the data. */
export async function storeAnswerAfterHooks(
  {
    engine,
    db,
    resource,
    caller,
    returnsShown,
  }: Pick<RowToStore, 'engine' | 'db' | 'resource' | 'caller' | 'returnsShown'>,
  keeps: IdempotentAnswer,
  { id, historyId, recycled }: StoredRowResult,
): Promise<string | undefined> {
  const shown = rowJson(resource, caller, 'own', engine.find);
  const row = returnsShown
    ? sql`select t.id, ${shown} as shown from ${sql.id(tableOf(resource))} t where t.id = ${id}`
    : sql`select ${id}::bigint as id`;
  const from = { row: w, history: h, recycled: sql`${JSON.stringify(recycled ? [recycled] : [])}::json` };
  const stored = await db.row<{ data: string }>(sql`with w as (${row}), h as (select ${historyId}::bigint as id),
    k as (${storeAnswerUnderKeyStatement(keeps, from)}) select data::text as data from k`);
  return stored?.data;
}

function historyOf(order: RowToStore): Sql {
  const { resource, caller } = order;
  const changes =
    order.action === 'add'
      ? sql`'{}'::jsonb`
      : order.action === 'del'
        ? sql`'{}'::jsonb`
        : sql`row_changes(${JSON.stringify(isNarrow(order) ? valuesBefore(order) : (order.before ?? {}))}::jsonb, w.row::jsonb)`;
  return sql`insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_id, actor_name, area_code, note${order.noteEnglish === undefined ? sql.empty : sql`, note_en`}, changes, request_id)
    select ${resource.name}, w.id, ${order.action}, ${order.move ?? null}, ${order.from ?? null}, ${order.to ?? null}, ${caller.type}, ${caller.id || null}, ${caller.name},
      w.area, ${order.note ?? null}${order.noteEnglish === undefined ? sql.empty : sql`, ${order.noteEnglish}`}, ${order.changes ? sql`${changes} || ${JSON.stringify(order.changes)}::jsonb` : changes}, ${caller.requestId} from w returning id, row_id`;
}

const valuesBefore = ({ before = {}, values }: RowToStore) =>
  Object.fromEntries(Object.keys(values).flatMap((name) => (name in before ? [[name, before[name]]] : [])));

function eventsOf(order: RowToStore, returning: boolean): Sql[] {
  if (order.events.length === 0) return [];
  const rows = order.events.map(
    (event) => sql`select ${event.name} as name, ${JSON.stringify(event.payload)}::jsonb as payload`,
  );
  return [
    sql`e as (${insertEvents(order.resource, {
      name: sql`each.name`,
      payload: sql`each.payload`,
      by: order.caller,
      recipients: recipientsOf(order),
      from: sql`from w, (${sql.join(rows, ' union all ')}) each`,
    })}${returning ? sql` returning ${eventColumns}` : sql.empty})`,
  ];
}

/**
 * Members who receive an event: those who hold the row now. Steps that decided nothing are not disclosed to members.
 */
const recipientsOf = ({ action, to }: RowToStore): Sql =>
  action === 'move' && to === undefined ? sql`null::bigint, null::bigint[]` : sql`w.owner, w.people`;

/** A deleted row is copied completely, so that it can be restored. */
function recycleOf(order: RowToStore): Sql[] {
  if (!keepsCopy(order)) return [];
  const parts = descendantsAsJson(order.resource, sql`w.id`, order.engine.find);
  return [sql`r as (${copyToRecycleBin(order, order.resource, { parts })} returning id)`];
}

const keepsCopy = ({ action, resource, engine }: RowToStore) =>
  action === 'del' && isCopiedToRecycleBin(resource, engine);
