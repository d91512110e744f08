import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { eventName, eventNamesOf } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { quoteLiteral } from '#server/db/quote-literal.ts';
import { Sql, type SqlValue, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { hasSubscribers } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { copiesOtherRows } from '#server/read/field/hide-copied-values-of-invisible-rows.ts';
import { unmaskedValuesSql } from '#server/read/row/row-columns-presented-to-caller-sql.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';
import { companionColumnOf, toStoredValue } from '../field/convert-to-stored-values.ts';
import type { CascadeRowChange } from '../hook/cascade-row-change-type.ts';
import type { ChangeRowsRequest } from '../hook/change-rows-request-type.ts';
import { explainDatabaseError } from '../statement/explain-database-error.ts';
import { eventPayload, insertEvents } from '../statement/insert-domain-events-statement.ts';
import { changeLoggedFieldsOfWrite, logFieldChanges } from '../statement/log-sensitive-field-changes.ts';
import {
  eventColumns,
  queueEventsForAfterCommitSubscribers,
} from '../statement/queue-events-for-after-commit-subscribers.ts';

/** Rows changed at a time where any number may be due: each is read into the process before and after the change. */
const piece = 500;

/**
 * {@link changeRows} for scheduled changes, in batches with a transaction each. `set` must take rows out of `where`.
 * Returns the number of rows changed.
 */
export async function changeRowsInBatches<R extends AnyResource>(
  engine: Engine,
  resource: R,
  caller: Caller,
  order: ChangeRowsRequest<R>,
): Promise<number> {
  return repeatInBatches(resource, order.where, (some) =>
    changeRows(engine, resource, caller, { ...order, where: some }),
  );
}

/**
 * Runs a change on the rows of alias `t` that meet a condition, in batches. The change must take rows out of it. Returns
 * the number of rows changed.
 */
export async function repeatInBatches(
  resource: AnyResource,
  where: Sql,
  change: (some: Sql) => Promise<readonly number[]>,
): Promise<number> {
  // tested twice, because the row may have changed before it was locked
  const some = sql`${where} and t.id in (select t.id from ${sql.id(tableOf(resource))} t where ${where} order by t.id limit ${piece})`;
  for (let changed = 0; ; ) {
    const { length } = await change(some);
    changed += length;
    if (length < piece) return changed;
  }
}

/**
 * Changes many rows in one statement with all that a single write does: version and time, a history entry with the
 * difference, events and their subscribers. Only rows in the caller's scope change. The operation log is that of the
 * call. Form rules between fields are not checked; the caller is responsible for them. Returns the keys of the changed
 * rows.
 */
export const changeRows = <R extends AnyResource>(
  engine: Engine,
  resource: R,
  caller: Caller,
  order: ChangeRowsRequest<R>,
  within?: Transaction,
): Promise<number[]> => storeRowSet(engine, resource, caller, order, within);

/** What distinguishes a move of several rows from an edit. */
export interface RowSetMove {
  readonly name: string;
  /** Statements on the moved rows `w` and their history `h` (`id`, `row_id`), executed with theirs. */
  readonly statements: readonly Sql[];
  /** Joins to the rows before the move (`o`) whose columns the new values may use. */
  readonly joins?: Sql | undefined;
  /** The move is entered in the evidence chains of its rows. */
  readonly chained?: boolean;
}

/** {@link changeRows}, also for moves (`move-rows.ts`). */
export async function storeRowSet<R extends AnyResource>(
  engine: Engine,
  resource: R,
  caller: Caller,
  order: ChangeRowsRequest<R>,
  within?: Transaction,
  move?: RowSetMove,
): Promise<number[]> {
  const { emits = 'edited' } = order;
  const names = typeof emits === 'function' ? [...eventNamesOf(resource)] : [String(emits)];
  const possibleEvents = names.map((fact) => ({ name: eventName(resource, fact) }));
  const work = async (db: Queryable, tx?: Transaction) => {
    const events = await changeIn(
      engine,
      db,
      resource,
      caller,
      order,
      possibleEvents.map(({ name }) => name),
      move,
    );
    for (const { name } of events)
      if (!possibleEvents.some((one) => one.name === name)) throw new Error(`${name} is not told`);
    if (tx) await engine.subscribers.notify(engine, tx, caller, events);
    return events.map(({ row_id }) => row_id);
  };
  const inTransaction = async (tx: Transaction) => {
    const changed = await work(tx, tx);
    if (changed.length > 0) tx.afterCommit(() => engine.wakeRelay());
    return changed;
  };
  try {
    if (within) return await inTransaction(within);
    if (hasSubscribers(engine.subscribers, possibleEvents) || typeof emits === 'function')
      return await engine.db.transaction(inTransaction);
    const changed = await work(engine.db);
    if (changed.length > 0) engine.wakeRelay();
    return changed;
  } catch (error) {
    throw explainDatabaseError(error, resource, caller.locale, 'edit');
  }
}

interface WrittenEvent {
  readonly [column: string]: unknown;
  name: string;
  resource: string;
  row_id: number;
  payload: Readonly<Record<string, unknown>>;
}

function changeIn(
  engine: Engine,
  db: Queryable,
  resource: AnyResource,
  caller: Caller,
  {
    where,
    set,
    english = {},
    touched,
    action = 'edit',
    note = sql`null`,
    noteEnglish = sql`null`,
    emits: factOf = 'edited',
  }: ChangeRowsRequest,
  names: readonly string[],
  move?: RowSetMove,
): Promise<WrittenEvent[]> {
  const { find } = engine;
  const table = sql.id(tableOf(resource));
  const scope = scopeOf(resource, caller, find);
  if (resource.life?.clocks && Object.hasOwn(set, 'status') && !move)
    throw new Error(`${resource.name}: its clocks follow its state, which moves change (moveRows)`);
  const values = storedValues(engine, resource, set, english);
  const differs = touched
    ? sql`true`
    : sql.join(
        values.map(({ name, column, value }) =>
          isPoint(resource, name)
            ? sql`t.${column}::text is distinct from (${value})::point::text`
            : sql`t.${column} is distinct from ${value}`,
        ),
        ' or ',
      );
  const row = rowBeforeAndAfter(resource, writtenAndNamed(resource, values));
  const fact = typeof factOf === 'function' ? factOf(row.after) : sql`${factOf}::text`;
  const events = insertEvents(resource, {
    name: sql`${`${resource.name}.`} || (${fact})`,
    payload: eventPayload(
      copiesOtherRows(resource) ? sql`''` : row.text(resource.title),
      row.text('status'),
      move?.name,
    ),
    from: sql`from w order by w.id`,
  });
  const jobs = queueEventsForAfterCommitSubscribers(engine, names, caller);
  const watched = changeLoggedFieldsOfWrite(engine, resource, Object.keys(set));
  const watching = watched ? sql`, ${watched.columns} as watched` : sql.empty;
  const watchedFields =
    watched &&
    logFieldChanges(watched, {
      resource,
      caller,
      find,
      title: row.text(resource.title),
      was: sql.raw('o'),
    });
  // keys do not change: rows that refer to these are added meanwhile, and two that do and change their row do not deadlock
  return db.rows<WrittenEvent>(sql`
    with o as (
      select t.id, ${row.columns}${watching} from ${table} t
      where (${where}) and (${differs})${scope ? sql` and ${scope}` : sql.empty} order by t.id for no key update of t
    ), w as (
      update ${table} t set ${sql.join([...values.map(({ column, value }) => sql`${column} = ${value}`), sql`version = t.version + 1`])}, updatetime = now()
      from o${move?.joins ? sql` ${move.joins}` : sql.empty} where t.id = o.id
      returning t.id, ${row.columns}, ${row.previous}, ${rowVisibilitySnapshotColumns(resource, find)}${watching}
    ), h as (
      insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_id, actor_name, area_code, note, note_en, changes, request_id)
      select ${resource.name}, w.id, ${move ? sql`'move', ${move.name}, ${row.was('status')}, ${row.text('status')}` : sql`${action}, null, null, null`}, ${caller.type}, ${caller.id || null}, ${caller.name}, w.area, ${note}, ${noteEnglish}, ${row.changes}, ${caller.requestId}
      from w${move?.chained ? sql` returning id, row_id` : sql.empty}
    ), e as (
      ${events} returning ${eventColumns}
    )${watchedFields ? sql`, kept as (${watchedFields})` : sql.empty}${jobs.length > 0 ? sql`, ${sql.join(jobs)}` : sql.empty}${sql.join(
      (move?.statements ?? []).map((statement, at) => sql`, ${sql.raw(`m${at}`)} as (${statement})`),
      '',
    )}
    select e.name, e.resource, e.row_id, e.payload from e order by e.row_id`);
}

/**
 * What is written, and what events say of the row, as columns of the rows before (`o`) and after (`w`). A row as JSON, and
 * a function that compares two of them, cost more than changing it.
 */
function rowBeforeAndAfter(resource: AnyResource, names: readonly string[]) {
  const all = new Map(unmaskedValuesSql(resource, names).map(({ name, value }) => [name, value]));
  const alias = (name: string) => sql.id(`row_${name}`);
  const previous = (name: string) => sql.id(`was_${name}`);
  const differences = [...all.keys()]
    .filter((name) => name !== 'id')
    .map((name) => {
      const [was, is] = [sql`w.${previous(name)}`, sql`w.${alias(name)}`];
      return sql`case when to_jsonb(${was}) is distinct from to_jsonb(${is}) then ${sql.raw(quoteLiteral(`${JSON.stringify(name)}:`))} || json_build_array(${was}, ${is}) end`;
    });
  const textOf = (name: string, column: Sql) => (all.has(name) ? sql`w.${column}::text` : sql`null::text`);
  return {
    columns: sql.join([...all].map(([name, value]) => sql`${sql.raw(value)} as ${alias(name)}`)),
    /** Those of `o`, which `w` returns as well: a join of the two would compare each with each if few are expected. */
    previous: sql.join([...all.keys()].map((name) => sql`o.${alias(name)} as ${previous(name)}`)),
    text: (name: string) => textOf(name, alias(name)),
    was: (name: string) => textOf(name, previous(name)),
    /** Old and new value of each column that differs, by name. */
    changes: differences.length > 0 ? sql`('{' || concat_ws(',', ${sql.join(differences)}) || '}')::jsonb` : sql`'{}'`,
    /** The row after the change as JSON. */
    after: sql`json_build_object(${sql.join([...all.keys()].map((name) => sql`${sql.raw(quoteLiteral(name))}, w.${alias(name)}`))})`,
  };
}

/** Names of the written columns, and of those that the payload of an event holds. */
const writtenAndNamed = ({ title, life }: AnyResource, values: readonly { readonly name: string }[]): string[] => [
  ...new Set(['id', title, ...(life ? ['status'] : []), ...values.map(({ name }) => name)]),
];

/** Columns with what is stored in them, including companions and English versions. */
function storedValues(
  engine: Engine,
  resource: AnyResource,
  set: ChangeRowsRequest['set'],
  english: NonNullable<ChangeRowsRequest['english']>,
): { name: string; column: Sql; value: SqlValue | Sql }[] {
  return Object.entries(set).flatMap(([name, value]) => {
    const one = resource.fields[name];
    const computed = value instanceof Sql || !one;
    // a computed value has no known companion
    const companion = one && companionColumnOf(one, computed ? null : value);
    return [
      { name, column: sql.id(name), value: computed ? (value as Sql) : toStoredValue(one, value, engine.seal) },
      ...(companion ? [{ name: companion.column, column: sql.id(companion.column), value: companion.value }] : []),
      ...(one?.english ? [{ name: one.english, column: sql.id(one.english), value: english[name] ?? sql`null` }] : []),
    ];
  });
}

/** Points are compared as text: PostgreSQL has no equality for them. */
const isPoint = ({ fields }: AnyResource, name: string): boolean => {
  const one = fields[name];
  return one !== undefined && kindOf(one).column === 'point';
};

/**
 * {@link CascadeRowChange} in a transaction. The maker of the write need not be allowed to change these rows: the
 * platform acts, and the timeline names for whom.
 */
export const cascadeChange =
  (engine: Engine, tx: Transaction, caller: Caller): CascadeRowChange =>
  (resource, where, set, more) =>
    changeRows(engine, resource, onBehalfOf(caller), { where, set, ...more }, tx);
