import { expect, test } from 'vitest';
import {
  chooseReplyMatchingFollowerAction,
  type StoredReply,
} from './choose-automatic-reply-matching-follower-action.ts';

const atEnd: StoredReply = {
  id: 1,
  name: '退款',
  trigger: 'keyword',
  kind: 'text',
  event_key: null,
  priority: 0,
  content: '好',
  choices: null,
  media_id: null,
  article_id: null,
  keywords: [{ keyword: '退款$', match: 'pattern' }],
  cards: [],
};
const isAnswered = (text: string) => chooseReplyMatchingFollowerAction([atEnd], { type: 'text', text }) !== undefined;

test('a pattern for the end of a message is compared with the end of the whole message', () => {
  expect(isAnswered(`${'请'.repeat(598)}退款`), 'as long as WeChat allows').toBe(true);
  for (const before of [498, 2046])
    expect(isAnswered(`${'请'.repeat(before)}退款，谢谢`), `${before} characters before`).toBe(false);
  expect(isAnswered(`${'请'.repeat(9000)}退款`), 'longer than is compared').toBe(false);
});
