import { eventName } from '#kernel/event.ts';
import { kindOf } from '#kernel/field.ts';
import { partOf } from '#kernel/kind/rows.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import type { Queryable } from '#server/db/connect.ts';
import { keepPlan } from '#server/db/keep-plan.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { belongingOf } from '#server/read/above.ts';
import { plainColumns } from '#server/read/columns.ts';
import { insertEvents, plainPayload, statusOf } from '../event-rows.ts';
import { heldFiles, noteReferences } from '../file-references.ts';
import { keepSensitive, watchedWrite } from '../sensitive.ts';
import { isWritten, type PlannedList, type PlannedRow } from './plan.ts';
import { isHeardOf, type Removal, removeRows } from './remove-parts.ts';
import { columnsOf } from './table-columns.ts';

/** Takes the keys of all new rows at once: rows within rows refer to them before they are stored. */
export async function takeKeys(db: Queryable, lists: readonly PlannedList[]): Promise<void> {
  const fresh = lists.map(({ rows }) => rows.filter(({ before }) => !before));
  const asked = fresh.flatMap(({ length }, at) =>
    length > 0
      ? [
          // the sequence is looked up once, not for each row
          sql`array(select nextval(s.name) from (select pg_get_serial_sequence(${`"${tableOf((lists[at] as PlannedList).child)}"`}, 'id')::regclass as name offset 0) s, generate_series(1, ${length})) as ${sql.id(`k${at}`)}`,
        ]
      : [],
  );
  if (asked.length === 0) return;
  // keys that are lost belong to rows that are lost with them: whatever stores these rows waits for the disk, and for this too
  const keys = await db.row<Record<string, (number | string)[]>>(
    keepPlan(sql`select set_config('synchronous_commit', 'off', true), ${sql.join(asked)}`, { brief: true }),
  );
  fresh.forEach((rows, at) => {
    rows.forEach((row, place) => {
      row.id = Number(keys?.[`k${at}`]?.[place]);
    });
  });
}

/** Rows of the history and facts told of rows of lists, by what their hooks said of them. */
export interface Said {
  readonly notes: ReadonlyMap<PlannedRow, string>;
}

/**
 * Stores what is to be there before the row itself is stored: rows that are gone make room, then the others change. A
 * statement per list and operation.
 */
export async function changeThere(
  tx: Queryable,
  order: Removal,
  lists: readonly PlannedList[],
  said: Said,
): Promise<void> {
  for (const { child, gone } of lists)
    if (gone.length > 0)
      await removeRows(
        tx,
        order,
        child,
        gone.map(({ id }) => id),
      );
  for (const { child, rows } of lists) {
    const changed = rows.filter((row) => row.before && isWritten(row));
    if (changed.length > 0) await updateRows(tx, order, child, changed, said);
  }
}

async function updateRows(
  tx: Queryable,
  { engine, caller }: Removal,
  child: AnyResource,
  rows: readonly PlannedRow[],
  { notes }: Said,
): Promise<void> {
  const table = sql.id(tableOf(child));
  const sent = rows.map((row) => ({ ...recordOf(child, row), id: row.id }));
  const names = [...new Set(sent.flatMap((one) => Object.keys(one)))].filter((name) => name !== 'id');
  const plain = sql`(select to_jsonb(p) from (select ${plainColumns(child, names)}) p)`;
  const watched = watchedWrite(engine, child, names);
  const watching = watched ? sql`, ${watched.columns} as watched` : sql.empty;
  const kept = watched
    ? sql`, kept as (${keepSensitive(watched, { resource: child, caller, find: engine.find, title: sql`w.title`, was: sql.raw('o') })})`
    : sql.empty;
  const told = isHeardOf(child)
    ? sql`, e as (${insertEvents(child, { name: eventName(child, 'edited'), payload: plainPayload(sql`w.title`, sql`w.status`), from: sql`from w order by w.id` })})`
    : sql.empty;
  await tx.query(sql`
    with o as (
      select t.id, ${plain} as row${watching} from ${table} t where t.id = any(${rows.map(({ id }) => id)}::bigint[])
    ), w as (
      update ${table} t set ${sql.join(names.map((name) => sql`${sql.id(name)} = ${sql.id('p', name)}`))}, version = t.version + 1, updatetime = now()
      from jsonb_array_elements(${JSON.stringify(sent)}::jsonb) e join ${table} s on s.id = (e ->> 'id')::bigint, lateral jsonb_populate_record(s, e) p
      where t.id = s.id
      returning t.id, ${plain} as row, ${belongingOf(child, engine.find)}, t.${sql.id(child.title)}::text as title, ${statusOf(child)} as status${watching}
    )${told}${kept}
    insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, note, changes, request_id)
    select ${child.name}, w.id, 'edit', ${caller.type}, ${caller.id || null}, ${caller.name}, w.area, ${notesOf(rows, notes)}::jsonb ->> w.id::text, row_changes(o.row, w.row), ${caller.requestId}
    from w join o on o.id = w.id order by w.id`);
  const files = filesOf(child, rows);
  if (files) await tx.query(sql`with one as (select null::bigint as id) ${files(sql.raw('one'))}`);
}

