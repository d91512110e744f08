import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { messageNames } from '#kernel/message/declare-and-fill-message-template.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { messageDeliveryFields, messageSubjectFields, resendMessageMove } from './queued-message-fields.ts';

/**
 * The SMS queue: every text message the platform sends, with its delivery receipt. Without a provider messages stay
 * here, readable by the administrator; one-time codes are masked.
 */
export const queuedSms = resource({
  name: 'message/sms',
  label: text('短信队列', 'SMS queue'),
  empty: text('还没有发出过短信', 'No text messages sent yet'),
  icon: 'message',
  // the text contains codes and names of people, so it is never used as a title
  title: 'template_code',
  scope: 'area',
  actions: ['index', 'export', 'reveal'],
  listed: ['createtime', 'template_code', 'mobile', 'content', 'subject', 'status', 'attempts', 'fault'],
  acts: resendMessageMove,
  measures: {
    messages: { label: text('短信', 'Text messages'), by: ['status', 'fault'] },
    parts: { label: text('计费条数', 'Billed parts'), sum: 'parts', by: ['status'] },
    cost: { label: text('费用（元）', 'Cost (CNY)'), sum: 'cost', by: ['status'], at: 'sent_at' },
  },
  fields: {
    mobile: field.mobile(text('手机号', 'Mobile number'), { write: 'server', privacy: 'masked', foreign: true }),
    template_code: field.select(text('模板', 'Template'), { write: 'server', optionList: messageNames }),
    content: field.textarea(text('内容', 'Content'), { write: 'server', search: true }),
    ...messageDeliveryFields,
    parts: field.integer(text('计费条数', 'Billed parts'), { write: 'server', list: 'offered' }),
    cost: field.number(text('费用（元）', 'Cost (CNY)'), { write: 'server', list: 'offered' }),
    ...messageSubjectFields,
  },
});
export interface QueuedSms extends Row<typeof queuedSms> {}
