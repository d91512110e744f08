import type { Module } from '#kernel/module.ts';
import type { Locale } from '#kernel/text.ts';

/** A rule of the member centre as its boot answer carries it (wire contract §2.6). */
interface MemberRule {
  id: number;
  pid: number;
  type: 'menu_dir' | 'menu';
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

/** The menu of the member centre: one folder for each module that has screens for members. */
export function memberMenus(modules: readonly Module[], locale: Locale): MemberRule[] {
  let id = 0;
  const rule = (type: MemberRule['type'], pid: number, name: string, title: string, icon: string): MemberRule => {
    id += 1;
    return {
      id,
      pid,
      type,
      title,
      name,
      path: name,
      icon,
      menu_type: 'tab',
      url: '',
      component: '',
      keepalive: 0,
      extend: 'none',
    };
  };
  return modules.flatMap((module) => {
    const screens = module.member ?? [];
    if (screens.length === 0) return [];
    const folder = rule('menu_dir', 0, module.name, module.label[locale], module.icon);
    folder.children = screens.map((screen) => ({
      ...rule('menu', folder.id, screen.name, screen.label[locale], screen.icon ?? module.icon),
      component: 'screen',
      keepalive: screen.name,
      menu_type: screen.type ?? 'tab',
      url: screen.url ?? '',
    }));
    return [folder];
  });
}
