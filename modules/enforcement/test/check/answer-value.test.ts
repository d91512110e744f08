import { expect, test } from 'vitest';
import { choicesOf, findValueFault } from '../../contract/check/answer-value.ts';

test('a value fits the kind of its item', () => {
  const item = (answer_kind: string, answer_options: string | null = null) => ({ answer_kind, answer_options });
  expect(findValueFault(item('yes_no_na'), '')).toBeUndefined();
  expect(findValueFault(item('text'), ' ')).toBe('missing');
  expect(findValueFault(item('number'), '12.5')).toBeUndefined();
  expect(findValueFault(item('number'), '十二')).toBe('number');
  expect(findValueFault(item('choice', '好，中;差'), '中')).toBeUndefined();
  expect(findValueFault(item('choice', '好，中;差'), '优')).toBe('choice');
  expect(choicesOf('好，中; 差、')).toEqual(['好', '中', '差']);
});
