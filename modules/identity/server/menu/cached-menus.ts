import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { readMenus } from './menu-tree.ts';

/** Which state of the rules a tree was read from; one row, whatever their number. */
export const menusVersion = sql`(select concat_ws(' ', count(*), sum(version), max(updatetime)) from auth_menu)`;

/** Trees kept at once: as many sets of rights, in two languages, as a busy process meets. */
const most = 64;

/**
 * The menu of a caller as JSON text. With sixty resources it is 900 rules, the same for all who hold the same rights:
 * reading and writing them took 13 ms of each boot call. A tree is kept until any rule changes, whoever changed it.
 *
 * @param version what {@link menusVersion} says now
 * @param hidden names of rules nobody is shown now
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
      cached?.version === version ? cached : { version, text: JSON.stringify(await readMenus(db, caller, hidden)) };
    cache.set(key, now);
    for (const oldest of cache.size > most ? cache.keys() : []) {
      cache.delete(oldest);
      break;
    }
    return now.text;
  };
}
