import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { messageNames } from '#kernel/message/declare-and-fill-message-template.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { messageDeliveryFields, messageSubjectFields, resendMessageMove } from './queued-message-fields.ts';

/** The e-mail queue, built like the SMS queue. Without a mail server messages stay here. */
export const queuedEmail = resource({
  name: 'message/email',
  label: text('邮件队列', 'E-mail queue'),
  empty: text('还没有发出过邮件', 'No e-mails sent yet'),
  icon: 'mail',
  title: 'template_code',
  scope: 'area',
  actions: ['index', 'export', 'reveal'],
  listed: ['createtime', 'template_code', 'email', 'content', 'subject', 'status', 'attempts', 'fault'],
  acts: resendMessageMove,
  measures: { messages: { label: text('邮件', 'E-mail'), by: ['status', 'fault'] } },
  fields: {
    email: field.email(text('电子邮箱', 'E-mail address'), { write: 'server', privacy: 'masked' }),
    template_code: field.select(text('模板', 'Template'), { write: 'server', optionList: messageNames }),
    content: field.textarea(text('内容', 'Content'), { write: 'server', search: true }),
    ...messageDeliveryFields,
    ...messageSubjectFields,
  },
});
export interface QueuedEmail extends Row<typeof queuedEmail> {}
