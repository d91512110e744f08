import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { webhookTopics } from './webhook-topics.ts';

/** An address of an application that is notified of events by signed requests (domain reference §2.T `webhook`). */
export const webhook = resource({
  name: 'api/webhook',
  label: text('事件推送', 'Webhooks'),
  icon: 'notification',
  title: 'name',
  scope: 'parent',
  partOf: 'application_id',
  order: ['id', 'desc'],
  remark: text(
    '事件只含记录编号和状态，内容由应用再以签名调用读取；同一记录的事件按顺序送达。',
    'Events contain the key and the state of a row; the application reads the rest by a signed call. Those about one row arrive in order.',
  ),
  fields: {
    application_id: field.reference(text('应用', 'Application'), {
      to: 'api/application',
      required: true,
      write: 'add',
      among: [['sandbox', '=', '0']],
    }),
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true }),
    url: field.url(text('接收地址', 'Address'), {
      required: true,
      hint: text('公网 https 地址；不跟随跳转', 'A public https address. Redirects are not followed'),
    }),
    topics: field.checkbox(text('事件', 'Events about'), { required: true, options: webhookTopics }),
    open: field.switch(text('启用', 'Active'), { initial: '1' }),
    waiting: field.integer(text('待送达', 'Waiting'), {
      from: countOf('api/delivery', 'webhook_id', [['status', '=', 'pending']]),
    }),
    dead: field.integer(text('未送达', 'Given up'), {
      from: countOf('api/delivery', 'webhook_id', [['status', '=', 'dead']]),
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'application_id', list: 'offered' }),
  },
});
export interface Webhook extends Row<typeof webhook> {}
