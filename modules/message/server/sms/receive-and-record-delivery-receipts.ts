import { timingSafeEqual } from 'node:crypto';
import { field } from '#kernel/field/field.ts';
import { smsSettings } from '#kernel/settings/email-and-sms-settings.ts';
import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type Action, type Call, type Controller, responseSent } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { queuedSms } from '../../contract/queued-sms.ts';
import { isReceiptBody, pushedByAliyun, pushedByTencent, type SmsDeliveryReceipt } from './parse-delivery-receipt.ts';

/** Maximum receipts per push; providers push some hundreds at once. */
const most = 2000;

const providers = {
  aliyun: { read: pushedByAliyun, acknowledgement: { code: 0, msg: '接收成功' } },
  tencent: { read: pushedByTencent, acknowledgement: { result: 0, errmsg: 'OK' } },
} as const;

/** The receipts in a pushed body; undefined where its format is none of the provider's. */
function parsePushedReceipts(
  provider: keyof typeof providers,
  pushed: unknown,
  now = Math.floor(Date.now() / 1000),
): SmsDeliveryReceipt[] | undefined {
  if (!Array.isArray(pushed) || pushed.length > most) return undefined;
  const rows = pushed.filter(isReceiptBody);
  return rows.map((one) => providers[provider].read(one, now)).filter(({ id }) => id !== '');
}

/**
 * Records delivery results. “Delivered” is final, also for a message presumed failed; “not delivered” counts only for
 * the last attempt.
 */
export async function recordDeliveryReceipts(
  engine: Engine,
  provider: string,
  receipts: readonly SmsDeliveryReceipt[],
): Promise<void> {
  const receiptRows = (arrived: boolean) =>
    sql`jsonb_to_recordset(${JSON.stringify(receipts.filter((one) => one.arrived === arrived))}::jsonb) r(id text, own bigint, at bigint, detail text)`;
  const [good, bad] = [receiptRows(true), receiptRows(false)];
  const own = sql`(r.own = t.id and t.status <> 'kept')`;
  const named = sql`(r.id = t.provider_id and t.provider = ${provider})`;
  await changeRows(engine, queuedSms, systemCaller(), {
    where: sql`t.status <> 'delivered' and t.id in (
      select t.id from ${good} join message_sms t on ${named} union select t.id from ${good} join message_sms t on ${own})`,
    set: {
      status: 'delivered',
      delivered_at: sql`(select to_timestamp(min(r.at)) from ${good} where ${named} or ${own})`,
      fault: null,
      error: null,
      letter: null,
    },
  });
  await changeRows(engine, queuedSms, systemCaller(), {
    where: sql`t.status = 'sent' and t.id in (select t.id from ${bad} join message_sms t on ${named})`,
    set: {
      status: 'failed',
      fault: 'undelivered',
      error: sql`(select left(min(r.detail), 300) from ${bad} where ${named})`,
    },
  });
}

const refused = new Refused(text('回执口令不正确', 'The receipt token is wrong'), { data: { reason: 'forbidden' } });

/** Whether the caller has the configured token; false while none is configured. */
function isProvider({ engine, query }: Call): boolean {
  const set = Buffer.from(engine.settings(smsSettings).receipt_token ?? '');
  const sent = Buffer.from(typeof query.token === 'string' ? query.token : '');
  return set.length > 0 && set.length === sent.length && timingSafeEqual(set, sent);
}

const receive = (provider: keyof typeof providers): Action =>
  call({
    gate: 'none',
    methods: ['POST'],
    silent: true,
    summary: text('短信服务商推送状态报告', 'SMS provider pushes its delivery reports'),
    // a wrong token is refused like none, in the time the comparison takes
    checkedInRun: { token: field.text(text('回执口令', 'Receipt token'), { required: true }) },
    raw: 'application/json',
    async run(made) {
      if (!isProvider(made)) throw refused;
      const receipts = parsePushedReceipts(provider, made.request.body);
      if (!receipts) throw new Refused(text('参数错误', 'Wrong parameters'), { data: { reason: 'parameter' } });
      if (receipts.length > 0) await recordDeliveryReceipts(made.engine, provider, receipts);
      await made.reply.send(JSON.stringify(providers[provider].acknowledgement));
      return responseSent;
    },
  });

/**
 * `POST aliyun?token=`, `POST tencent?token=`: delivery receipts pushed by providers. Providers do not sign them; the
 * push address contains a token that is configured with the account.
 */
export const deliveryReceiptController: Controller = {
  app: 'api',
  name: 'message.receipt',
  actions: { aliyun: receive('aliyun'), tencent: receive('tencent') },
};
