import { expect, test } from 'vitest';
import { choicesOfCheckItem, findFaultOfAnswerValue } from '../../contract/check/validate-check-answer-value.ts';

test('a value fits the kind of its item', () => {
  const item = (answer_kind: string, answer_options: string | null = null) => ({ answer_kind, answer_options });
  expect(findFaultOfAnswerValue(item('yes_no_na'), '')).toBeUndefined();
  expect(findFaultOfAnswerValue(item('text'), ' ')).toBe('missing');
  expect(findFaultOfAnswerValue(item('number'), '12.5')).toBeUndefined();
  expect(findFaultOfAnswerValue(item('number'), '十二')).toBe('number');
  expect(findFaultOfAnswerValue(item('choice', '好，中;差'), '中')).toBeUndefined();
  expect(findFaultOfAnswerValue(item('choice', '好，中;差'), '优')).toBe('choice');
  expect(choicesOfCheckItem('好，中; 差、')).toEqual(['好', '中', '差']);
});
