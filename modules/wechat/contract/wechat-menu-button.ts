import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { buttonKinds, buttonLevels } from './menu-button-kinds-fields-and-limits.ts';

/** A button of a menu. Those below a button of the first level follow it. */
export const wechatMenuButton = resource({
  name: 'wechat/menuButton',
  label: text('菜单按钮', 'Buttons'),
  title: 'name',
  scope: 'parent',
  partOf: 'menu_id',
  sortable: true,
  actions: [],
  fields: {
    menu_id: field.reference(text('菜单', 'Menu'), { to: 'wechat/menu', required: true }),
    level: field.select(text('级别', 'Level'), { required: true, options: buttonLevels, initial: 'top' }),
    name: field.text(text('名称', 'Name'), { required: true, max: 40 }),
    kind: field.select(text('动作', 'Action'), { options: buttonKinds }),
    event_key: field.text(text('键值', 'Key'), { max: 128 }),
    url: field.url(text('网址', 'Address')),
    app_id: field.text(text('小程序 AppID', 'AppID of the mini program'), { max: 18 }),
    page_path: field.text(text('小程序页面', 'Page of the mini program'), { max: 255 }),
    media_id: field.text(text('素材编号', 'ID of the material'), { max: 128 }),
  },
});
export interface WechatMenuButton extends Row<typeof wechatMenuButton> {}
