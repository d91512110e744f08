import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { readMenuTree } from './read-menu-tree.ts';

/** SQL: version of the rules that menu trees are cached under, in one row. */
export const menusVersion = sql`(select concat_ws(' ', count(*), sum(version), max(updatetime)) from auth_menu)`;

/** Most cached trees: sets of permissions, in two languages, that a busy process meets. */
const most = 64;

/**
 * The menu of a caller as JSON text. With sixty resources it has 900 rules, the same for all callers with the same
 * permissions: reading and writing them took 13 ms of each boot call. A tree is cached until any process changes a
 * rule.
 *
 * @param version current value of {@link menusVersion}
 * @param hidden names of rules hidden at present
 */
export function cacheMenus(): (
  db: Queryable,
  caller: Caller,
  version: string,
  hidden: readonly string[],
) => Promise<string> {
  const cache = new Map<string, { version: string; text: string }>();
  return async (db, caller, version, hidden) => {
    const key = [caller.super, caller.grantKey, caller.locale, ...hidden].join(' ');
    const cached = cache.get(key);
    cache.delete(key);
    const now =
      cached?.version === version ? cached : { version, text: JSON.stringify(await readMenuTree(db, caller, hidden)) };
    cache.set(key, now);
    for (const oldest of cache.size > most ? cache.keys() : []) {
      cache.delete(oldest);
      break;
    }
    return now.text;
  };
}
