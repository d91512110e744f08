import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatChineseNumber, parseChineseNumber } from '../../contract/law/chinese-number.ts';

test('numbers of articles are read and written as laws write them', () => {
  const written: Record<string, number> = { 一: 1, 十: 10, 十二: 12, 二十: 20, 九十九: 99, 一百: 100, 一百零二: 102 };
  for (const [text, number] of Object.entries({
    ...written,
    一百一十: 110,
    一百一十二: 112,
    一千零一: 1001,
    一千二百六十: 1260,
  })) {
    expect(parseChineseNumber(text), text).toBe(number);
    expect(formatChineseNumber(number)).toBe(text);
  }
  expect(parseChineseNumber('一百〇二')).toBe(102);
  expect(parseChineseNumber('两百')).toBe(200);
});

test('every number below ten thousand is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9999 }), (number) => {
      expect(parseChineseNumber(formatChineseNumber(number))).toBe(number);
    }),
  );
});

test('anything else is no number', () => {
  for (const text of ['', '甲', '一二', '十百', '百千', '十十', '零十', '12', '一百a'])
    expect(parseChineseNumber(text), text).toBeUndefined();
});
