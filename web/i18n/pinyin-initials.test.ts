import { expect, test } from 'vitest';
import { readDivisions } from '#data/reference/read.ts';
import { matchNameOrPinyinInitials, pinyinInitials } from './pinyin-initials.ts';

test.each([
  ['待审核', 'dsh'],
  ['旅行社', 'lxs'],
  ['7 天内到期', '7 tndq'],
  ['Status', 'status'],
])('%s is found by %s', (name, letters) => {
  expect(pinyinInitials(name)).toBe(letters);
});

test('names of divisions have their pinyin initials, except for unusual readings', () => {
  const all = readDivisions();
  const wrong = all.filter((one) => pinyinInitials(one.shortName) !== one.initials);
  expect(wrong.length / all.length).toBeLessThan(0.05);
});

test('a name that begins with the letters comes before one that contains them', () => {
  expect([
    matchNameOrPinyinInitials('状态', 'zt'),
    matchNameOrPinyinInitials('当前状态', 'zt'),
    matchNameOrPinyinInitials('名称', 'zt'),
  ]).toEqual([2, 1, 0]);
  expect([matchNameOrPinyinInitials('Due date', 'due'), matchNameOrPinyinInitials('Overdue', 'due')]).toEqual([2, 1]);
});
