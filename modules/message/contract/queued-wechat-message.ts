import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { messageNames } from '#kernel/message/declare-and-fill-message-template.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { messageDeliveryFields, messageSubjectFields, resendMessageMove } from './queued-message-fields.ts';

/** The queue of template messages in WeChat, built like the SMS queue. While no account is connected messages stay here. */
export const queuedWechatMessage = resource({
  name: 'message/wechat',
  label: text('微信消息队列', 'WeChat queue'),
  empty: text('还没有发出过微信消息', 'No WeChat message sent yet'),
  icon: 'comment',
  title: 'template_code',
  scope: 'area',
  actions: ['index', 'export'],
  listed: ['createtime', 'recipient', 'content', 'status', 'attempts', 'fault'],
  acts: resendMessageMove,
  measures: { wechat_messages: { label: text('微信消息', 'WeChat messages'), by: ['status', 'fault'] } },
  fields: {
    recipient: field.text(text('收件人', 'Recipient'), {
      write: 'server',
      hint: text('admin 为人员，member 为会员，后为其编号', 'admin is an officer, member a member, followed by the ID'),
    }),
    template_code: field.select(text('模板', 'Template'), {
      write: 'server',
      optionList: messageNames,
      list: 'offered',
    }),
    content: field.textarea(text('内容', 'Content'), { write: 'server', search: true }),
    ...messageDeliveryFields,
    ...messageSubjectFields,
  },
});
export interface QueuedWechatMessage extends Row<typeof queuedWechatMessage> {}
