import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** What is known of former values, besides the state. */
export interface FormerValues {
  /** Fields that were empty before the moment or day in another field of the row: `{ outcome: 'settled_on' }`. */
  readonly setLater?: Readonly<Record<string, string>>;
  /** Fields that change while a row is worked on, whose values of then are taken from the history. */
  readonly inHistory?: readonly string[];
  /** Columns that the database computes from these, as expressions over the row of then, `o`. */
  readonly computed?: Readonly<Record<string, Sql>>;
}

/**
 * SQL for the rows of a resource as alias `t`, as a `from` clause takes them: the table, or the rows that existed at a
 * past moment in their state of then. Deadlines changed since are empty; deleted rows and former values of other fields
 * are not reconstructed.
 */
export function rowsAtMomentSql(
  resource: AnyResource,
  past: Date | undefined,
  { setLater = {}, inHistory = [], computed = {} }: FormerValues = {},
): Sql {
  const table = sql.id(tableOf(resource));
  if (!past) return sql`${table} t`;
  const at = sql`${past.toISOString()}::timestamptz`;
  if (!resource.life) return sql`(select r.* from ${table} r where r.createtime <= ${at}) t`;
  const columns = Object.entries(allColumnsOf(resource)).flatMap(([name, one]) => {
    if (!hasColumn(one) || Object.hasOwn(computed, name)) return [];
    const column = sql`r.${sql.id(name)}`;
    if (name === 'status') return [sql`coalesce(m.from_status, r.status) as status`];
    if (name === 'due_at') return [sql`case when m.row_id is null then r.due_at end as due_at`];
    if (inHistory.includes(name)) return [sql`${valueBefore(name, one)} as ${sql.id(name)}`];
    const since = setLater[name];
    if (since === undefined) return [column];
    const isDay = kindOf(allColumnsOf(resource)[since] as AnyField).column === 'date';
    const then = isDay ? sql`${toShanghaiDate(past.toISOString())}::date` : at;
    return [sql`case when r.${sql.id(since)} <= ${then} then ${column} end as ${sql.id(name)}`];
  });
  const added = Object.entries(computed).map(([name, value]) => sql`, ${value} as ${sql.id(name)}`);
  return sql`(
    select o.*${sql.join(added, '')} from (select ${sql.join(columns)} from ${table} r left join (
      select distinct on (h.row_id) h.row_id, h.from_status from history h
      where h.resource = ${resource.name} and h.createtime > ${at} and h.to_status is distinct from h.from_status and h.from_status is not null
      order by h.row_id, h.id) m on m.row_id = r.id${firstChangesAfter(resource, inHistory, at)}
    where r.createtime <= ${at}) o) t`;
}

/** Joins, as `c`, what fields had before their first change after a moment: JSON, or null if they did not change. */
function firstChangesAfter(resource: AnyResource, names: readonly string[], at: Sql): Sql {
  if (names.length === 0) return sql.empty;
  const values = names.map(
    (name) =>
      sql`, (array_agg(h.changes -> ${name}::text -> 0 order by h.id) filter (where h.changes ? ${name}::text))[1] as ${sql.id(name)}`,
  );
  return sql` left join (
      select h.row_id${sql.join(values, '')} from history h
      where h.resource = ${resource.name} and h.createtime > ${at} and h.changes ?| ${[...names]}::text[] group by h.row_id) c on c.row_id = r.id`;
}

/** The value of a field at the moment, from the wire form in the history. */
function valueBefore(name: string, one: AnyField): Sql {
  const { column } = kindOf(one);
  const text = sql`(c.${sql.id(name)} #>> '{}')`;
  const value = column === 'boolean' ? sql`${text} = '1'` : sql`${text}::${sql.raw(column)}`;
  return sql`case when c.${sql.id(name)} is null then r.${sql.id(name)} else ${value} end`;
}
