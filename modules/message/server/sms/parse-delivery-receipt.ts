import { parseInstant } from '#kernel/time/shanghai-time.ts';
import { storedReply } from '#server/message/message-delivery-error.ts';

/** Delivery result reported by a provider. */
export interface SmsDeliveryReceipt {
  /** Id of the message at the provider. */
  readonly id: string;
  /** Our id of the message, where the provider repeats it. */
  readonly own: string | null;
  readonly arrived: boolean;
  /** Unix seconds. */
  readonly at: number;
  readonly detail: string;
}

type ReceiptBody = Readonly<Record<string, unknown>>;

export const isReceiptBody = (one: unknown): one is ReceiptBody => typeof one === 'object' && one !== null;

const word = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 300) : '';

/** `2017-01-01 00:00:00` in China time, or Unix seconds; now, where the value is no time or lies in the future. */
function moment(value: unknown, now: number): number {
  const at =
    typeof value === 'number' ? value : (parseInstant(`${word(value).replace(' ', 'T')}+08:00`) ?? Number.NaN) / 1000;
  return Number.isInteger(at) && at > 0 && at <= now ? at : now;
}

const ownOf = (value: unknown): string | null => (/^[1-9]\d{0,14}$/.test(word(value)) ? word(value) : null);

/** SmsReport of Aliyun, pushed in batches over HTTP (help.aliyun.com, “SmsReport”). */
export const pushedByAliyun = (one: ReceiptBody, now: number): SmsDeliveryReceipt => ({
  id: word(one.biz_id),
  own: ownOf(one.out_id),
  arrived: one.success === true,
  at: moment(one.report_time, now),
  detail: storedReply(`${word(one.err_code)} ${word(one.err_msg)}`),
});

/** Sending status notification of Tencent Cloud (cloud.tencent.com, document 382/59178). */
export const pushedByTencent = (one: ReceiptBody, now: number): SmsDeliveryReceipt => ({
  id: word(one.sid),
  own: null,
  arrived: one.report_status === 'SUCCESS',
  at: moment(one.user_receive_time, now),
  detail: storedReply(`${word(one.errmsg)} ${word(one.description)}`),
});

/** A line of QuerySendDetails about one message; empty while it is pending (`SendStatus` 1). */
export function polledFromAliyun(id: string, one: ReceiptBody, now: number): SmsDeliveryReceipt[] {
  const status = Number(one.SendStatus);
  if (status !== 2 && status !== 3) return [];
  return [
    { id, own: null, arrived: status === 3, at: moment(one.ReceiveDate, now), detail: storedReply(word(one.ErrCode)) },
  ];
}

/** A line of PullSmsSendStatus (cloud.tencent.com, document 382/55977). */
export const polledFromTencent = (one: ReceiptBody, now: number): SmsDeliveryReceipt => ({
  id: word(one.SerialNo),
  own: ownOf(one.SessionContext),
  arrived: one.ReportStatus === 'SUCCESS',
  at: moment(one.UserReceiveTime, now),
  detail: storedReply(word(one.Description)),
});
