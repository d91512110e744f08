import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { columnEqualsAnyKey } from '#server/db/column-equals-any-key-sql.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { CascadeRowChange } from '../hook/cascade-row-change-type.ts';

const inboxName = 'message/notice';

/** Whether a row of the inbox `t` is an open to-do message of this resource. */
const isOpenTodo = ({ name }: AnyResource) => sql`t.resource = ${name} and t.read_at is null and t.kind = 'todo'`;

/** Marks the open to-do messages about rows as read for everybody: a move has done what they ask for. */
export async function settleTodoMessages(
  { find }: Pick<Engine, 'find'>,
  cascadeChange: CascadeRowChange,
  resource: AnyResource,
  ids: readonly number[],
): Promise<void> {
  const inbox = find(inboxName);
  if (!inbox || ids.length === 0) return;
  const open = sql`${isOpenTodo(resource)} and ${columnEqualsAnyKey(sql`t.row_id`, ids)}`;
  await cascadeChange(inbox, open, { read_at: sql`now()` }, { action: 'read' });
}

/**
 * Marks those as read that came after a move had found none, in the statement that stores the moved row. Undefined: there
 * are no inboxes.
 */
export function settleLateTodoMessages(
  { find }: Pick<Engine, 'find'>,
  resource: AnyResource,
): ((row: Sql) => Sql) | undefined {
  const inbox = find(inboxName);
  return (
    inbox &&
    ((row) => sql`update ${sql.id(tableOf(inbox))} t set read_at = now(), version = t.version + 1, updatetime = now()
      from ${row} where ${isOpenTodo(resource)} and t.row_id = ${row}.id`)
  );
}

/** Whether anybody has an open to-do message about a row, as an expression. Undefined: there are no inboxes. */
export function hasOpenTodoMessages({ find }: Pick<Engine, 'find'>, resource: AnyResource, id: Sql): Sql | undefined {
  const inbox = find(inboxName);
  return (
    inbox && sql`exists (select from ${sql.id(tableOf(inbox))} t where ${isOpenTodo(resource)} and t.row_id = ${id})`
  );
}
