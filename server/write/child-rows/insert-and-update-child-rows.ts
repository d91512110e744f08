import type { AnyResource } from '#kernel/declaration/resource.ts';
import { parentReferenceFieldOf } from '#kernel/resource/child-lists-of-resource.ts';
import { eventName } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { unmaskedColumnsSql } from '#server/read/row/row-columns-presented-to-caller-sql.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';
import { fieldsByProcessingNeededOnWrite } from '../field/fields-grouped-by-processing-needed-on-write.ts';
import { type FileOfRow, fileReferencesStatement, filesOfRow } from '../field/record-file-references-statement.ts';
import { eventPayload, eventStatusSql, insertEvents } from '../statement/insert-domain-events-statement.ts';
import { changeLoggedFieldsOfWrite, logFieldChanges } from '../statement/log-sensitive-field-changes.ts';
import { emitsOwnEvents, type Removal, removeRowsFromList } from './delete-and-restore-child-rows.ts';
import { isPlannedRowStored, type PlannedList, type PlannedRow } from './plan-added-changed-and-removed-child-rows.ts';
import { readTableColumnsAndDefaults } from './table-columns-and-defaults-from-database.ts';

/** Notes and events of child rows, from their hooks. */
export interface ChildRowNotes {
  readonly notes: ReadonlyMap<PlannedRow, string>;
}

/**
 * Stores the changes that must come before the parent's statement: removed rows first, so that unique values become
 * free, then changed rows. It takes one statement for each list and operation.
 */
export async function changeExistingChildRows(
  tx: Queryable,
  order: Removal,
  lists: readonly PlannedList[],
  notes: ChildRowNotes,
): Promise<void> {
  for (const { child, gone } of lists)
    if (gone.length > 0)
      await removeRowsFromList(
        tx,
        order,
        child,
        gone.map(({ id }) => id),
      );
  for (const { child, rows } of lists) {
    const changed = rows.filter((row) => row.before && isPlannedRowStored(row));
    if (changed.length > 0) await updateRows(tx, order, child, changed, notes);
  }
}

async function updateRows(
  tx: Queryable,
  { engine, caller }: Removal,
  child: AnyResource,
  rows: readonly PlannedRow[],
  { notes }: ChildRowNotes,
): Promise<void> {
  const table = sql.id(tableOf(child));
  const sent = rows.map((row) => ({ ...recordOf(child, row), id: row.id }));
  const names = [...new Set(sent.flatMap((one) => Object.keys(one)))].filter((name) => name !== 'id');
  const plain = sql`(select to_jsonb(p) from (select ${unmaskedColumnsSql(child, names)}) p)`;
  const watched = changeLoggedFieldsOfWrite(engine, child, names);
  const watching = watched ? sql`, ${watched.columns} as watched` : sql.empty;
  const watchedFields = watched
    ? sql`, kept as (${logFieldChanges(watched, { resource: child, caller, find: engine.find, title: sql`w.title`, was: sql.raw('o') })})`
    : sql.empty;
  const events = emitsOwnEvents(child)
    ? sql`, e as (${insertEvents(child, { name: eventName(child, 'edited'), payload: eventPayload(sql`w.title`, sql`w.status`), from: sql`from w order by w.id` })})`
    : sql.empty;
  await tx.query(sql`
    with o as (
      select t.id, ${plain} as row${watching} from ${table} t where t.id = any(${rows.map(({ id }) => id)}::bigint[])
    ), w as (
      update ${table} t set ${sql.join(names.map((name) => sql`${sql.id(name)} = ${sql.id('p', name)}`))}, version = t.version + 1, updatetime = now()
      from jsonb_array_elements(${JSON.stringify(sent)}::jsonb) e join ${table} s on s.id = (e ->> 'id')::bigint, lateral jsonb_populate_record(s, e) p
      where t.id = s.id
      returning t.id, ${plain} as row, ${rowVisibilitySnapshotColumns(child, engine.find)}, t.${sql.id(child.title)}::text as title, ${eventStatusSql(child)} as status${watching}
    )${events}${watchedFields}
    insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, note, changes, request_id)
    select ${child.name}, w.id, 'edit', ${caller.type}, ${caller.id || null}, ${caller.name}, w.area, ${notesOf(rows, notes)}::jsonb ->> w.id::text, row_changes(o.row, w.row), ${caller.requestId}
    from w join o on o.id = w.id order by w.id`);
  const files = filesOf(child, rows);
  if (files) await tx.query(sql`with one as (select null::bigint as id) ${files(sql.raw('one'))}`);
}

/** New child rows, stored in one statement with their parent. */
export interface NewChildRows {
  /** Leading parts of the statement, `k0`, `k1` …: an array `ids` of keys for the new rows of each list. */
  readonly keys: readonly Sql[];
  readonly pieces: readonly ((row: Sql) => Sql)[];
  /** Receives the drawn keys, if they are requested. */
  readonly learn: (keys: readonly (readonly number[])[]) => void;
}

/** The new rows of one list, and the part with their keys: of the first, `k0.ids[1]`. */
interface Fresh {
  readonly rows: readonly PlannedRow[];
  readonly keys: Sql;
  readonly places: ReadonlyMap<PlannedRow, number>;
}

