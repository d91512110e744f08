import { expect, test } from 'vitest';
import { fillReply } from './compose-reply-message-from-rule.ts';

test.each([
  ['https://wl.example.cn', '提交投诉：https://wl.example.cn/complaint?of=%E7%9F%B3%E6%9E%97。谢谢'],
  // nobody could open such an address
  ['', '提交投诉：。谢谢'],
])('with the platform at “%s” an address within it is complete or left out', (platform, filled) => {
  expect(fillReply('提交投诉：{platform}/complaint?of={1}。谢谢', ['石林'], platform)).toBe(filled);
});
