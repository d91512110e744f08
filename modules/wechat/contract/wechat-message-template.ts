import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { inboxMessageKinds } from '#kernel/message/inbox-message-kind.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** A template registered at WeChat, in which messages of the inbox reach bound followers. */
export const wechatTemplate = resource({
  name: 'wechat/template',
  label: text('模板消息', 'Message templates'),
  icon: 'notification',
  title: 'name',
  scope: 'parent',
  partOf: 'account_id',
  fields: {
    account_id: field.reference(text('公众号', 'Official account'), {
      to: 'wechat/account',
      among: [['kind', '=', 'service']],
      required: true,
    }),
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true }),
    template_id: field.text(text('微信模板编号', 'ID at WeChat'), {
      required: true,
      min: 20,
      max: 64,
      unique: ['account_id'],
    }),
    topics: field.checkbox(text('用于', 'For'), { required: true, options: inboxMessageKinds }),
    values: field.pairs(text('各项内容', 'Contents'), {
      required: true,
      hint: text(
        '键为微信模板的字段，如 thing1；值可用 {label} 标题、{content} 内容、{time} 时间',
        'Keys are fields of the template, such as thing1; values may contain {label}, {content} and {time}',
      ),
    }),
    enabled: field.switch(text('启用', 'Active'), { initial: '1' }),
    area_code: field.area(text('地区', 'Area'), { through: 'account_id', list: 'offered' }),
  },
});
export interface WechatTemplate extends Row<typeof wechatTemplate> {}
