import type { AnyResource } from '#kernel/declaration/resource.ts';
import { titlesSearchableByPinyin } from '#kernel/list/title-field-searchable-by-pinyin.ts';
import { retryOnConflict } from '#server/db/driver/retry-on-version-conflict-or-deadlock.ts';
import type { Database, Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';

/** Task that indexes the names of rows which are older than the index. */
export const indexNamesTask = 'index_names';

/** Rows indexed by one statement, which nobody changes meanwhile. */
const batch = 200;

/**
 * Keeps the names of every declared resource indexed from now on (`search_name`), and queues the work for rows that are
 * there already. Runs at every start; changes nothing if nothing was added, no other field was declared, and no migration
 * was applied (`migrateDatabase` drops the triggers).
 */
export async function prepareNameIndex(db: Database, resources: readonly AnyResource[]): Promise<void> {
  const names = titlesSearchableByPinyin(resources);
  const column = (name: 'resource' | 'table' | 'field') => sql`${names.map((one) => one[name])}::text[]`;
  // arguments of a trigger are stored with a zero byte after each
  const rows = await db.rows<{ resource: string; added: boolean }>(sql`
    select n.resource, t.oid is not null and t.tgargs = convert_to(n.resource, 'UTF8') || '\\x00'::bytea || convert_to(n.field, 'UTF8') || '\\x00'::bytea as added
    from unnest(${column('resource')}, ${column('table')}, ${column('field')}) n (resource, "table", field)
      join pg_class c on c.oid = to_regclass(n."table") and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')
      left join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'search_name_added'`);
  for (const { resource } of rows.filter(({ added }) => !added)) {
    const one = names.find((each) => each.resource === resource);
    if (!one) continue;
    await db.transaction(async (tx) => {
      for (const name of triggers) await tx.query(sql`drop trigger if exists ${sql.id(name)} on ${sql.id(one.table)}`);
      await tx.query(sql`call add_search_name(${one.resource}, ${one.table}::regclass, ${one.field})`);
    });
  }
  const open = await db.row(sql`select from search_name_progress where not complete limit 1`);
  if (open) await addTask(db, indexNamesTask, {}, { key: indexNamesTask });
}

const triggers = ['search_name_added', 'search_name_changed', 'search_name_removed', 'search_name_emptied'];

/**
 * Indexes names in batches until all are, continuing after the last one that was. `again` begins from the start, for an
 * index that is doubted. May be interrupted and repeated. Returns the number of rows read.
 */
export async function indexNames(
  db: Database,
  resources: readonly AnyResource[],
  { again = false, signal }: { again?: boolean; signal?: AbortSignal } = {},
): Promise<number> {
  let read = 0;
  if (again) await db.query(sql`update search_name_progress set last_id = 0, complete = false`);
  for (const { resource, table, field } of titlesSearchableByPinyin(resources)) {
    const open = async () =>
      (
        await db.row<{ last: number }>(
          sql`select last_id as last from search_name_progress where resource = ${resource} and not complete`,
        )
      )?.last;
    for (let last = await open(); last !== undefined && !signal?.aborted; last = await open()) {
      const from = last;
      read += await retryOnConflict(() => db.transaction((tx) => indexBatch(tx, { resource, table, field }, from)));
    }
  }
  return read;
}

async function indexBatch(
  tx: Queryable,
  { resource, table, field }: { resource: string; table: string; field: string },
  last: number,
): Promise<number> {
  const done = await tx.row<{ rows: number; last: number | null }>(sql`
    with part as (select t.id, lower(fold_traditional(t.${sql.id(field)})) as name from ${sql.id(table)} t
        where t.id > ${last} order by t.id limit ${batch} for share),
      added as (
        insert into search_name (resource, row_id, name, initials)
        select ${resource}, id, name, pinyin_initials(name) from part where name ~ '[一-龥]'
        on conflict (resource, row_id) do update set name = excluded.name, initials = excluded.initials
          where (search_name.name, search_name.initials) is distinct from (excluded.name, excluded.initials))
    select count(*)::int as rows, max(id) as last from part`);
  if (done?.last != null) {
    await tx.query(sql`update search_name_progress set last_id = ${done.last} where resource = ${resource}`);
    return done.rows;
  }
  // names of rows that are gone, and that lost their Chinese characters
  await tx.query(sql`delete from search_name n where n.resource = ${resource} and not exists (
    select from ${sql.id(table)} t where t.id = n.row_id and t.${sql.id(field)} ~ '[一-龥]')`);
  await tx.query(sql`update search_name_progress set complete = true where resource = ${resource}`);
  return 0;
}
