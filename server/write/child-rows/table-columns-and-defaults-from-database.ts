import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** The columns of a table into which rows can be inserted, with their defaults. Generated columns are left out. */
export interface TableColumnsAndDefaults {
  readonly names: readonly string[];
  /** The defaults as an expression of type jsonb, without key and position, which new rows bring. */
  readonly defaults: Sql;
  /** The sequence of keys, as an expression of type regclass. */
  readonly sequence: Sql;
}

/** One for each set of declarations, because tables do not change while a process runs. */
const cached = new WeakMap<Engine['find'], Map<string, Promise<TableColumnsAndDefaults>>>();

/** The columns of a resource's table, read once. */
export function readTableColumnsAndDefaults(
  engine: Engine,
  resource: AnyResource,
  db: Queryable = engine.db,
): Promise<TableColumnsAndDefaults> {
  const tables = cached.get(engine.find) ?? new Map<string, Promise<TableColumnsAndDefaults>>();
  cached.set(engine.find, tables);
  const table = tableOf(resource);
  let columns = tables.get(table);
  if (!columns) {
    columns = readColumns(db, table);
    tables.set(table, columns);
    columns.catch(() => tables.delete(table));
  }
  return columns;
}

/** Columns that new rows bring: the default of `weigh` needs a key drawn on the same connection before. */
const brought: ReadonlySet<string> = new Set(['id', 'weigh']);

async function readColumns(db: Queryable, table: string): Promise<TableColumnsAndDefaults> {
  const found = await db.rows<{ name: string; preset: string | null; sequence: string | null }>(sql`
    select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as preset,
      case a.attname when 'id' then quote_literal(pg_get_serial_sequence(${`"${table}"`}, 'id')) end as sequence
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${`"${table}"`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`);
  const presets = found.flatMap(({ name, preset }) =>
    preset === null || brought.has(name) ? [] : [sql`${name}::text, ${sql.raw(preset)}`],
  );
  const sequence = found.find(({ name }) => name === 'id')?.sequence;
  return {
    names: found.map(({ name }) => name),
    defaults: sql`jsonb_build_object(${sql.join(presets)})`,
    sequence: sql.raw(`${sequence}::regclass`),
  };
}
