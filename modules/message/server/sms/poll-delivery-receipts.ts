import { smsSettings } from '#kernel/settings/email-and-sms-settings.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { DeliveryError } from '#server/message/message-delivery-error.ts';
import { recordDeliveryReceipts } from './receive-and-record-delivery-receipts.ts';
import { configuredSmsProvider } from './send-sms-by-provider.ts';
import type { AwaitedMessage } from './sms-provider.ts';

/** Maximum messages polled per round, and the time limit of a round in ms. */
const maxPolled = 200;
const patience = 120_000;

/**
 * Messages due for a poll: one minute after they were sent, then after 5, 10, 20 … minutes, at last every six hours,
 * for three days. The same statement records the next poll, so two workers never poll the same message.
 */
const takeAwaited = ({ db }: Engine, provider: string): Promise<AwaitedMessage[]> =>
  db.rows<AwaitedMessage & Record<string, unknown>>(sql`
    with due as (
      select t.id from message_sms t left join message_sms_receipt_query a on a.sms_id = t.id
      where t.status = 'sent' and t.provider = ${provider} and t.provider_id is not null
        and t.sent_at between now() - interval '3 days' and now() - interval '1 minute' and coalesce(a.next_at <= now(), true)
      order by a.next_at nulls first, t.id limit ${maxPolled}),
    mine as (
      insert into message_sms_receipt_query as a (sms_id, next_at) select id, now() + interval '5 minutes' from due
      on conflict (sms_id) do update set times = a.times + 1,
        next_at = now() + least(interval '6 hours', interval '5 minutes' * 2 ^ least(a.times, 10)) where a.next_at <= now()
      returning a.sms_id)
    select t.provider_id as id, t.mobile as "to", to_char(t.sent_at at time zone 'Asia/Shanghai', 'YYYYMMDD') as day
    from mine m join message_sms t on t.id = m.sms_id order by t.id`);

/** Polls the provider for delivery results, where that is configured, and records them like pushed receipts. */
export async function pollDeliveryReceipts(engine: Engine, signal: AbortSignal): Promise<void> {
  const set = configuredSmsProvider(engine);
  if (!set || engine.settings(smsSettings).receipts_queried !== '1') return;
  const awaited = await takeAwaited(engine, set.name);
  if (awaited.length === 0) return;
  const until = Date.now() + patience;
  try {
    for await (const receipts of set.provider.poll(set.by, awaited)) {
      if (receipts.length > 0) await recordDeliveryReceipts(engine, set.name, receipts);
      if (signal.aborted || Date.now() > until) return;
    }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    engine.log.warn(
      { fault: error.fault, response: error.response },
      'the provider did not tell what became of text messages',
    );
  }
}
