import { expect, test } from 'vitest';
import {
  checkDocumentNumberingRules,
  isDocumentNumberingRule,
  numberingRuleOfAuthority,
  officialDocumentNumberOf,
} from './official-document-number.ts';

test('a rule of numbers names year and place once, and nothing unknown', () => {
  expect(isDocumentNumberingRule('{authority}文综罚字〔{yyyy}〕{seq}号')).toBe(true);
  for (const rule of ['{seq}', '{yyyy}', '{yyyy}{seq}{seq}', '{yyyy}{seq}{month}', `{yyyy}{seq}${'长'.repeat(100)}`])
    expect(isDocumentNumberingRule(rule)).toBe(false);
  expect(officialDocumentNumberOf(numberingRuleOfAuthority('{authority}罚〔{yyyy}〕{seq}号', '昆{seq}'), 2026, 7)).toBe(
    '昆seq罚〔2026〕7号',
  );
});

test('a document whose numbers could repeat is refused', () => {
  const named = (number: string) => () => checkDocumentNumberingRules([{ name: 'sample/decision', number }]);
  expect(named('{authority}罚〔{yyyy}〕{seq}号')).not.toThrow();
  expect(named('{authority}罚{seq}号')).toThrow(
    'document sample/decision: its numbers need {yyyy} and {seq} once each',
  );
});
