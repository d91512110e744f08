import { expect, test } from 'vitest';
import { problemOf } from './problem-of.ts';

test('a refusal says each thing once, a line each', () => {
  expect(problemOf({ message: '团队：尚未结束' }, ['尚未结束', '预算不足'])).toBe('团队：尚未结束\n预算不足');
  expect(problemOf({ message: '没有权限' }, [])).toBe('没有权限');
});
