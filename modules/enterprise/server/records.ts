import type { AnyResource } from '#kernel/resource.ts';
import type { Sql, SqlValue } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hooks.ts';
import { changeRows, onBehalfOf } from '#server/write/row-set.ts';

/**
 * Changes rows that follow another write, each with a history of its own. Whoever made that write need not be allowed
 * to change them: the platform acts, and the timeline names for whom.
 */
export async function changeFollowers(
  { engine, tx, caller }: Pick<WriteContext, 'engine' | 'tx' | 'caller'>,
  resource: AnyResource,
  where: Sql,
  set: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  await changeRows(tx, { resource, find: engine.find, caller: onBehalfOf(caller), where, set });
}
