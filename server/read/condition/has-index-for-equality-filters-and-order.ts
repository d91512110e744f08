import type { Database } from '#server/db/open-database.ts';

/**
 * The columns of each table's plain B-tree indexes, in order. Indexes with the collation for pinyin are left out,
 * because they cannot find a value with `=`.
 */
type Indexes = ReadonlyMap<string, readonly (readonly string[])[]>;

const cached = new WeakMap<Database, Promise<Indexes>>();

/** The indexes of a database, read once. Indexes added later are found after a restart. */
function readIndexes(db: Database): Promise<Indexes> {
  let indexes = cached.get(db);
  if (!indexes) {
    indexes = loadIndexes(db);
    cached.set(db, indexes);
    indexes.catch(() => cached.delete(db));
  }
  return indexes;
}

async function loadIndexes(db: Database): Promise<Indexes> {
  const rows = await db.rows<{ table: string; columns: string[] }>(`
    select t.relname as table, array(
      select a.attname::text from unnest(i.indkey::int2[]) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where k.place <= i.indnkeyatts order by k.place) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
    where m.amname = 'btree' and i.indisvalid and i.indpred is null and i.indexprs is null and t.relnamespace = current_schema()::regnamespace
      and not exists (select from unnest(i.indcollation::oid[]) c where c not in (0, '"default"'::regcollation))`);
  const indexes = new Map<string, string[][]>();
  for (const { table, columns } of rows) indexes.set(table, [...(indexes.get(table) ?? []), columns]);
  return indexes;
}

/**
 * Whether one index finds rows with fixed values in some columns, in the order of another column. Lists of this form
 * then all have the same best plan, whatever the values.
 */
export async function hasIndexForEqualityFiltersAndOrder(
  db: Database,
  table: string,
  fixed: ReadonlySet<string>,
  order: string,
): Promise<boolean> {
  const indexes = (await readIndexes(db)).get(table) ?? [];
  return indexes.some(
    (columns) => columns[fixed.size] === order && columns.slice(0, fixed.size).every((name) => fixed.has(name)),
  );
}
