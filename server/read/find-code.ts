import { readScanned, writtenWays } from '#kernel/codes.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { ReadContext } from './context.ts';
import { scopeOf } from './scope.ts';

/** The row a scanned or typed code opens (`codes` of its resource), among those the caller sees; in one statement. */
export async function findByCode(
  context: ReadContext,
  resources: readonly AnyResource[],
  caller: Caller,
  written: string,
): Promise<{ resource: string; id: number } | undefined> {
  const scanned = readScanned(written);
  if (!scanned) return undefined;
  const ways = writtenWays(scanned.code);
  const parts = resources.flatMap((one, place) => {
    const names = Object.entries(one.codes ?? {}).flatMap(([name, before]) =>
      scanned.path === undefined || (before !== '' && scanned.path === before) ? [name] : [],
    );
    if (names.length === 0 || !can(caller, `${one.name}/index`)) return [];
    const scope = scopeOf(one, caller, context.find);
    const is = sql.join(
      names.map((name) => sql`t.${sql.id(name)} = any(${ways}::text[])`),
      ' or ',
    );
    return [
      sql`(select ${one.name}::text as resource, t.id, ${place}::int as place from ${sql.id(tableOf(one))} t
        where (${is})${scope ? sql` and ${scope}` : sql.empty} limit 1)`,
    ];
  });
  if (parts.length === 0) return undefined;
  return context.db.row(sql`select resource, id from (${sql.join(parts, ' union all ')}) found order by place limit 1`);
}
