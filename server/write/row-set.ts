import type { FindResource } from '#kernel/part.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { type Caller, system } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, type SqlValue, sql } from '#server/db/sql.ts';
import { belongingOf } from '#server/read/above.ts';
import { rowJson } from '#server/read/row.ts';
import { scopeOf } from '#server/read/scope.ts';

/** Rows changed together, because of something else than a form: time passing, another write, their order. */
export interface RowSetOrder {
  resource: AnyResource;
  /** The other declarations, for rows that are part of others. */
  find?: FindResource;
  /** Whose change it is; only rows in the caller's scope are changed. */
  caller: Caller;
  /** Which rows, as a condition on alias `t`. */
  where: Sql;
  /** New values by column: values, or expressions on alias `t`. Rows that hold them already stay as they are. */
  set: Readonly<Record<string, SqlValue | Sql>>;
  /** All of them are changed, whatever they hold: with what stands beside them, as a clock does. */
  touched?: true;
  /** In the history; `edit` unless told. */
  action?: string;
  /** Told in the timeline beside the change, as an expression on alias `w`, the changed row. */
  note?: Sql;
  /** What is told of each, from its JSON; that it was `edited`, with its title and state, unless told. */
  event?: (row: Sql) => { fact: Sql; payload: Sql };
}

/**
 * Changes many rows in one statement, with what a single write leaves: version and time, history with the difference,
 * and events. The operation log is that of the call. Rules between the fields of a form do not apply; whoever calls this answers for them.
 * Returns the keys of the rows that changed. The caller wakes the relay once it is committed.
 */
export async function changeRows(db: Queryable, order: RowSetOrder): Promise<number[]> {
  const { resource, caller, find = () => undefined, action = 'edit', event = plainEvent(resource) } = order;
  const table = sql.id(tableOf(resource));
  const scope = scopeOf(resource, caller, find);
  const set = Object.entries(order.set);
  if (resource.life?.clocks && Object.hasOwn(order.set, 'status'))
    throw new Error(`${resource.name}: its clocks follow its state, so that each row is moved by itself`);
  const differs = order.touched
    ? sql`true`
    : sql.join(
        set.map(([name, value]) => sql`t.${sql.id(name)} is distinct from ${value}`),
        ' or ',
      );
  const row = rowJson(resource, caller, 'plain', find);
  const told = event(sql.raw('w.row'));
  const changed = await db.rows<{ id: number }>(sql`
    with o as (
      select t.id, ${row} as row from ${table} t
      where (${order.where}) and (${differs})${scope ? sql` and ${scope}` : sql.empty} order by t.id for update of t
    ), w as (
      update ${table} t set ${sql.join(set.map(([name, value]) => sql`${sql.id(name)} = ${value}`))}, version = t.version + 1, updatetime = now()
      from o where t.id = o.id
      returning t.id, ${row} as row, ${belongingOf(resource, find)}
    ), h as (
      insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, note, changes, request_id)
      select ${resource.name}, w.id, ${action}, ${caller.type}, ${caller.id || null}, ${caller.name}, w.area, ${order.note ?? sql`null`}, row_changes(o.row::jsonb, w.row::jsonb), ${caller.requestId}
      from w join o on o.id = w.id
    ), e as (
      insert into event (name, resource, row_id, area_code, owner_id, department_id, admin_id, payload)
      select ${`${resource.name}.`} || (${told.fact}), ${resource.name}, w.id, w.area, w.owner, w.department, w.admin, ${told.payload} from w order by w.id
    )
    select w.id from w order by w.id`);
  return changed.map(({ id }) => id);
}

const plainEvent = (resource: AnyResource) => (row: Sql) => ({
  fact: sql`'edited'`,
  payload: sql`jsonb_build_object('title', ${row}->>${resource.title}, 'status', ${row}->>'status', 'move', null, 'step', null)`,
});

/** The platform, acting for whoever made the write that others follow: their timeline names for whom. */
export const onBehalfOf = ({ id, name, locale, ip, userAgent, requestId }: Caller): Caller =>
  system({ id, name, locale, ip, userAgent, requestId });
