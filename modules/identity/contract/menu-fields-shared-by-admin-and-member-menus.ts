import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

/** Common fields of officers' and members' menu rules (wire contract §2.6). */
export const menuEntryFields = {
  title: field.text(text('标题', 'Title'), { required: true, max: 50, search: true }),
  title_en: field.text(text('英文标题', 'English title'), { max: 80, search: true }),
  name: field.text(text('规则名称', 'Rule name'), { required: true, max: 80, search: true, unique: true }),
  path: field.text(text('路径', 'Path'), { max: 100 }),
  icon: field.icon(text('图标', 'Icon')),
} as const;

/** Whether a menu rule may link to a URL: a web page or a page of this server. Other schemes could run code. */
export const isValidMenuUrl = (url: string | null | undefined): boolean => !url || /^(https?:\/)?\//i.test(url);

export const invalidMenuUrl = text(
  '请输入以 http://、https:// 或 / 开头的地址',
  'Enter an address starting with http://, https:// or /',
);

/** Fields that say how a rule joins menu and routes, and whether it is enabled. */
export const menuEntryStatusFields = {
  extend: field.select(text('扩展', 'Extension'), {
    initial: 'none',
    list: 'offered',
    options: {
      none: text('无', 'None'),
      add_rules_only: text('可以打开，不列入菜单', 'Opens, but is not in the menu'),
      add_menu_only: text('只添加为菜单', 'Add as menu only'),
    },
  }),
  remark: field.text(text('备注', 'Remarks'), { max: 255, list: 'offered' }),
  status: field.switch(text('启用', 'Enabled'), { initial: '1', required: true }),
} as const;
