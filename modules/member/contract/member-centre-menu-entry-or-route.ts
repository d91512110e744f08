import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  menuEntryFields,
  menuEntryStatusFields,
} from '#modules/identity/contract/menu-fields-shared-by-admin-and-member-menus.ts';

/** An entry of the member centre's menu, or a route of it (wire contract §2.6). */
export const memberCentreMenuEntryOrRoute = resource({
  name: 'user/rule',
  label: text('会员规则', 'Member rules'),
  icon: 'menu',
  title: 'title',
  titleEnglish: 'title_en',
  scope: 'all',
  nulls: false,
  tree: 'pid',
  sortable: true,
  actions: ['index', 'add', 'edit', 'del', 'sortable'],
  order: ['weigh', 'desc'],
  fields: {
    pid: field.parent(text('上级规则', 'Parent rule'), { to: 'user/rule', list: 'offered' }),
    type: field.radio(text('规则类型', 'Rule type'), {
      required: true,
      initial: 'menu',
      options: {
        route: text('不列入菜单的页面', 'Page outside the menu'),
        menu_dir: text('菜单目录', 'Folder'),
        menu: text('菜单项', 'Menu entry'),
      },
    }),
    ...menuEntryFields,
    menu_type: field.select(text('打开方式', 'Opens as'), {
      options: { tab: text('标签页', 'Tab'), link: text('链接', 'Link'), iframe: text('内嵌页', 'Embedded page') },
      initial: 'tab',
      list: 'offered',
    }),
    url: field.text(text('链接地址', 'Link address'), {
      max: 255,
      list: 'offered',
      shownWhen: { by: 'menu_type', of: ['link', 'iframe'] },
    }),
    component: field.text(text('组件', 'Component'), { max: 100, list: 'offered' }),
    ...menuEntryStatusFields,
  },
});
export interface MemberCentreMenuEntryOrRoute extends Row<typeof memberCentreMenuEntryOrRoute> {}
