import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskEmail, maskIdNumber, maskMobile, maskName, maskPlate } from '#kernel/check/mask-personal-data.ts';

describe('mask', () => {
  it('mobile', () => {
    expect(maskMobile('13800000000')).toBe('138****0000');
    expect(maskMobile('0871-63112345')).toBe('*********2345');
    expect(maskMobile('+14155550100')).toBe('+14*****0100');
    expect(maskMobile('+123456')).toBe('+12****');
    expect(maskMobile('123')).toBe('***');
    expect(maskMobile('')).toBe('');
  });

  it('identity number', () => {
    expect(maskIdNumber('530102199001010012')).toBe('5301**********0012');
    expect(maskIdNumber('E12345678')).toBe('E1*****78');
    expect(maskIdNumber('123')).toBe('***');
  });

  it('name', () => {
    expect(maskName('张三')).toBe('张*');
    expect(maskName('张三丰')).toBe('张*');
    expect(maskName('欧阳修')).toBe('欧阳*');
    expect(maskName('欧阳')).toBe('欧*');
    expect(maskName('张')).toBe('张*');
    expect(maskName('Jane Roe')).toBe('J*');
    expect(maskName('𠮷田')).toBe('𠮷*');
    expect(maskName('  ')).toBe('');
  });

  it('plate', () => {
    expect(maskPlate('云A12345')).toBe('云A·**345');
    expect(maskPlate('云a·d12345')).toBe('云A·***345');
    expect(maskPlate('使123456')).toBe('使·***456');
    expect(maskPlate('ABC')).toBe('*BC');
  });

  it('e-mail', () => {
    expect(maskEmail('liming@example.com')).toBe('l***@example.com');
    expect(maskEmail('a@b@example.com')).toBe('a***@example.com');
    expect(maskEmail('nonsense')).toBe('********');
  });

  it('hides at least half of an identity number, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
        const masked = maskIdNumber(value);
        expect([...masked].length).toBe([...value].length);
        const shown = [...masked].filter((char, index) => char !== '*' && char === [...value][index]).length;
        expect(shown * 2).toBeLessThanOrEqual([...value].length);
        for (const mask of [maskMobile, maskName, maskPlate, maskEmail]) expect(typeof mask(value)).toBe('string');
      }),
    );
  });
});
