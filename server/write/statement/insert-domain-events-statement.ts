import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownersOnly } from '#server/read/scope/rows-visible-to-owners-only.ts';

/** The payload of an event: title and state of the row, as expressions, and the move if one was made. */
export const eventPayload = (title: Sql, status: Sql, move: string | null = null): Sql =>
  sql`jsonb_build_object('title', ${title}, 'status', ${status}, 'move', ${move}::text, 'step', null)`;

/** The state of the row of alias `t` as text; null without a lifecycle. */
export const eventStatusSql = (resource: AnyResource): Sql => (resource.life ? sql`t.status` : sql`null::text`);

/** The events a statement writes to the outbox, one for each row of `from`. */
interface EventRows {
  /** The name of the event, as an expression. */
  name: string | Sql;
  payload: Sql;
  /** From clause: the rows and the order of their events. */
  from: Sql;
  /** Alias of the rows with `id` and the columns of `audienceSnapshotColumns`. Default: `w`. */
  alias?: Sql;
  /** Key of each row, if it is not `id`. */
  key?: Sql;
  /** The caller. Events of an officer's write go to all officers. */
  by?: Caller;
  /** Members who receive it, as columns `owner, people`. Default: those of the row. */
  recipients?: Sql;
}

/** The insert into the outbox, as a part of the statement that writes the rows. */
export function insertEvents(
  resource: AnyResource,
  { name, payload, from, alias = w, key, recipients, by }: EventRows,
): Sql {
  const closed = sql`case when ${alias}.owners_only then jsonb_build_object(${ownersOnly}::text, true) else '{}' end`;
  return sql`insert into event (name, resource, row_id, area_code, areas, owner_id, people, department_id, admin_id, payload)
    select ${name}, ${resource.name}, ${key ?? sql`${alias}.id`}, ${alias}.area, ${alias}.areas, ${recipients ?? sql`${alias}.owner, ${alias}.people`}, ${alias}.department, ${alias}.admin, ${by?.type === 'admin' ? payload : sql`${payload} || ${closed}`} ${from}`;
}

const w = sql.raw('w');
