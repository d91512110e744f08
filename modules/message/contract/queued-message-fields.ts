import type { CustomBatchActions } from '#kernel/declaration/custom-batch-action.ts';
import { field } from '#kernel/field/field.ts';
import { deliveryFailureReasons } from '#kernel/message/delivery-failure-reasons.ts';
import { text } from '#kernel/text/text.ts';

/** States of a queued message, for every carrier. */
export const queuedMessageStates = {
  queued: { ...text('排队中', 'Queued'), tone: 'progress' },
  sending: { ...text('发送中', 'Sending'), tone: 'progress' },
  kept: { ...text('已留存（未接通道）', 'Retained (no channel)'), tone: 'neutral' },
  sent: { ...text('已发送', 'Sent'), tone: 'good' },
  delivered: { ...text('已送达', 'Delivered'), tone: 'good' },
  failed: { ...text('失败', 'Failed'), tone: 'bad' },
  expired: { ...text('已过期', 'Expired'), tone: 'muted' },
} as const;

/** Move that queues a failed message again. */
export const resendMessageMove = {
  resend: {
    label: text('再次发送', 'Resend'),
    confirm: text(
      '再次发送 {n} 条？收件人会再收到一次。',
      'Resend {n} {n|message|messages}? Recipients will receive {n|it|them} again.',
    ),
    done: text('{n} 条已重新排队', '{n} {n|message|messages} queued again'),
    on: ['status', 'failed'],
  },
} as const satisfies CustomBatchActions;

/** Fields naming the record a message is about, the same in both queues. */
export const messageSubjectFields = {
  area_code: field.area(text('地区', 'Area'), { write: 'server', list: 'offered' }),
  subject: field.subject(text('记录', 'Record'), { write: 'server' }),
  resource: field.text(text('关联业务', 'Related resource'), { write: 'server', list: 'offered' }),
  row_id: field.integer(text('关联编号', 'Related ID'), { key: true, write: 'server', list: 'offered' }),
};

/** Fields recording the delivery, from the queue to the recipient. */
export const messageDeliveryFields = {
  status: field.select(text('状态', 'Status'), { write: 'server', options: queuedMessageStates }),
  attempts: field.integer(text('尝试次数', 'Attempts'), { write: 'server' }),
  fault: field.select(text('失败原因', 'Reason for failure'), { write: 'server', options: deliveryFailureReasons }),
  error: field.text(text('对方答复', "Provider's reply"), { write: 'server', max: 500, list: 'offered' }),
  sent_at: field.datetime(text('发送时间', 'Send at'), { write: 'server', list: 'offered' }),
  delivered_at: field.datetime(text('送达时间', 'Delivered at'), { write: 'server', list: 'offered' }),
  send_at: field.datetime(text('下次发送', 'Next attempt'), { write: 'server', list: 'offered' }),
  void_at: field.datetime(text('有效至', 'Valid until'), { write: 'server', list: 'offered' }),
  provider: field.text(text('通道', 'Channel'), { write: 'server', list: 'offered' }),
  provider_id: field.text(text('通道编号', 'Channel ID'), { write: 'server', list: 'offered' }),
  again: field.switch(text('可再次发送', 'Can be resent'), { write: 'server', list: 'never' }),
  letter: field.text(text('填入内容', 'Variables'), {
    write: 'server',
    privacy: 'hidden',
    list: 'never',
    filter: false,
    max: 20_000,
  }),
};
