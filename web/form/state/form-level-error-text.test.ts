import { expect, test } from 'vitest';
import { formLevelErrorText } from './form-level-error-text.ts';

test('a refusal says each thing once, a line each', () => {
  expect(formLevelErrorText({ message: '团队：尚未结束' }, ['尚未结束', '预算不足'])).toBe('团队：尚未结束\n预算不足');
  expect(formLevelErrorText({ message: '没有权限' }, [])).toBe('没有权限');
});
