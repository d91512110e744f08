import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { menuEntryFields, menuEntryStatusFields } from './menu-fields-shared-by-admin-and-member-menus.ts';

/** A rule of the menu tree: folder, menu entry or permission node (wire contract §2.6). */
export const menuEntryOrPermission = resource({
  name: 'auth/menu',
  label: text('菜单规则', 'Menu rules'),
  icon: 'menu',
  title: 'title',
  titleEnglish: 'title_en',
  scope: 'all',
  grants: 'id',
  tree: 'pid',
  sortable: true,
  actions: ['index', 'add', 'edit', 'del', 'sortable'],
  nulls: false,
  order: ['weigh', 'desc'],
  fields: {
    pid: field.parent(text('上级规则', 'Parent rule'), { to: 'auth/menu', list: 'offered' }),
    type: field.radio(text('规则类型', 'Rule type'), {
      required: true,
      initial: 'menu',
      options: {
        menu_dir: text('菜单目录', 'Folder'),
        menu: text('菜单项', 'Menu entry'),
        button: text('页面按钮', 'Button'),
      },
    }),
    ...menuEntryFields,
    menu_type: field.select(text('打开方式', 'Opens as'), {
      options: { tab: text('标签页', 'Tab'), link: text('链接', 'Link'), iframe: text('内嵌页', 'Embedded page') },
      list: 'offered',
    }),
    url: field.text(text('链接地址', 'Link address'), {
      max: 255,
      list: 'offered',
      shownWhen: { by: 'menu_type', of: ['link', 'iframe'] },
    }),
    component: field.text(text('组件', 'Component'), { max: 100, list: 'offered' }),
    keepalive: field.switch(text('缓存', 'Cache'), { initial: '1', list: 'offered' }),
    ...menuEntryStatusFields,
  },
});
export interface StoredMenuEntryOrPermission extends Row<typeof menuEntryOrPermission> {}
