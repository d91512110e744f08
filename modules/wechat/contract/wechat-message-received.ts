import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;

export const messageKinds = {
  text: text('文字', 'Text'),
  image: text('图片', 'Picture'),
  voice: text('语音', 'Voice'),
  video: text('视频', 'Video'),
  location: text('位置', 'Location'),
  link: text('链接', 'Link'),
  event: text('事件', 'Event'),
};
export type MessageKind = keyof typeof messageKinds;

/** Outcome of the answer. `pending` only while it is being made. */
export const messageOutcomes = {
  pending: { ...text('处理中', 'In progress'), tone: 'progress' },
  answered: { ...text('已即时回复', 'Answered at once'), tone: 'good' },
  queued: { ...text('待发客服消息', 'To be answered later'), tone: 'progress' },
  sent: { ...text('已发客服消息', 'Answered later'), tone: 'good' },
  failed: { ...text('回复失败', 'Answer failed'), tone: 'bad' },
  none: { ...text('不回复', 'No answer'), tone: 'muted' },
} as const;
export type MessageOutcome = keyof typeof messageOutcomes;

/** A message or event that an official account received, with what answered it. */
export const wechatMessage = resource({
  name: 'wechat/message',
  label: text('公众号来信', 'Messages received'),
  icon: 'ordered-list',
  title: 'content',
  empty: text('还没有收到消息', 'Nothing received yet'),
  scope: 'parent',
  partOf: 'account_id',
  actions: ['index', 'export'],
  order: ['id', 'desc'],
  comments: false,
  // what people write to a bureau may contain anything about them
  keep: { days: 90 },
  measures: {
    messages_received: { label: text('来信', 'Messages received'), by: ['kind', 'outcome'], at: 'createtime' },
  },
  listed: ['createtime', 'account_id', 'fan_id', 'kind', 'content', 'reply_id', 'outcome', 'errcode'],
  fields: {
    account_id: field.reference(text('公众号', 'Official account'), { ...server, to: 'wechat/account' }),
    fan_id: field.reference(text('粉丝', 'Follower'), { ...server, to: 'wechat/fan' }),
    kind: field.select(text('类型', 'Kind'), { ...server, options: messageKinds }),
    content: field.text(text('内容', 'Content'), { ...server, max: 2048, search: true }),
    reply_id: field.reference(text('回复规则', 'Answered by'), { ...server, to: 'wechat/reply' }),
    outcome: field.select(text('结果', 'Outcome'), { ...server, options: messageOutcomes }),
    errcode: field.integer(text('微信错误码', 'Error code of WeChat'), server),
    errmsg: field.text(text('微信错误', 'Error of WeChat'), { ...server, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'account_id', list: 'offered' }),
  },
});
export interface WechatMessage extends Row<typeof wechatMessage> {}
