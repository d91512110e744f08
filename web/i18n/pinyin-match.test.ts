import { expect, test } from 'vitest';
import { loadPinyin, matchesPinyin } from './pinyin-match.ts';

test('texts are found by pinyin, whole or by first letters, once the dictionary is loaded', async () => {
  expect([matchesPinyin('企业管理', 'qygl'), matchesPinyin('企业管理', 'qiye')]).toEqual([true, false]);
  await loadPinyin();
  for (const typed of ['qiyeguanli', 'qygl', 'qiyegl', 'QYGL', 'guanli'])
    expect(matchesPinyin('企业管理', typed)).toBe(true);
  expect(matchesPinyin('新建会员组', 'xkz')).toBe(false);
  expect(matchesPinyin('企业管理', '企业')).toBe(false);
});
