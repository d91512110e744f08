import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { SimulatedAction, SimulatedReply } from '../../contract/simulator-actions-and-answer-types.ts';
import type { OfficialAccount } from '../account/read-official-account-with-secrets.ts';
import type { FollowerAction } from '../reply/choose-automatic-reply-matching-follower-action.ts';
import { findAutomaticReply } from '../reply/find-automatic-reply-to-message.ts';
import { canBeAnswerToWechatCallback, type ReplyMessage } from '../reply/reply-message-types.ts';

function incomingOf(action: SimulatedAction, written: string): FollowerAction {
  switch (action) {
    case 'text':
      return written.trim() === '' ? { type: 'other' } : { type: 'text', text: written };
    case 'subscribe':
      return { type: 'subscribe', scene: written || null };
    case 'scan':
      return { type: 'scan', scene: written };
    case 'click':
      return { type: 'click', key: written };
    case 'other':
      return { type: 'other' };
  }
}

const asShown = (message: ReplyMessage): NonNullable<SimulatedReply['reply']> => ({
  type: message.type,
  content: message.type === 'text' ? message.content : message.type === 'choices' ? message.head : null,
  cards: message.type === 'news' ? message.cards : [],
  choices: message.type === 'choices' ? message.choices.map(({ content }) => content) : [],
});

/** The reply that a follower would get now, by the same rules as in the callback. Nothing is sent, stored or counted. */
export async function simulateReply(
  engine: Engine,
  account: OfficialAccount,
  action: SimulatedAction,
  written: string,
): Promise<SimulatedReply> {
  const from = performance.now();
  const found = await findAutomaticReply(engine.db, account, incomingOf(action, written));
  const took = Math.round(performance.now() - from);
  if (!found) return { reply: null, rule: null, later: false, took };
  const { matched, message } = found;
  return {
    reply: asShown(message),
    rule: {
      id: matched.reply.id,
      name: matched.reply.name,
      keyword: matched.keyword ?? null,
      match: matched.match ?? null,
    },
    later: !canBeAnswerToWechatCallback(message),
    took,
  };
}
