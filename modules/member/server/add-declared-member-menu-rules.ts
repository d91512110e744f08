import { isAccessibleToMembers } from '#kernel/access/member-rights-by-role.ts';
import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { isResource, type Module, type Screen } from '#kernel/module/module.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { toClientIconName } from '#kernel/wire/convert-own-and-client-icon-names.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** A menu rule of the member centre declared in code. */
export interface DeclaredMenuRule {
  readonly parent: string | null;
  readonly type: 'menu_dir' | 'menu';
  readonly name: string;
  readonly label: Text;
  readonly icon: string;
  readonly menu_type: 'tab' | 'link' | 'iframe';
  readonly url: string;
  readonly component: string;
  readonly extend: 'none' | 'add_rules_only';
  readonly weigh: number;
}

const own = (label: Text): Text => text(`我的${label['zh-cn']}`, `My ${label.en.toLowerCase()}`);

/** Title of a resource's rule: 我的企业 for what members own directly, else the resource's label. */
const titleOf = (one: AnyResource, find: FindResource): Text =>
  owningResourceOf(one, find) === one ? own(one.label) : one.label;

/** Rules of the account pages every member has (wire contract §3). */
const account: readonly DeclaredMenuRule[] = [
  { ...folderOf('account', text('我的账户', 'My account'), 'user'), weigh: -1 },
  ...(
    [
      ['overview', text('首页', 'Home'), 'home'],
      ['profile', text('个人资料', 'Profile'), 'idcard'],
      ['changePassword', text('修改密码', 'Change password'), 'key'],
      ['integral', text('积分记录', 'Points log'), 'bar-chart'],
      ['balance', text('余额记录', 'Balance log'), 'table'],
    ] as const
  ).map(
    ([name, label, icon], place): DeclaredMenuRule => ({
      ...entryOf('account', `account/${name}`, label, icon),
      component: `/src/views/frontend/user/account/${name}.vue`,
      weigh: 100 - place,
    }),
  ),
];

function folderOf(name: string, label: Text, icon: string): DeclaredMenuRule {
  return { ...entryOf(null, name, label, icon), type: 'menu_dir' };
}

function entryOf(parent: string | null, name: string, label: Text, icon: string): DeclaredMenuRule {
  return {
    parent,
    type: 'menu',
    name,
    label,
    icon,
    menu_type: 'tab',
    url: '',
    component: '',
    extend: 'none',
    weigh: 0,
  };
}

/** All declared member rules: a folder per module with its resources and screens. */
export function declaredMemberMenuRules(modules: readonly Module[], find: FindResource): DeclaredMenuRule[] {
  return [
    ...modules.flatMap((module) => {
      const entries = [
        ...module.entries
          .filter((one): one is AnyResource => isResource(one) && isAccessibleToMembers(one))
          .map((one) => ({
            ...entryOf(module.name, one.name, titleOf(one, find), one.icon ?? module.icon),
            component: 'resource',
            extend: one.unlisted ? ('add_rules_only' as const) : ('none' as const),
          })),
        ...(module.member ?? []).map((screen: Screen) => ({
          ...entryOf(module.name, screen.name, screen.label, screen.icon ?? module.icon),
          menu_type: screen.type ?? 'tab',
          url: screen.url ?? '',
          component: screen.type === 'iframe' ? '' : 'screen',
          extend: screen.unlisted ? ('add_rules_only' as const) : ('none' as const),
        })),
      ].map((entry, place): DeclaredMenuRule => ({ ...entry, weigh: 100 - place }));
      return entries.length > 0
        ? [{ ...folderOf(module.name, module.label, module.icon), weigh: module.weigh }, ...entries]
        : [];
    }),
    ...account,
  ];
}

/**
 * Adds declared rules missing in the table, folders first. Rules renamed, moved or disabled by administrators stay;
 * untouched titles follow the declaration.
 */
export async function addMissingMemberMenuRules(db: Queryable, rules: readonly DeclaredMenuRule[]): Promise<void> {
  const existing = new Set(
    (await db.rows<{ name: string }>(sql`select name from user_rule`.asBrief())).map(({ name }) => name),
  );
  for (const folders of [true, false]) {
    const wanted = rules.filter((one) => (one.parent === null) === folders && !existing.has(one.name));
    if (wanted.length === 0) continue;
    const columns = wanted.map(
      (one) =>
        sql`(${one.parent}, ${one.type}, ${one.label['zh-cn']}, ${one.label.en}, ${one.name}, ${toClientIconName(one.icon)}, ${one.menu_type}, ${one.url}, ${one.component}, ${one.extend}, ${one.weigh}::int)`,
    );
    await db.query(sql`update user_rule r set title = d.title, title_en = d.title_en
      from (values ${sql.join(columns)}) d (parent, type, title, title_en, name)
      where r.name = d.name and r.version = 1 and (r.title, r.title_en) is distinct from (d.title, d.title_en)`);
    await db.query(sql`insert into user_rule (pid, type, title, title_en, name, path, icon, menu_type, url, component, extend, weigh)
      select (select p.id from user_rule p where p.name = d.parent), d.type, d.title, d.title_en, d.name, d.name, d.icon, d.menu_type, d.url, d.component, d.extend, d.weigh
      from (values ${sql.join(columns)}) d (parent, type, title, title_en, name, icon, menu_type, url, component, extend, weigh)
      where not exists (select from user_rule r where r.name = d.name) on conflict (name) do nothing`);
  }
}