/**
 * The statements that store new rows, in one with the row they are part of: its key, where it lies and whose it is are
 * theirs, and where it is not stored after all, neither are they.
 */
export async function insertPieces(
  { engine, caller }: Removal,
  lists: readonly PlannedList[],
  { notes }: Said,
): Promise<((row: Sql) => Sql)[]> {
  const pieces: ((row: Sql) => Sql)[] = [];
  for (const { child, above, rows } of lists) {
    const fresh = rows.filter(({ before }) => !before);
    if (fresh.length === 0) continue;
    const table = sql.id(tableOf(child));
    const { names, defaults } = await columnsOf(engine, child);
    const referring = partOf(child);
    const records = fresh.map((row) => ({
      ...recordOf(child, row),
      id: row.id,
      ...(above ? { [referring]: row.above?.id } : {}),
    }));
    const sent = JSON.stringify(records);
    const columns = sql.join(names.map((name) => sql.id(name)));
    pieces.push((whole) => {
      const values = names.map((name) => (name === referring && !above ? sql`${whole}.id` : sql.id('p', name)));
      return sql`insert into ${table} (${columns}) overriding system value select ${sql.join(values)}
        from ${whole}, (select jsonb_populate_record(null::${table}, ${defaults}) as preset) d, lateral jsonb_populate_recordset(d.preset, ${sent}::jsonb) p`;
    });
    const keys = fresh.map(({ id }) => id);
    pieces.push(
      (
        whole,
      ) => sql`insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, note, request_id)
        select ${child.name}, k.id, 'add', ${caller.type}, ${caller.id || null}, ${caller.name}, ${whole}.area, ${notesOf(fresh, notes)}::jsonb ->> k.id::text, ${caller.requestId}
        from ${whole}, unnest(${keys}::bigint[]) k(id)`,
    );
    if (isHeardOf(child)) {
      pieces.push((whole) =>
        insertEvents(child, {
          name: eventName(child, 'added'),
          key: sql`(e ->> 'id')::bigint`,
          payload: plainPayload(sql`e ->> ${child.title}`, sql`e ->> 'status'`),
          alias: whole,
          from: sql`from ${whole}, jsonb_array_elements(${sent}::jsonb) e`,
        }),
      );
    }
    const files = filesOf(child, fresh);
    if (files) pieces.push(files);
  }
  return pieces;
}

/** A row as JSON that PostgreSQL makes into a record of its table: JSON columns hold text here, and are objects there. */
function recordOf(child: AnyResource, { values, weigh }: PlannedRow): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const one = child.fields[name];
    const json = one && kindOf(one).column === 'jsonb' && typeof value === 'string';
    record[name] = json ? (JSON.parse(value) as unknown) : value;
  }
  if (weigh !== undefined) record.weigh = weigh;
  return record;
}

const notesOf = (rows: readonly PlannedRow[], notes: Said['notes']): string =>
  JSON.stringify(Object.fromEntries(rows.flatMap((row) => (notes.has(row) ? [[row.id, notes.get(row)]] : []))));

/** Notes which files rows refer to, as for the row they are part of. */
const filesOf = (child: AnyResource, rows: readonly PlannedRow[]): ((row: Sql) => Sql) | undefined =>
  noteReferences(
    child,
    rows.flatMap(({ id, fields, checked, values, before }) =>
      heldFiles(child, fields, { ...checked, ...values }, checked, before).map((file) => ({ id, ...file })),
    ),
  );
