import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { webhookEvents } from './webhook-events.ts';

const server = { write: 'server' } as const;

/** States of a delivery. */
export const deliveryStates = {
  pending: { ...text('待送达', 'Waiting'), tone: 'progress' },
  delivered: { ...text('已送达', 'Delivered'), tone: 'good' },
  dead: { ...text('已放弃', 'Given up'), tone: 'bad' },
} as const;

/** Why an attempt failed. */
export const deliveryFaults = {
  status: text('对方应答的不是 2xx', 'The answer was not 2xx'),
  closed: text('地址不是公网 https', 'The address is not a public https host'),
  unreachable: text('无法连接', 'Unreachable'),
  timeout: text('十秒内没有应答', 'No answer within ten seconds'),
  redirected: text('对方要求跳转', 'The answer was a redirect'),
  too_large: text('应答过大', 'The answer was too large'),
  encoded: text('应答被压缩', 'The answer was compressed'),
  ended: text('接入应用已停用', 'The access of the application has ended'),
  scope: text('接入应用不再有这项授权', 'The application may no longer read this'),
  no_secret: text('没有有效密钥', 'There is no valid secret'),
};

/** An event sent to a webhook, with what came of it. */
export const webhookDelivery = resource({
  name: 'api/delivery',
  label: text('推送记录', 'Deliveries'),
  icon: 'schedule',
  title: 'event',
  heading: ['event'],
  empty: text('还没有推送过', 'Nothing has been sent yet'),
  scope: 'parent',
  partOf: 'webhook_id',
  actions: ['index', 'export'],
  order: ['id', 'desc'],
  comments: false,
  keep: { days: 180 },
  acts: {
    replay: {
      label: text('重新推送', 'Replay'),
      confirm: text('重新推送 {n} 条？', 'Send {n} {n|event|events} again?'),
      done: text('将在几秒内重新推送', 'They are sent within seconds'),
      on: ['status', 'dead', 'delivered'],
    },
  },
  listed: ['createtime', 'webhook_id', 'event', 'status', 'tries', 'http_status', 'fault', 'next_at', 'delivered_at'],
  fields: {
    webhook_id: field.reference(text('推送', 'Webhook'), { ...server, to: 'api/webhook' }),
    event: field.select(text('事件', 'Event'), { ...server, options: webhookEvents, search: true }),
    event_name: field.text(text('事件代码', 'Event code'), {
      ...server,
      computed: true,
      list: 'offered',
      hint: text('推送内容里的 event', 'What is sent as “event”'),
    }),
    subject: field.subject(text('记录', 'Record'), { ...server, list: 'offered' }),
    status: field.select(text('状态', 'State'), { ...server, options: deliveryStates }),
    tries: field.integer(text('次数', 'Attempts'), server),
    http_status: field.integer(text('状态码', 'HTTP status'), server),
    fault: field.select(text('原因', 'Reason'), { ...server, options: deliveryFaults }),
    next_at: field.datetime(text('下次推送', 'Next attempt'), server),
    delivered_at: field.datetime(text('送达时间', 'Delivered at'), server),
  },
});
export interface WebhookDelivery extends Row<typeof webhookDelivery> {}
