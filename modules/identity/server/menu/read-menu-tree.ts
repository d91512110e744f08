import { inboxNotice } from '#modules/message/contract/inbox-notice.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { profileScreen } from '../../contract/module.ts';
import { type BuildAdminMenuRule, toBuildAdminMenuRule } from './buildadmin-menu-rule.ts';

/** The rules granted to a caller, as a tree in the caller's language, without the `hidden` ones. */
export async function readMenuTree(
  db: Queryable,
  caller: Caller,
  hidden: readonly string[] = [],
): Promise<BuildAdminMenuRule[]> {
  const rows = await db.rows<BuildAdminMenuRule & { title_en: string | null; cached: boolean }>(sql`
    select id, coalesce(pid, 0)::bigint as pid, type, title, title_en, name, coalesce(path, '') as path, coalesce(icon, '') as icon, menu_type, coalesce(url, '') as url, coalesce(component, '') as component, keepalive as cached, extend
    from auth_menu where status and name <> all(${hidden}::text[]) order by weigh desc, id`);
  const granted = caller.super ? rows : withParents(rows, grantedIds(rows, caller));
  const byId = new Map<number, BuildAdminMenuRule>();
  for (const { cached, title_en, ...row } of granted) {
    const rule = toBuildAdminMenuRule(row);
    byId.set(row.id, {
      ...rule,
      title: caller.locale === 'en' && title_en ? title_en : row.title,
      keepalive: cached && row.type === 'menu' ? rule.name : 0,
    });
  }
  const top: BuildAdminMenuRule[] = [];
  for (const rule of byId.values()) {
    const above = byId.get(rule.pid);
    if (above) {
      above.children ??= [];
      above.children.push(rule);
    } else if (rule.pid === 0) top.push(rule);
  }
  return top;
}

/** Rules without permission: profile and messages. */
const ownRules = [profileScreen.name, inboxNotice.name];

/** Keys of the granted rules; with any, also those in `ownRules`. */
function grantedIds(rows: readonly { id: number; name: string }[], { nodes }: Caller): Set<number> {
  const isOwn = (name: string) => ownRules.some((own) => name === own || name.startsWith(`${own}/`));
  const granted = rows.filter(({ name }) => nodes.has(name.toLowerCase()));
  return new Set(
    [...granted, ...(granted.length > 0 ? rows.filter(({ name }) => isOwn(name)) : [])].map(({ id }) => id),
  );
}

function withParents<R extends { id: number; pid: number }>(rows: readonly R[], wanted: Set<number>): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of [...wanted]) {
    for (let row = byId.get(id); row && !wanted.has(row.pid) && row.pid !== 0; row = byId.get(row.pid))
      wanted.add(row.pid);
  }
  return rows.filter((row) => wanted.has(row.id));
}
