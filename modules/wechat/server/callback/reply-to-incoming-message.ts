import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import type { OfficialAccount } from '../account/read-official-account-with-secrets.ts';
import { bindByCode } from '../binding/bind-follower-to-account-by-code.ts';
import type { FollowerAction } from '../reply/choose-automatic-reply-matching-follower-action.ts';
import { findAutomaticReply } from '../reply/find-automatic-reply-to-message.ts';
import { canBeAnswerToWechatCallback, type ReplyMessage } from '../reply/reply-message-types.ts';
import type { IncomingMessage } from './incoming-message-from-xml-elements.ts';
import { recordTemplateResult } from './record-delivery-result-of-template-message.ts';
import { type StoredMessage, storeIncomingMessage } from './store-incoming-message-and-follower.ts';

/** Milliseconds after which the call of WeChat is answered without a reply; WeChat waits for five seconds. */
export const answerTime = 4000;

/** The task that sends a reply as a message of customer service. */
export const answerLaterTask = 'answer_wechat_message';

interface Reply {
  readonly message: ReplyMessage;
  readonly rule: number | null;
}

/** What a message is answered: of the platform itself for codes of binding, else by a rule. */
export async function findReplyOrBind(
  engine: Engine,
  account: OfficialAccount,
  fan: number,
  incoming: FollowerAction,
): Promise<Reply | undefined> {
  const bound = incoming.type === 'text' ? await bindByCode(engine, fan, incoming.text) : undefined;
  if (bound) return { message: { type: 'text', content: bound }, rule: null };
  const found = await findAutomaticReply(engine.db, account, incoming);
  return found && { message: found.message, rule: found.matched.reply.id };
}

/**
 * Stores the reply to a message, counts the use of its rule, and queues the reply if it is not the answer of this call, which is `pending`
 * until it was sent (`noteAnswered`).
 */
export async function storeReply(
  { db }: Engine,
  id: number,
  reply: Reply | undefined,
  outcome: 'pending' | 'queued',
): Promise<void> {
  if (!reply) {
    await db.query(sql`update wechat_message set outcome = 'none', updatetime = now() where id = ${id}`);
    return;
  }
  await db.transaction(async (tx) => {
    // a reply counts once, whatever becomes of it
    await tx.query(sql`
      with stored as (
        update wechat_message m set outcome = ${outcome}, reply = ${JSON.stringify(reply.message)}::jsonb, reply_id = ${reply.rule}, updatetime = now()
        from wechat_message o where o.id = m.id and m.id = ${id} returning o.reply is null as is_first)
      update wechat_reply r set hits = r.hits + 1, hit_at = now() from stored where r.id = ${reply.rule} and stored.is_first`);
    if (outcome === 'queued')
      await addTask(tx, answerLaterTask, { message: id }, { key: `${answerLaterTask}:${id}`, maxAttempts: 6 });
  });
}

/** Notes that the answer of a call was sent. One that was not is sent by the task of every minute. */
export const noteAnswered = ({ db }: Engine, id: number): Promise<unknown> =>
  db.query(
    sql`update wechat_message set outcome = 'answered', updatetime = now() where id = ${id} and outcome = 'pending'`,
  );

/** Answers a stored message within the time of the call, or later by a message of customer service. */
async function answerInTime(
  engine: Engine,
  account: OfficialAccount,
  { id, fan }: StoredMessage,
  incoming: FollowerAction,
  time: number,
): Promise<ReplyMessage | undefined> {
  let isLate = time <= 0;
  const work = async (): Promise<ReplyMessage | undefined> => {
    const reply = await findReplyOrBind(engine, account, fan, incoming);
    const isNow = reply !== undefined && !isLate && canBeAnswerToWechatCallback(reply.message);
    await storeReply(engine, id, reply, isNow ? 'pending' : 'queued');
    // the time ended while it was stored
    if (isNow && isLate) await storeReply(engine, id, reply, 'queued');
    return isNow ? reply.message : undefined;
  };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(undefined);
    }, time);
  });
  const working = work();
  // nobody waits for it after the time: what failed stays pending, and is taken up by the task of every minute
  working.catch((error: unknown) => engine.log.error({ err: error, message: id }, 'a WeChat message was not answered'));
  try {
    return await Promise.race([working, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The answer of a call: what is shown to the follower, and the message it answers. */
export interface CallAnswer {
  readonly id: number;
  readonly reply: ReplyMessage;
}

/**
 * Receives a message or event: stores it once, however often WeChat sends it, and answers it. One that is sent again
 * gets the answer that it had; while that is still worked on, none.
 */
export async function receiveMessage(
  engine: Engine,
  account: OfficialAccount,
  message: IncomingMessage,
  time = answerTime,
): Promise<CallAnswer | undefined> {
  if (message.templateResult) {
    await recordTemplateResult(engine, { provider: account.appId, ...message.templateResult });
    return undefined;
  }
  const stored = await storeIncomingMessage(engine, account.id, message);
  const { id, outcome } = stored;
  const answerWith = (reply: ReplyMessage | null | undefined) => (reply ? { id, reply } : undefined);
  if (!stored.isNew) return outcome === 'answered' || outcome === 'pending' ? answerWith(stored.reply) : undefined;
  if (message.incoming) return answerWith(await answerInTime(engine, account, stored, message.incoming, time));
  await storeReply(engine, id, undefined, 'pending');
  return undefined;
}
