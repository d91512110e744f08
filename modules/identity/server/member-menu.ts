import { type Holding, holderOf, isForMembers, rolesThatMay } from '#kernel/holding.ts';
import { isResource, type Module, type Screen } from '#kernel/module.ts';
import type { FindResource } from '#kernel/part.ts';
import { type AnyResource, actionLabels, actionsOf } from '#kernel/resource.ts';
import { type Locale, type Text, text } from '#kernel/text.ts';

/** A rule of the member centre as its boot answer carries it (wire contract §2.6). */
interface MemberRule {
  id: number;
  pid: number;
  type: 'menu_dir' | 'menu' | 'button';
  title: string;
  name: string;
  path: string;
  icon: string;
  menu_type: 'tab' | 'link' | 'iframe';
  url: string;
  component: string;
  keepalive: string | 0;
  extend: 'none';
  children?: MemberRule[];
}

const own = text('我的{label}', 'My {label}');

/** What members hold by itself is theirs: 我的企业; what is part of it goes by its own name. */
const titleFor = (one: AnyResource, find: FindResource, locale: Locale): string => {
  const label = one.label[locale];
  if (holderOf(one, find) !== one) return label;
  return own[locale].replace('{label}', locale === 'en' ? label.toLowerCase() : label);
};

/**
 * What a member may do with rows of a resource in some role they hold, by its labels. Every row says again what may be
 * done with it. Rows held by themselves are listed also while there are none.
 */
function actionsFor(one: AnyResource, held: readonly Holding[], find: FindResource): readonly [string, Text][] {
  const holder = holderOf(one, find);
  const roles = held.find((each) => each.resource === holder?.name)?.roles ?? [];
  const mine = holder === one && roles.length === 0 ? ['owner'] : roles;
  const lets = (action: string) => rolesThatMay(one, action).some((role) => mine.includes(role));
  const moves = Object.entries<{ label: Text }>(one.life?.moves ?? {}).map(([name, { label }]): [string, Text] => [
    name,
    label,
  ]);
  const standard = actionsOf(one).map((action): [string, Text] => [action, actionLabels[action]]);
  return lets('index') ? [...standard, ...moves].filter(([action]) => lets(action)) : [];
}

/**
 * The menu of the member centre: a folder for each module that has screens for members, or resources they may list in
 * some role they hold; below these what they may do, as buttons.
 */
export function memberMenus(
  modules: readonly Module[],
  held: readonly Holding[],
  find: FindResource,
  locale: Locale,
): MemberRule[] {
  let id = 0;
  const rule = (type: MemberRule['type'], pid: number, name: string, title: string, icon: string): MemberRule => {
    id += 1;
    return {
      ...{ id, pid, type, title, name, path: name, icon },
      ...{ menu_type: 'tab', url: '', component: '', keepalive: 0, extend: 'none' },
    };
  };
  const screenRule = (folder: number, screen: Screen, icon: string): MemberRule => ({
    ...rule('menu', folder, screen.name, screen.label[locale], screen.icon ?? icon),
    component: screen.type === 'iframe' ? '' : 'screen',
    keepalive: screen.name,
    menu_type: screen.type ?? 'tab',
    url: screen.url ?? '',
  });
  const resourceRule = (folder: number, one: AnyResource, icon: string): MemberRule[] => {
    const actions = isForMembers(one) ? actionsFor(one, held, find) : [];
    if (actions.length === 0) return [];
    const menu = rule('menu', folder, one.name, titleFor(one, find, locale), one.icon ?? icon);
    const buttons = actions.map(([action, label]) =>
      rule('button', menu.id, `${one.name}/${action}`, label[locale], ''),
    );
    return [{ ...menu, component: 'resource', keepalive: one.name, children: buttons }];
  };
  return modules.flatMap((module) => {
    const folder = rule('menu_dir', 0, module.name, module.label[locale], module.icon);
    const children = [
      ...module.entries.filter(isResource).flatMap((one) => resourceRule(folder.id, one, module.icon)),
      ...(module.member ?? []).map((screen) => screenRule(folder.id, screen, module.icon)),
    ];
    return children.length > 0 ? [{ ...folder, children }] : [];
  });
}
