import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { storedReply } from './message-delivery-error.ts';

/** What WeChat says became of a template message. */
export interface WechatDelivery {
  /** AppID of the account that sent it. */
  readonly provider: string;
  /** ID of the message at WeChat. */
  readonly id: string;
  /** `success`, or why it did not arrive. */
  readonly status: string;
}

/** Records what became of a template message. False: no such message is known (yet). */
export async function recordWechatTemplateMessageDelivery(
  engine: Engine,
  { provider, id, status }: WechatDelivery,
): Promise<boolean> {
  const queue = engine.find('message/wechat');
  if (!queue) return false;
  const set =
    status === 'success'
      ? { status: 'delivered', delivered_at: sql`now()`, letter: null }
      : { status: 'failed', fault: 'undelivered', error: storedReply(status), letter: null };
  const message = sql`t.provider_id = ${id} and t.provider = ${provider}`;
  const where = sql`${message} and t.status = 'sent'`;
  if ((await changeRows(engine, queue, systemCaller(), { where, set })).length > 0) return true;
  // WeChat says it more than once
  return (
    (await engine.db.row(sql`select t.id from ${sql.id(tableOf(queue))} t where ${message} limit 1`)) !== undefined
  );
}
