import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownersOnly } from '#server/read/scope/owners-only.ts';

/** What a fact says of its row, where no move made it: its title and its state, as expressions. */
export const plainPayload = (title: Sql, status: Sql): Sql =>
  sql`jsonb_build_object('title', ${title}, 'status', ${status}, 'move', null, 'step', null)`;

/** The state of the row of alias `t`, as text; null where its resource has no life. */
export const statusOf = (resource: AnyResource): Sql => (resource.life ? sql`t.status` : sql`null::text`);

/** The events a statement writes to the outbox: one for each row of `from`. */
interface EventRows {
  /** The name of the event, as an expression. */
  name: string | Sql;
  payload: Sql;
  /** From `from` on: what makes the rows, and in which order they are told. */
  from: Sql;
  /** The rows, with `id` and the columns of `audienceColumnsOf`; `w` unless told. */
  alias?: Sql;
  /** The key of each row, where it is not `id`. */
  key?: Sql;
  /** Whoever writes them: of what an officer did to a row every officer hears. */
  by?: Caller;
  /** Members who may hear of it, `owner, people`; those the row belongs to unless told. */
  recipients?: Sql;
}

/** The insert into the outbox, to be part of the statement that writes the rows. */
export function insertEvents(
  resource: AnyResource,
  { name, payload, from, alias = w, key, recipients, by }: EventRows,
): Sql {
  const closed = sql`case when ${alias}.owners_only then jsonb_build_object(${ownersOnly}::text, true) else '{}' end`;
  return sql`insert into event (name, resource, row_id, area_code, areas, owner_id, people, department_id, admin_id, payload)
    select ${name}, ${resource.name}, ${key ?? sql`${alias}.id`}, ${alias}.area, ${alias}.areas, ${recipients ?? sql`${alias}.owner, ${alias}.people`}, ${alias}.department, ${alias}.admin, ${by?.type === 'admin' ? payload : sql`${payload} || ${closed}`} ${from}`;
}

const w = sql.raw('w');