/**
 * The statements that insert new child rows. They take the parent's key, area and owner from the parent row, and insert
 * nothing if that is not stored. The same statement draws their keys, which saves a round trip.
 */
export async function insertChildRows(
  { engine, caller }: Removal,
  lists: readonly PlannedList[],
  { notes }: ChildRowNotes,
): Promise<NewChildRows> {
  const pieces: ((row: Sql) => Sql)[] = [];
  const freshRows = new Map<PlannedList, Fresh>();
  const keys: Sql[] = [];
  for (const list of lists) {
    const { child, above } = list;
    const rows = list.rows.filter(({ before }) => !before);
    if (rows.length === 0) continue;
    const { names, defaults, sequence } = await readTableColumnsAndDefaults(engine, child);
    const own = sql.raw(`k${keys.length}`);
    keys.push(
      sql`${own} as (select array(select nextval(${sequence}) from generate_series(1, ${rows.length})) as ids)`,
    );
    const fresh: Fresh = { rows, keys: own, places: new Map(rows.map((row, at) => [row, at + 1])) };
    freshRows.set(list, fresh);
    const holding = above && freshRows.get(above);
    const referring = parentReferenceFieldOf(child);
    const records = rows.map((row) => {
      const record = recordOf(child, row);
      if (row.above) record[referring] = holderOf(row.above, holding);
      return record;
    });
    const sent = JSON.stringify(records);
    const table = sql.id(tableOf(child));
    pieces.push((whole) => {
      const values = names.map((name) => {
        const value = sql.id('p', name);
        if (name === 'id') return sql`${own}.ids[p.ordinality]`;
        if (name !== referring) return value;
        if (!above) return sql`${whole}.id`;
        return holding ? sql`case when ${value} < 0 then ${holding.keys}.ids[-${value}] else ${value} end` : value;
      });
      return sql`insert into ${table} (${sql.join(names.map((name) => sql.id(name)))}) overriding system value select ${sql.join(values)}
        from ${whole}, ${own}${holding ? sql`, ${holding.keys}` : sql.empty}, (select jsonb_populate_record(null::${table}, ${defaults}) as preset) d,
          lateral jsonb_populate_recordset(d.preset, ${sent}::jsonb) with ordinality p`;
    });
    pieces.push(
      (
        whole,
      ) => sql`insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, note, request_id)
        select ${child.name}, each.id, 'add', ${caller.type}, ${caller.id || null}, ${caller.name}, ${whole}.area, ${notesOf(rows, notes)}::jsonb ->> each.place::text, ${caller.requestId}
        from ${whole}, ${own}, unnest(${own}.ids) with ordinality each(id, place)`,
    );
    if (emitsOwnEvents(child)) {
      pieces.push((whole) =>
        insertEvents(child, {
          name: eventName(child, 'added'),
          key: sql`${own}.ids[each.place]`,
          payload: eventPayload(sql`each.row ->> ${child.title}`, sql`each.row ->> 'status'`),
          alias: whole,
          from: sql`from ${whole}, ${own}, jsonb_array_elements(${sent}::jsonb) with ordinality each(row, place)`,
        }),
      );
    }
    const files = fileReferencesStatement(child, heldByNew(child, fresh), own);
    if (files) pieces.push(files);
  }
  const learn: NewChildRows['learn'] = (drawn) => {
    for (const [at, { rows }] of [...freshRows.values()].entries())
      for (const [place, row] of rows.entries()) row.id = Number(drawn[at]?.[place]);
  };
  return { keys, pieces, learn };
}

/** The parent of a record: its key, or a negative index among the new rows of its list. */
const holderOf = (above: PlannedRow, holding: Fresh | undefined): number =>
  above.before ? above.id : -(holding?.places.get(above) ?? Number.NaN);

/** A row as JSON for the table's record type: JSON columns are text here, and become objects there. */
function recordOf(child: AnyResource, { values, weigh }: PlannedRow): Record<string, unknown> {
  const record: Record<string, unknown> = { ...values };
  for (const name of fieldsByProcessingNeededOnWrite(child.fields).json) {
    const value = record[name];
    if (typeof value === 'string') record[name] = JSON.parse(value) as unknown;
  }
  if (weigh !== undefined) record.weigh = weigh;
  return record;
}

/** Notes by key; for new rows by their index. */
const notesOf = (rows: readonly PlannedRow[], notes: ChildRowNotes['notes']): string =>
  JSON.stringify(
    Object.fromEntries(rows.flatMap((row, at) => (notes.has(row) ? [[row.id || at + 1, notes.get(row)]] : []))),
  );

/** Records the files of stored rows, as for their parent. */
const filesOf = (child: AnyResource, rows: readonly PlannedRow[]): ((row: Sql) => Sql) | undefined =>
  fileReferencesStatement(
    child,
    rows.flatMap((row) => filesIn(child, row).map((file) => ({ id: row.id, ...file }))),
  );

const heldByNew = (child: AnyResource, { rows }: Fresh) =>
  rows.flatMap((row, at) => filesIn(child, row).map((file) => ({ place: at + 1, ...file })));

const filesIn = (child: AnyResource, { fields, checked, values, before }: PlannedRow): FileOfRow[] =>
  filesOfRow(child, fields, before, (name) => ({ value: values[name], submitted: checked[name] }));
