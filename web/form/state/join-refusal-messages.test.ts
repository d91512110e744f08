import { expect, test } from 'vitest';
import { joinRefusalMessages } from './join-refusal-messages.ts';

test('a refusal says each thing once, a line each', () => {
  expect(joinRefusalMessages({ message: '团队：尚未结束' }, ['尚未结束', '预算不足'])).toBe('团队：尚未结束\n预算不足');
  expect(joinRefusalMessages({ message: '没有权限' }, [])).toBe('没有权限');
});
