import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { readOfficialAccount } from '../account/read-official-account-with-secrets.ts';
import { findReplyOrBind, storeReply } from './reply-to-incoming-message.ts';

/** Messages taken up in one run. */
const most = 200;

/**
 * Takes up messages whose process ended before it found an answer, and gives up those that could not be sent in an hour.
 * They are answered by what they say; events have lost their point by then.
 */
export async function retryUnansweredMessages(engine: Engine): Promise<void> {
  const { db } = engine;
  const left = await db.rows<{ id: number; account_id: number; fan_id: number; kind: string; content: string }>(sql`
    select id, account_id, fan_id, kind, content from wechat_message
    where outcome = 'pending' and createtime between now() - interval '1 hour' and now() - interval '30 seconds' order by createtime, id limit ${most}`);
  for (const { id, account_id, fan_id, kind, content } of left) {
    const account = await readOfficialAccount(engine, sql`t.id = ${account_id}`);
    const reply =
      account && kind === 'text'
        ? await findReplyOrBind(engine, account, fan_id, { type: 'text', text: content })
        : undefined;
    await storeReply(engine, id, reply, 'queued');
  }
  await db.query(sql`update wechat_message set outcome = 'failed', updatetime = now()
    where outcome in ('pending', 'queued') and createtime < now() - interval '2 hours'`);
}
