import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { wechatFollower } from '../../contract/wechat-follower.ts';
import type { MessageOutcome } from '../../contract/wechat-message-received.ts';
import type { ReplyMessage } from '../reply/reply-message-types.ts';
import type { IncomingMessage } from './incoming-message-from-xml-elements.ts';

/** A stored message: new, or one that WeChat sent again, with what it was answered. */
export interface StoredMessage {
  readonly id: number;
  readonly fan: number;
  readonly isNew: boolean;
  readonly outcome: MessageOutcome;
  readonly reply: ReplyMessage | null;
}

const notes = {
  follows: text('关注了公众号', 'Followed the account'),
  writes: text('来信，仍在关注', 'Wrote, so follows'),
  left: text('取消了关注', 'Stopped following'),
};

/**
 * Stores a message, its sender as a follower, and whether they follow, in one transaction: of several calls with the same
 * message one is the first, and a call that failed left nothing behind.
 */
export function storeIncomingMessage(engine: Engine, account: number, one: IncomingMessage): Promise<StoredMessage> {
  return engine.db.transaction(async (tx) => {
    const row = await tx.row<{
      id: number;
      fan: number;
      subscribed: boolean;
      is_new: boolean;
      outcome: MessageOutcome;
      reply: ReplyMessage | null;
    }>(sql`
      with fan as (
        insert into wechat_fan as f (account_id, openid, subscribed, scene, subscribed_at, messaged_at)
        values (${account}, ${one.openid}, ${one.event !== 'unsubscribe'}, ${one.scene}, now(), now())
        on conflict (account_id, openid) do update set messaged_at = now() returning f.id, f.subscribed),
      added as (
        insert into wechat_message (account_id, fan_id, message_key, kind, content)
        select ${account}, fan.id, ${one.key}, ${one.kind}, ${one.content} from fan
        on conflict (account_id, message_key) do update set message_key = excluded.message_key
        returning id, fan_id as fan, xmax = 0 as is_new, outcome, reply)
      select added.*, fan.subscribed from added, fan`);
    if (!row) throw new Error('a message was neither stored nor found');
    if (row.is_new) await noteFollowing(engine, tx, row, one);
    return { id: row.id, fan: row.fan, isNew: row.is_new, outcome: row.outcome, reply: row.reply };
  });
}

/** Who follows again or leaves is changed like any row, with a history. Only followers can write or press a button. */
async function noteFollowing(
  engine: Engine,
  tx: Transaction,
  { fan, subscribed }: { readonly fan: number; readonly subscribed: boolean },
  { event, scene, incoming }: IncomingMessage,
): Promise<void> {
  const follows = event === 'subscribe' || (incoming !== null && !subscribed);
  if (!follows && event !== 'unsubscribe') return;
  const note = event === null || incoming?.type === 'click' ? notes.writes : follows ? notes.follows : notes.left;
  await changeRows(
    engine,
    wechatFollower,
    systemCaller(),
    {
      where: sql`t.id = ${fan}`,
      set: follows
        ? {
            subscribed: '1',
            subscribed_at: sql`case when t.subscribed then t.subscribed_at else now() end`,
            unsubscribed_at: null,
            ...(scene === null ? {} : { scene }),
          }
        : { subscribed: '0', unsubscribed_at: sql`now()` },
      note: sql`${note['zh-cn']}`,
      noteEnglish: sql`${note.en}`,
    },
    tx,
  );
}
