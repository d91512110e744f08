import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Fields that were empty before the moment or day in another field of the row: `{ outcome: 'settled_on' }`. */
export type FieldsSetLater = Readonly<Record<string, string>>;

/**
 * SQL for the rows of a resource as alias `t`, as a `from` clause takes them: the table, or the rows that existed at a
 * past moment in their state of then. Deadlines changed since are empty; deleted rows and former values of other fields
 * are not reconstructed.
 */
export function rowsAtMomentSql(resource: AnyResource, past: Date | undefined, setLater: FieldsSetLater = {}): Sql {
  const table = sql.id(tableOf(resource));
  if (!past) return sql`${table} t`;
  const at = sql`${past.toISOString()}::timestamptz`;
  if (!resource.life) return sql`(select r.* from ${table} r where r.createtime <= ${at}) t`;
  const columns = Object.entries(allColumnsOf(resource)).flatMap(([name, one]) => {
    if (!hasColumn(one)) return [];
    const column = sql`r.${sql.id(name)}`;
    if (name === 'status') return [sql`coalesce(m.from_status, r.status) as status`];
    if (name === 'due_at') return [sql`case when m.row_id is null then r.due_at end as due_at`];
    const since = setLater[name];
    if (since === undefined) return [column];
    const isDay = kindOf(allColumnsOf(resource)[since] as AnyField).column === 'date';
    const then = isDay ? sql`${toShanghaiDate(past.toISOString())}::date` : at;
    return [sql`case when r.${sql.id(since)} <= ${then} then ${column} end as ${sql.id(name)}`];
  });
  return sql`(
    select ${sql.join(columns)} from ${table} r left join (
      select distinct on (h.row_id) h.row_id, h.from_status from history h
      where h.resource = ${resource.name} and h.createtime > ${at} and h.to_status is distinct from h.from_status and h.from_status is not null
      order by h.row_id, h.id) m on m.row_id = r.id
    where r.createtime <= ${at}) t`;
}
