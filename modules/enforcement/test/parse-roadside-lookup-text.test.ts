import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlate } from '#kernel/check/vehicle-plate.ts';
import { parseRoadsideLookupText } from '../contract/parse-roadside-lookup-text.ts';

describe('a roadside search', () => {
  test.each([
    ['车牌 云A D12345', 'plate', '云AD12345'],
    ['云AD12345', 'plate', '云AD12345'],
    ['云ad12345', 'plate', '云AD12345'],
    ['云A·12345', 'plate', '云A12345'],
    ['\u202d云Ａ・Ｄ１２３４５\u202c', 'plate', '云AD12345'],
    ['号牌号码 云A—D12345', 'plate', '云AD12345'],
    ['车牌号：粤Z1234港', 'plate', '粤Z1234港'],
    // letters that plates do not use, often confused with digits
    ['云A123O5', 'plate', '云A12305'],
    ['云AI2345', 'plate', '云A12345'],
    ['T530126112300042', 'team', 'T530126112300042'],
    ['D12345', 'part', 'D12345'],
    ['12345', 'part', '12345'],
  ])('%s is understood', (typed, means, value) => {
    expect(parseRoadsideLookupText(typed)).toEqual({ means, value });
  });

  test.each(['', '   ', '车牌', '云', '你好世界', '<script>', '%'])('%j cannot be looked up', (typed) => {
    expect(parseRoadsideLookupText(typed)).toBeUndefined();
  });

  test('no input throws, and every returned plate is valid', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
        const lookup = parseRoadsideLookupText(typed);
        return lookup?.means !== 'plate' || isPlate(lookup.value);
      }),
    );
  });
});
