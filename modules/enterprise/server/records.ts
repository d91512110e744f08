import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { system } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hooks.ts';
import { write } from '#server/write/pipeline.ts';

/**
 * Changes rows that follow another write, each with a history of its own. Whoever made that write need not be allowed
 * to change them: the platform acts, and the timeline names for whom.
 */
export async function changeFollowers(
  { engine, tx, caller }: Pick<WriteContext, 'engine' | 'tx' | 'caller'>,
  resource: AnyResource,
  which: Sql,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id, name, locale, ip, userAgent, requestId } = caller;
  const platform = system({ id, name, locale, ip, userAgent, requestId });
  const rows = await tx.rows<{ id: number }>(
    sql`select t.id from ${sql.id(tableOf(resource))} t where ${which} order by t.id for update`,
  );
  for (const row of rows)
    await write(engine, resource, platform, { operation: 'edit', id: row.id, input: {}, set }, tx);
}
