import { expect, test } from 'vitest';
import { expandHelpQueryWithSynonyms, extractContentTerms } from './expand-help-query-with-synonyms.ts';

test.each([
  ['怎么添加导游？', '添加导游'],
  ['How do I export a list?', 'export list'],
  ['怎么', '怎么'],
  ['！？', ''],
])('%s asks for “%s”', (query, terms) => {
  expect(extractContentTerms(query)).toBe(terms);
});

test('terms of one meaning take the place of each other, also two in one question', () => {
  const groups = [
    ['添加', '新增'],
    ['企业', '商户'],
  ];
  expect(expandHelpQueryWithSynonyms('新增商户', groups).toSorted()).toEqual(
    ['新增商户', '新增企业', '添加商户', '添加企业'].toSorted(),
  );
  expect(expandHelpQueryWithSynonyms('其他', groups)).toEqual(['其他']);
});

test('however many terms there are, the wordings stay few', () => {
  const groups = Array.from({ length: 50 }, (_, n) => [`a${n}x`, `b${n}x`, `c${n}x`]);
  const query = groups.map(([first]) => first).join(' ');
  expect(expandHelpQueryWithSynonyms(query, groups).length).toBeLessThanOrEqual(12);
});

test('a single character is no word, and no wording grows without end', () => {
  expect(expandHelpQueryWithSynonyms('游客游览', [['游', '旅行']])).toEqual(['游客游览']);
  const grows = [['导游', '导游'.repeat(50)]];
  for (const variant of expandHelpQueryWithSynonyms('导游'.repeat(30), grows))
    expect(variant.length).toBeLessThanOrEqual(120);
});
