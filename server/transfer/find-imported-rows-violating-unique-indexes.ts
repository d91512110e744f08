import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { Sql, sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { TrialImportedRow } from '#server/transfer/write-or-try-rows-of-parsed-import.ts';
import { refusalOfDuplicate, uniqueField } from '#server/write/statement/explain-database-error.ts';

type Values = TrialImportedRow[1];

/** A unique index: expressions, predicate, and defaults of its columns. */
interface UniqueIndex {
  readonly name: string;
  readonly keys: readonly string[];
  readonly predicate: string | null;
  readonly nulls_equal: boolean;
  readonly defaults: Readonly<Record<string, string>>;
}

const texts = { repeated: text('与第 {row} 行重复', 'Same as row {row}') };

/**
 * Finds tried rows that would violate a unique index, because of a stored row or an earlier one of the import. The
 * index definitions are evaluated as they would be on insert: with their predicates, values from hooks and defaults.
 * One query per index and call; rows of earlier calls are remembered.
 */
export function createFinderOfUniqueIndexViolations(db: Queryable, resource: AnyResource, locale: Locale) {
  const seen = new Map<string, number>();
  let indexes: readonly UniqueIndex[] | undefined;
  return async (rows: readonly TrialImportedRow[]): Promise<ReadonlyMap<number, Refused>> => {
    const duplicates = new Map<number, Refused>();
    indexes ??= await readUniqueIndexes(db, resource);
    for (const index of rows.length > 0 ? indexes : []) {
      const field = uniqueField(resource, index.name);
      for (const { row, held, key } of await keysOf(db, resource, index, rows)) {
        if (duplicates.has(row)) continue;
        const indexKey = `${index.name} ${key}`;
        const before = seen.get(indexKey);
        if (held) duplicates.set(row, refusalOfDuplicate(resource, field, locale));
        else if (before === undefined) seen.set(indexKey, row);
        else if (before !== row) duplicates.set(row, repeats(resource, field, before, locale));
      }
    }
    return duplicates;
  };
}

function repeats(resource: AnyResource, field: string | undefined, row: number, locale: Locale): Refused {
  const message = (one: Locale) => textIn(texts.repeated, one, { row });
  const { data } = refusalOfDuplicate(resource, field, locale);
  return new Refused(
    { 'zh-cn': message('zh-cn'), en: message('en') },
    { data: { ...(data as object), ...(field ? { errors: { [field]: [message(locale)] } } : {}) } },
  );
}

/**
 * The unique indexes of the table except the primary key. Defaults that draw from sequences are omitted, so that a
 * trial uses up no number.
 */
const readUniqueIndexes = (db: Queryable, resource: AnyResource): Promise<UniqueIndex[]> =>
  db.rows<UniqueIndex>(sql`
    select x.relname as name, i.indnullsnotdistinct as nulls_equal, pg_get_expr(i.indpred, i.indrelid) as predicate,
      array(select pg_get_indexdef(i.indexrelid, k, true) from generate_series(1, i.indnkeyatts) k) as keys,
      (select coalesce(json_object_agg(a.attname, pg_get_expr(d.adbin, d.adrelid)), '{}') from pg_attrdef d
        join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        join pg_depend p on p.classid = 'pg_class'::regclass and p.objid = i.indexrelid
          and p.refclassid = 'pg_class'::regclass and p.refobjid = i.indrelid and p.refobjsubid = a.attnum
        where d.adrelid = i.indrelid and a.attgenerated = '' and pg_get_expr(d.adbin, d.adrelid) !~ 'nextval|currval') as defaults
    from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relname = ${tableOf(resource)} and t.relnamespace = current_schema()::regnamespace
      and i.indisunique and i.indisvalid and not i.indisprimary order by x.relname`);

/** The key of each row in an index, and whether a stored row has it. Rows outside the index are omitted. */
function keysOf(db: Queryable, resource: AnyResource, index: UniqueIndex, rows: readonly TrialImportedRow[]) {
  const table = sql.id(tableOf(resource));
  const where = index.predicate === null ? sql`true` : sql.raw(index.predicate);
  const keys = index.keys.map((key, at) => sql.raw(`(${key}) as "key ${at}"`));
  const equal = index.keys.map((key, at) =>
    sql.raw(`(${key}) ${index.nulls_equal ? 'is not distinct from' : '='} g."key ${at}"`),
  );
  const full = index.nulls_equal
    ? sql`true`
    : sql.raw(index.keys.map((_, at) => `g."key ${at}" is not null`).join(' and '));
  const defaults = Object.entries(index.defaults).map(
    ([name, value]) => sql`${name}::text, to_jsonb(${sql.raw(value)})`,
  );
  const given = JSON.stringify(
    rows.map(([row, stored]) => ({ 'trial row': row, 'trial stored': plainOf(resource, stored) })),
  );
  const columns = sql.raw(index.keys.map((_, at) => `g."key ${at}"`).join(', '));
  return db.rows<{ row: number; held: boolean; key: string }>(sql`
    select g.row, exists (select from ${table} where ${where} and ${sql.join(equal, ' and ')}) as held, to_json(array[${columns}]::text[])::text as key
    from (select j."trial row" as row, ${sql.join(keys)} from json_to_recordset(${given}::json) as j("trial row" integer, "trial stored" jsonb),
      lateral jsonb_populate_record(null::${table}, jsonb_build_object(${sql.join(defaults)}) || j."trial stored") where ${where}) g
    where ${full} order by g.row`);
}

/**
 * A row as JSON for the table's record type; SQL expressions are omitted, because only the database knows their values.
 */
function plainOf(resource: AnyResource, stored: Values): Record<string, unknown> {
  const fields = allColumnsOf(resource);
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) => {
      if (value instanceof Sql) return [];
      const sealed = fields[name] && kindOf(fields[name]).sealed && typeof value === 'string';
      return [[name, sealed ? (JSON.parse(value) as unknown) : value]];
    }),
  );
}
