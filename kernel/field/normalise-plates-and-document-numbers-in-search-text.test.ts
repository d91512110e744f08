import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchTextAsTypedAndNormalised } from '#kernel/field/normalise-plates-and-document-numbers-in-search-text.ts';

describe('the text of a quick search', () => {
  test.each([
    ['车牌 云A D12345', '云ad12345'],
    ['云A·D12345', '云ad12345'],
    ['云ＡＤ12345', '云ad12345'],
    ['车牌号：云A-D12345', '云ad12345'],
    ['云A•D 12345', '云ad12345'],
    ['\u202d云A D12345\u202c', '云ad12345'],
    // letters no plate has, as they are heard and seen
    ['云A123O5', '云a12305'],
    ['云A·12345 6座', '云a12345 6座'],
    ['车牌 D12345', 'd12345'],
    ['手机 138-0013-8000', '13800138000'],
    ['+86 138 0013 8000', '13800138000'],
    ['信用代码 9135 0100 M000 100Y 43', '91350100m000100y43'],
    ['L-YN 00123', 'lyn 00123'],
    ['Ｌ－ＹＮ００１２３', 'lyn00123'],
    ['导游证号 DZG-2019/530001', 'dzg2019530001'],
    ['许可证编号：L-YN00123 昆明', 'lyn00123 昆明'],
    ['昆文旅停字〔2026〕1号', '昆文旅停字20261号'],
    ['昆文旅停字（2026）1号', '昆文旅停字20261号'],
    ['5301-00123', '530100123'],
    ['买买提•依明', '买买提·依明'],
    ['云 A D 1 2 3 4 5', '云ad12345'],
    // articles of law as they are cited
    ['《旅游法》', '旅游法'],
    ['《旅游法》第三十五条', '旅游法 第三十五条'],
    ['旅游法三十五条', '旅游法 第三十五条'],
    ['旅游法第35条', '旅游法 35条'],
    ['《旅行社条例》第33条第一款第二项', '旅行社条例 33条'],
    ['娱乐场所管理条例 第２８条', '娱乐场所管理条例 28条'],
    ['第35条', '35条'],
  ])('%s means what is stored', (typed, meant) => {
    expect(searchTextAsTypedAndNormalised(typed)[1]?.join(' ')).toBe(meant);
    expect(searchTextAsTypedAndNormalised(typed)[0]?.join(' '), 'and is looked for as it stands').toBe(
      typed.toLowerCase().split(/\s+/).join(' '),
    );
  });

  test.each([
    '云AD12345',
    '昆明 旅行社',
    '车牌',
    '电话 投诉',
    '2026-05-01',
    '2026/5/1',
    'L YN 00123',
    'LYN00123',
    '昆明(五华)店',
    '云A',
    '云A12345 6座',
    '13800138000',
    '春城',
    'name@x-1.cn',
    '第三十五条',
    '旅游法 35条',
    '先看这五条',
    '法条',
  ])('%s means nothing else', (typed) =>
    expect(searchTextAsTypedAndNormalised(typed)).toEqual([typed.toLowerCase().split(' ')]),
  );

  test('is parsed in linear time, and twice with the same result', () => {
    for (const piece of ['1', ' ', '云', '云A ', '-', '·', '1-', '车牌 ', '9A 1', '1 3 ', '法1', '法 第1条', '《']) {
      const long = piece.repeat(50_000 / piece.length);
      expect(searchTextAsTypedAndNormalised(long).length).toBeGreaterThan(0);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
        const [, meant] = searchTextAsTypedAndNormalised(typed);
        if (meant) expect(searchTextAsTypedAndNormalised(meant.join(' ')).at(-1)).toEqual(meant);
      }),
    );
  });
});
