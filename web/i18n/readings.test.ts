import { expect, test } from 'vitest';
import { loadReadings, readsAs } from './readings.ts';

test('words are found by how they are read, whole or by first letters, once the readings are there', async () => {
  expect([readsAs('企业管理', 'qygl'), readsAs('企业管理', 'qiye')]).toEqual([true, false]);
  await loadReadings();
  for (const typed of ['qiyeguanli', 'qygl', 'qiyegl', 'QYGL', 'guanli']) expect(readsAs('企业管理', typed)).toBe(true);
  expect(readsAs('新建会员组', 'xkz')).toBe(false);
  expect(readsAs('企业管理', '企业')).toBe(false);
});
