import { field } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import type { CallDescriptions } from '#server/open-api/document.ts';
import { boolean, integer, list, nothing, object, string } from '#server/open-api/schema.ts';
import { notice } from '../contract/notice.ts';

const keys = field.text(text('消息编号（数组）', 'IDs of messages (an array)'));
const inBoth = object({ 'zh-cn': string, en: string });

const resend = {
  summary: text('再次发送失败的消息：全部或不发', 'Send failed messages again, all or none'),
  body: { ids: field.references(text('编号', 'IDs'), { to: 'message/sms', required: true }) },
  data: nothing,
};

/** What a provider pushes; `token` in the address is set beside its account. */
const receipt = {
  summary: text('短信服务商推送状态报告', 'A provider of text messages pushes its status reports'),
  query: { token: field.text(text('回执口令', 'Receipt token'), { required: true }) },
  data: nothing,
};

/** What the API document says of text messages. */
export const messageCalls: CallDescriptions = {
  'admin/message.template/all': {
    summary: text(
      '系统发送的各条短信：现用内容、默认内容与可填写处',
      'Every message the system sends: its words now, those it ships with, and what is filled in',
    ),
    data: object({
      list: list(
        object({
          id: integer,
          code: string,
          edited: boolean,
          label: inBoth,
          now: inBoth,
          words: inBoth,
          places: { type: 'object' },
        }),
      ),
    }),
  },
  'admin/message.sms/resend': resend,
  'admin/message.email/resend': resend,
  'api/message.receipt/aliyun': receipt,
  'api/message.receipt/tencent': receipt,
  ...Object.fromEntries(
    (['admin', 'api'] as const).flatMap((app) => [
      [
        `${app}/message.notice/unread`,
        {
          summary: text(
            '本人未读消息数；法律文书为未签收数',
            'One’s messages not read, of legal ones those not signed for',
          ),
          data: object({ legal: integer, todo: integer, system: integer }),
        },
      ],
      [
        `${app}/message.notice/read`,
        {
          summary: text('标为已读：指定的，或全部', 'Mark as read: those named, or all'),
          body: { ids: keys, kind: notice.fields.kind },
          data: object({ read: integer }),
        },
      ],
      [
        `${app}/message.notice/sign`,
        {
          summary: text('签收法律文书，每次送达一次', 'Sign for a legal message, once for each service'),
          body: { id: field.integer(text('消息编号', 'ID of the message'), { required: true }) },
          data: object({ id: integer }),
        },
      ],
    ]),
  ),
  'admin/message.sms/test': {
    summary: text('向本人手机发送一条验证码，试验短信设置', 'Try the SMS settings: a code to one’s own mobile'),
    data: nothing,
  },
  'admin/message.sink/index': {
    summary: text(
      '未接入短信服务商时的验证码（仅超级管理员），新的在前',
      'Codes while no SMS provider is configured (super administrators), newest first',
    ),
    data: object({ list: list(object({ mobile: string, text: string, createtime: integer })) }),
  },
};
