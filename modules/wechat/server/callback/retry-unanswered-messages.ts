import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readOfficialAccount } from '../account/read-official-account-with-secrets.ts';
import type { ReplyMessage } from '../reply/reply-message-types.ts';
import { findReplyOrBind, storeReply } from './reply-to-incoming-message.ts';

/** Messages taken up in one run. */
const most = 200;

interface Unanswered {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly account_id: number;
  readonly fan_id: number;
  readonly kind: string;
  readonly content: string;
  readonly reply: ReplyMessage | null;
  readonly reply_id: number | null;
}

async function replyTo(engine: Engine, { account_id, fan_id, kind, content, reply, reply_id }: Unanswered) {
  if (reply) return { message: reply, rule: reply_id };
  const account = kind === 'text' ? await readOfficialAccount(engine, sql`t.id = ${account_id}`) : undefined;
  return account && findReplyOrBind(engine, account, fan_id, { type: 'text', text: content });
}

/**
 * Takes up messages of the last hour whose process ended before it found an answer or sent it, and marks as failed
 * those not sent within two hours. Without an answer they are answered by what they say; events have lost their point
 * by then.
 */
export async function retryUnansweredMessages(engine: Engine): Promise<void> {
  const { db } = engine;
  const left = await db.rows<Unanswered>(sql`
    select id, account_id, fan_id, kind, content, reply, reply_id from wechat_message
    where outcome = 'pending' and createtime between now() - interval '1 hour' and now() - interval '30 seconds' order by createtime, id limit ${most}`);
  for (const message of left) await storeReply(engine, message.id, await replyTo(engine, message), 'queued');
  await db.query(sql`update wechat_message set outcome = 'failed', updatetime = now()
    where outcome in ('pending', 'queued') and createtime < now() - interval '2 hours'`);
}
