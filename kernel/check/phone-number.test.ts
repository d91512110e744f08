import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isForeignPhone,
  isLandline,
  isMobile,
  isPhone,
  isServiceNumber,
  normalizeMobile,
} from '#kernel/check/phone-number.ts';

describe('mobile', () => {
  it.each(['13800000000', '19999999999'])('accepts %s', (value) => expect(isMobile(value)).toBe(true));
  it.each(['12800000000', '1380000000', '138000000000', '', '1380000000a', '１３８００００００００', '13800000000\n'])(
    'refuses %j',
    (value) => expect(isMobile(value)).toBe(false),
  );

  it('normalizes what people paste', () => {
    expect(normalizeMobile('+86 138-0000-0000')).toBe('13800000000');
    expect(normalizeMobile('0086 13800000000')).toBe('13800000000');
    expect(normalizeMobile('１３８００００００００')).toBe('13800000000');
    expect(normalizeMobile('86138000')).toBe('86138000');
  });

  it('accepts 1, 3 to 9 and any nine digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 0, max: 999_999_999 }), (second, rest) => {
        expect(isMobile(`1${second}${String(rest).padStart(9, '0')}`)).toBe(true);
      }),
    );
  });
});

describe('other numbers', () => {
  it('landline', () => {
    for (const value of ['0871-63112345', '087163112345', '010-12345678-801', '0691-2123456']) {
      expect(isLandline(value)).toBe(true);
    }
    for (const value of ['63112345', '0871-631', '0871-63112345-', '1871-63112345']) {
      expect(isLandline(value)).toBe(false);
    }
  });

  it('400 numbers', () => {
    for (const value of ['4008123123', '400-812-3123', '400-8123-123']) expect(isServiceNumber(value)).toBe(true);
    for (const value of ['400812312', '40081231234', '5008123123', '400-8123-1234']) {
      expect(isServiceNumber(value)).toBe(false);
    }
  });

  it('foreign numbers need their plus sign', () => {
    expect(isForeignPhone('+14155550100')).toBe(true);
    expect(isForeignPhone('14155550100')).toBe(false);
    expect(isForeignPhone('+8613800000000')).toBe(false);
  });

  it('any of the domestic three', () => {
    expect(['13800000000', '0871-63112345', '4008123123'].every(isPhone)).toBe(true);
    expect(isPhone('12345')).toBe(false);
  });
});
