import { field } from '#kernel/field.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';

/**
 * The queue of text messages: every message the platform sends, with its proof of delivery. Without a provider the
 * messages stay here, readable by the administrator; one-time codes are hidden in them.
 */
export const sms = resource({
  name: 'message/sms',
  label: text('短信队列', 'SMS queue'),
  icon: 'message',
  // the text holds codes and names of people: it names the message nowhere
  title: 'template_code',
  scope: 'area',
  actions: ['index', 'export', 'reveal'],
  listed: ['createtime', 'template_code', 'mobile', 'content', 'subject', 'status'],
  fields: {
    mobile: field.mobile(text('手机号', 'Mobile'), { write: 'server', privacy: 'masked' }),
    template_code: field.text(text('模板', 'Template'), { write: 'server' }),
    content: field.textarea(text('内容', 'Content'), { write: 'server', search: true }),
    status: field.select(text('状态', 'Status'), {
      write: 'server',
      options: {
        queued: { ...text('排队中', 'Queued'), tone: 'progress' },
        kept: { ...text('已留存（未接通道）', 'Kept (no provider)'), tone: 'neutral' },
        sent: { ...text('已发送', 'Sent'), tone: 'good' },
        failed: { ...text('失败', 'Failed'), tone: 'bad' },
      },
    }),
    area_code: field.area(text('地区', 'Area'), { write: 'server', list: 'offered' }),
    subject: field.subject(text('记录', 'Record'), { write: 'server' }),
    resource: field.text(text('关联业务', 'About'), { write: 'server', list: 'offered' }),
    row_id: field.integer(text('关联编号', 'About ID'), { write: 'server', list: 'offered' }),
  },
});
export interface Sms extends Row<typeof sms> {}
