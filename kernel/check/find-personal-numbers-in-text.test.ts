import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPersonalNumbers, isBankCard, maskPersonalNumbers } from './find-personal-numbers-in-text.ts';
import { idNumberCheckDigit } from './identity-documents.ts';

const today = '2026-11-28';
const found = (text: string) => findPersonalNumbers(text, today).map(({ kind, at, masked }) => [kind, at, masked]);

test('identity numbers, mobiles and bank cards are found where they stand', () => {
  expect(found('联系人张三，电话13800138000。')).toEqual([['mobile', 9, '138****8000']]);
  expect(found('身份证 11010519491231002X')).toEqual([['id_number', 5, '1101**********002X']]);
  expect(found('汇入 4111-1111-1111-1111 即可')).toEqual([['bank_card', 4, '4111****1111']]);
  expect(found('电话：138 0013 8000、+86 139-0013-9000')).toEqual([
    ['mobile', 4, '138****8000'],
    ['mobile', 19, '139****9000'],
  ]);
  expect(found('１３８００１３８０００')).toEqual([['mobile', 1, '138****8000']]);
  expect(found('13800138000 13900139000').map(([kind]) => kind)).toEqual(['mobile', 'mobile']);
  expect(found('138 0013 8000 139-0013-9000 4111 1111 1111 1111').map(([kind, at]) => [kind, at])).toEqual([
    ['mobile', 1],
    ['mobile', 15],
    ['bank_card', 29],
  ]);
});

test('a column of numbers as long as it may be has all of them', () => {
  const column = Array.from({ length: 40 }, (_, n) => `139001390${String(n).padStart(2, '0')}`).join('\n');
  expect(found(column).length).toBe(40);
});

test('personal numbers are masked where they stand, and nothing else changes', () => {
  const masked = (text: string) => maskPersonalNumbers(text, today);
  expect(masked('张三 11010519491231002X，电话 138 0013 8000 13900139000。订单 20261128000123')).toBe(
    '张三 1101**********002X，电话 138****8000 139****9000。订单 20261128000123',
  );
  expect(maskPersonalNumbers('11010519491231002X 13800138000', today, new Set(['mobile'] as const))).toBe(
    '1101**********002X 13800138000',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(findPersonalNumbers(masked(text), today)).toEqual([]);
      if (findPersonalNumbers(text, today).length === 0) expect(masked(text)).toBe(text);
    }),
  );
});

test('numbers of documents, amounts and dates are not taken for them', () => {
  for (const text of [
    '昆文旅罚字〔2026〕00012号',
    '统一社会信用代码 91530100MA6K5XXX1X',
    '2026-11-28 10:00:00',
    '共 12345678901 元',
    '110105194912310021',
    '0871-63112345',
    '',
  ])
    expect(found(text), text).toEqual([]);
});

test('every valid number is found in any text around it, however it is parted', () => {
  const around = fc.stringMatching(/^[\u4e00-\u9fa5，。：]{0,12}$/);
  const mobile = fc.stringMatching(/^1[3-9]\d{9}$/);
  const id = fc
    .tuple(fc.integer({ min: 1950, max: 2010 }), fc.integer({ min: 0, max: 999 }))
    .map(([year, order]) => `530102${year}0101${String(order).padStart(3, '0')}`)
    .map((body) => body + (idNumberCheckDigit(body) ?? ''));
  fc.assert(
    fc.property(around, fc.oneof(mobile, id), around, fc.constantFrom('', ' ', '-'), (before, number, after, mark) => {
      const written = number.replace(/^(.{3,6}?)(.{4})/, `$1${mark}$2${mark}`);
      const [one, other] = findPersonalNumbers(`${before}${written}${after}`, today);
      expect(one?.at).toBe(before.length + 1);
      expect(other).toBeUndefined();
    }),
  );
  expect(isBankCard('6222021234567894131')).toBe(false);
});
