import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readOfficialAccount } from '../account/read-official-account-with-secrets.ts';
import type { ReplyMessage } from '../reply/reply-message-types.ts';
import { callWechatApi } from './call-wechat-api-renewing-token-once.ts';
import { WechatError } from './wechat-api-error.ts';

/** Hours in which a follower who wrote may be answered. */
const window = 48;

/** A reply as a message of customer service; null: there is no such message. */
export function asCustomerMessage(openid: string, reply: ReplyMessage): object | null {
  switch (reply.type) {
    case 'text':
      return { touser: openid, msgtype: 'text', text: { content: reply.content } };
    case 'image':
      return { touser: openid, msgtype: 'image', image: { media_id: reply.media_id } };
    case 'news':
      // one card at most in such a message
      return {
        touser: openid,
        msgtype: 'news',
        news: {
          articles: reply.cards
            .slice(0, 1)
            .map(({ title, description, picture, url }) => ({ title, description, url, picurl: picture })),
        },
      };
    case 'choices':
      return {
        touser: openid,
        msgtype: 'msgmenu',
        msgmenu: { head_content: reply.head, list: reply.choices, tail_content: '' },
      };
    case 'transfer':
      return null;
  }
}

interface QueuedAnswer {
  readonly [column: string]: unknown;
  readonly account_id: number;
  readonly openid: string;
  readonly reply: ReplyMessage | null;
  readonly is_late: boolean;
}

/** Sends the reply of a message that was not answered at once. What may succeed later is thrown, for the queue to repeat. */
export async function sendQueuedReplyAsCustomerServiceMessage(engine: Engine, id: number): Promise<void> {
  const row = await engine.db.row<QueuedAnswer>(sql`
    select m.account_id, f.openid, m.reply, m.createtime < now() - make_interval(hours => ${window}) as is_late
    from wechat_message m join wechat_fan f on f.id = m.fan_id where m.id = ${id} and m.outcome = 'queued'`);
  const account = row?.reply && (await readOfficialAccount(engine, sql`t.id = ${row.account_id}`));
  if (!row?.reply || !account) return;
  const end = (outcome: 'sent' | 'failed', error?: WechatError) =>
    engine.db.query(sql`update wechat_message set outcome = ${outcome}, errcode = ${error ? (error.errcode ?? -1) : null},
      errmsg = ${error?.errmsg ?? null}, updatetime = now() where id = ${id} and outcome = 'queued'`);
  const body = asCustomerMessage(row.openid, row.reply);
  if (!body || row.is_late || !account.isConnected) {
    const why = account.isConnected ? 'no message of customer service' : 'not connected';
    await end('failed', new WechatError(null, why));
    return;
  }
  try {
    await callWechatApi(engine, account, '/cgi-bin/message/custom/send', body);
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    if (error.isTransient) {
      await engine.db.query(
        sql`update wechat_message set errcode = ${error.errcode ?? -1}, errmsg = ${error.errmsg} where id = ${id}`,
      );
      throw error;
    }
    await end('failed', error);
    return;
  }
  await end('sent');
}
