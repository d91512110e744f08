import { isResource, type Module } from '#kernel/module/module.ts';
import { actionsOf, nodesOf } from '#kernel/resource/permission-nodes.ts';
import type { Text } from '#kernel/text/text.ts';
import { notice } from '#modules/message/contract/notice.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { profileScreen } from '../../contract/module.ts';
import { type MenuRule, toStockClientRule } from './stock-client-rule.ts';

/** The rules granted to a caller, as a tree in the caller's language, without the `hidden` ones. */
export async function readMenus(db: Queryable, caller: Caller, hidden: readonly string[] = []): Promise<MenuRule[]> {
  const rows = await db.rows<MenuRule & { title_en: string | null; cached: boolean }>(sql`
    select id, coalesce(pid, 0)::bigint as pid, type, title, title_en, name, coalesce(path, '') as path, coalesce(icon, '') as icon, menu_type, coalesce(url, '') as url, coalesce(component, '') as component, keepalive as cached, extend
    from auth_menu where status and name <> all(${hidden}::text[]) order by weigh desc, id`);
  const granted = caller.super ? rows : withParents(rows, grantedIds(rows, caller));
  const byId = new Map<number, MenuRule>();
  for (const { cached, title_en, ...row } of granted) {
    const rule = toStockClientRule(row);
    byId.set(row.id, {
      ...rule,
      title: caller.locale === 'en' && title_en ? title_en : row.title,
      keepalive: cached && row.type === 'menu' ? rule.name : 0,
    });
  }
  const top: MenuRule[] = [];
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
const ownRules = [profileScreen.name, notice.name];

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

export interface DeclaredRule {
  parent: string | null;
  type: 'menu_dir' | 'menu' | 'button';
  name: string;
  label: Text;
  icon: string;
  menu_type: string | null;
  url: string;
  component: string;
  weigh: number;
  remark: string;
  extend: 'none' | 'add_rules_only';
}

/** All declared rules: folders, screens, and a permission node per action, move and step. */
export function declaredRules(modules: readonly Module[]): DeclaredRule[] {
  const plain = { menu_type: null, url: '', component: '', remark: '', extend: 'none' } as const;
  // a module with only a tool or settings has no folder
  const shown = modules.filter(({ entries }) => entries.length > 0);
  return shown.flatMap((module) => [
    {
      ...plain,
      parent: null,
      type: 'menu_dir',
      name: module.name,
      label: module.label,
      icon: module.icon,
      weigh: module.weigh,
    } as DeclaredRule,
    ...module.entries.flatMap((entry, place): DeclaredRule[] => {
      const weigh = 100 - place;
      if (isResource(entry)) {
        // rows shown only within others have no screen
        if (nodesOf(entry).length === 0 && !(entry.granted === false && actionsOf(entry).includes('index'))) return [];
        return [
          {
            ...plain,
            parent: module.name,
            type: 'menu',
            name: entry.name,
            label: entry.label,
            icon: entry.icon ?? '',
            menu_type: 'tab',
            component: 'resource',
            weigh,
            // everybody has it, behind the bell
            extend: entry.granted === false ? 'add_rules_only' : 'none',
            remark: entry.remark?.['zh-cn'] ?? '',
          },
          ...nodesOf(entry).map(
            ({ node, label }, order): DeclaredRule => ({
              ...plain,
              parent: entry.name,
              type: 'button',
              name: node,
              label,
              icon: '',
              weigh: 100 - order,
            }),
          ),
        ];
      }
      return [
        {
          ...plain,
          parent: module.name,
          type: 'menu',
          name: entry.name,
          label: entry.label,
          icon: entry.icon ?? '',
          menu_type: entry.type ?? 'tab',
          url: entry.url ?? '',
          component: 'screen',
          extend: entry.unlisted ? 'add_rules_only' : 'none',
          weigh,
        },
        ...Object.entries(entry.actions ?? {}).map(
          ([action, label], order): DeclaredRule => ({
            ...plain,
            parent: entry.name,
            type: 'button',
            name: `${entry.name}/${action}`,
            label,
            icon: '',
            weigh: 100 - order,
          }),
        ),
      ];
    }),
  ]);
}
