import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-rows.ts';
import { storedReply } from './delivery-error.ts';

/** Records what WeChat says became of a template message, by its ID there: `success`, or why it did not arrive. */
export async function recordWechatDelivery(engine: Engine, id: string, status: string): Promise<void> {
  const queue = engine.find('message/wechat');
  if (!queue) return;
  const set =
    status === 'success'
      ? { status: 'delivered', delivered_at: sql`now()`, letter: null }
      : { status: 'failed', fault: 'undelivered', error: storedReply(status), letter: null };
  await changeRows(engine, queue, systemCaller(), { where: sql`t.provider_id = ${id} and t.status = 'sent'`, set });
}
