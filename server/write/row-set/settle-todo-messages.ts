import type { AnyResource } from '#kernel/declaration/resource.ts';
import { columnEqualsAnyKey } from '#server/db/column-equals-any-key-sql.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/database-declarations-and-caches.ts';
import type { CascadeRowChange } from '../hook/change-other-rows-as-consequence.ts';

/** Marks the open to-do messages about rows as read for everybody: a move has done what they ask for. */
export async function settleTodoMessages(
  { find }: Pick<Engine, 'find'>,
  cascadeChange: CascadeRowChange,
  { name }: AnyResource,
  ids: readonly number[],
): Promise<void> {
  const inbox = find('message/notice');
  if (!inbox || ids.length === 0) return;
  const open = sql`t.resource = ${name} and ${columnEqualsAnyKey(sql`t.row_id`, ids)} and t.read_at is null and t.kind = 'todo'`;
  await cascadeChange(inbox, open, { read_at: sql`now()` }, { action: 'read' });
}
