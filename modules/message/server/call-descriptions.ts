import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, integer, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { cannedReply } from '../contract/canned-reply.ts';
import { comment } from '../contract/comment.ts';
import { notice } from '../contract/notice.ts';

const keys = field.text(text('消息编号（数组）', 'IDs of messages (array)'));
const inBoth = object({ 'zh-cn': string, en: string });

const resend = {
  summary: text('再次发送失败的消息：全部或不发', 'Resend failed messages, all or none'),
  body: { ids: field.references(text('编号', 'IDs'), { to: 'message/sms', required: true }) },
  data: nothing,
};

/** A receipt pushed by a provider. `token` is part of the address and is set with the provider account. */
const receipt = {
  summary: text('短信服务商推送状态报告', 'SMS provider pushes its delivery reports'),
  query: { token: field.text(text('回执口令', 'Receipt token'), { required: true }) },
  data: nothing,
};

const named = {
  resource: field.text(text('业务，如 enterprise/enterprise', 'Resource, such as enterprise/enterprise'), {
    required: true,
  }),
  row: field.integer(text('记录编号', 'ID of the record'), { required: true }),
};
const commentContent = {
  content: comment.fields.content,
  mentions: field.references(text('被 @ 的管理员', 'Officers mentioned'), { to: 'auth/admin' }),
};
const commentId = { id: field.integer(text('批注编号', 'ID of the comment'), { required: true }) };
const stored = object({ id: integer });

const commentCalls: CallDescriptions = {
  'admin/message.comment/officers': {
    summary: text(
      '可以 @ 的人：看得到这条记录的管理员',
      'People who can be mentioned: officers who can see the record',
    ),
    query: { resource: named.resource, id: named.row, quick_search: field.text(text('姓名或用户名', 'Name')) },
    data: object({ list: list(object({ id: integer, name: string, username: string, department: string })) }),
  },
  ...Object.fromEntries(
    (['admin', 'api'] as const).flatMap((app) => [
      [
        `${app}/message.comment/add`,
        {
          summary: text('为一条记录写批注，见于其时间线', 'Comment on a record; shown in its timeline'),
          body: { ...named, ...commentContent },
          data: stored,
        },
      ],
      [
        `${app}/message.comment/change`,
        {
          summary: text('10 分钟内修改自己的批注', 'Edit one’s own comment within 10 minutes'),
          body: { ...commentId, ...commentContent },
          data: stored,
        },
      ],
      [
        `${app}/message.comment/withdraw`,
        { summary: text('撤回自己的批注', 'Withdraw one’s own comment'), body: commentId, data: stored },
      ],
    ]),
  ),
};

const replyFor = {
  move: field.text(
    text('业务与步骤，如 enterprise/enterprise.return', 'Resource and step, e.g. enterprise/enterprise.return'),
    { required: true },
  ),
};
const replyId = { id: field.integer(text('常用语编号', 'ID of the template'), { required: true }) };

const replyCalls: CallDescriptions = {
  'admin/message.reply/offered': {
    summary: text('办理某一步骤时可用的常用语，常用的在前', 'Reply templates available for a step, most used first'),
    query: replyFor,
    data: object({ list: list(object({ id: integer, label: string, content: string, mine: boolean })) }),
  },
  'admin/message.reply/used': {
    summary: text('记一次使用', 'Count one use'),
    body: replyId,
    data: nothing,
  },
  'admin/message.reply/keep': {
    summary: text('把写下的话存为本人的常用语', 'Save text as one’s own reply template'),
    body: { ...replyFor, content: cannedReply.fields.content, label: { ...cannedReply.fields.label, required: false } },
    data: stored,
  },
  'admin/message.reply/forget': {
    summary: text('删除本人的一条常用语', 'Delete one of one’s own reply templates'),
    body: replyId,
    data: nothing,
  },
};

const topicKeys = (label: string, english: string) => field.text(text(label, english));
const channels = {
  email: topicKeys('另发邮件的消息（数组：legal、todo、system、mention）', 'Topics sent on by e-mail (array)'),
  sms: topicKeys('另发短信的消息（数组）', 'Topics sent on by SMS (array)'),
  muted: topicKeys('不响铃的消息（数组：system、mention）', 'Topics without the bell (array)'),
  digest: field.switch(text('每日摘要邮件', 'Daily digest e-mail')),
  digest_hour: field.integer(text('发送的钟点（北京时间）', 'Hour of sending (Beijing time)'), { min: 0, max: 23 }),
};
const topicList = list(string);

const channelCalls: CallDescriptions = Object.fromEntries(
  (['admin', 'api'] as const).flatMap((app) => [
    [
      `${app}/message.channel/index`,
      {
        summary: text('本人的提醒方式', 'Own notification preferences'),
        data: object({
          email: topicList,
          sms: topicList,
          muted: topicList,
          digest: boolean,
          digest_hour: integer,
          addresses: { type: 'object' },
        }),
      },
    ],
    [
      `${app}/message.channel/save`,
      { summary: text('保存本人的提醒方式', 'Save own notification preferences'), body: channels, data: nothing },
    ],
  ]),
);

/** API descriptions of the calls of this module. */
export const messageApiCallDescriptions: CallDescriptions = {
  ...commentCalls,
  ...channelCalls,
  'admin/message.channel/emailCode': {
    summary: text('向本人登记的邮箱发送验证码', 'Send a verification code to one’s own e-mail address'),
    data: object({ expires_in: integer, retry_after: integer }),
  },
  'admin/message.channel/proveEmail': {
    summary: text('凭验证码验证本人的邮箱', 'Verify one’s own e-mail address by code'),
    body: { code: field.text(text('邮件中的验证码', 'Code from the e-mail'), { required: true }) },
    data: nothing,
  },
  ...replyCalls,
  'admin/message.template/all': {
    summary: text(
      '系统发送的各条短信：现用内容、默认内容与可填写处',
      'All SMS the system sends: current text, default text and variables',
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
            'Own unread messages; for legal documents those not yet received',
          ),
          data: object({ legal: integer, todo: integer, system: integer }),
        },
      ],
      [
        `${app}/message.notice/read`,
        {
          summary: text('标为已读：指定的，或全部', 'Mark as read: selected or all'),
          body: { ids: keys, kind: notice.fields.kind },
          data: object({ read: integer }),
        },
      ],
      [
        `${app}/message.notice/sign`,
        {
          summary: text('签收法律文书，每次送达一次', 'Sign for a legal document, once per service'),
          body: { id: field.integer(text('消息编号', 'ID of the message'), { required: true }) },
          data: object({ id: integer }),
        },
      ],
    ]),
  ),
  'admin/message.sms/test': {
    summary: text('向本人手机发送一条验证码，试验短信设置', 'Send a code to one’s own mobile to test the SMS settings'),
    data: nothing,
  },
  'admin/message.sink/index': {
    summary: text(
      '未接入短信服务商时的验证码（仅超级管理员），新的在前',
      'Codes while no SMS provider is connected (super administrators only), newest first',
    ),
    data: object({ list: list(object({ mobile: string, text: string, createtime: integer })) }),
  },
};
