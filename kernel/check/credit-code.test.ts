import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CREDIT_CODE_ALPHABET,
  creditCodeCheckDigit,
  findCreditCodeFault,
  isCreditCode,
  normalizeCreditCode,
} from '#kernel/check/credit-code.ts';

const char = fc.constantFrom(...CREDIT_CODE_ALPHABET);
const body = fc
  .tuple(
    fc.array(char, { minLength: 2, maxLength: 2 }),
    fc.array(fc.constantFrom(...'0123456789'), { minLength: 6, maxLength: 6 }),
    fc.array(char, { minLength: 9, maxLength: 9 }),
  )
  .map((parts) => parts.flat().join(''));

describe('credit code', () => {
  it.each(['11120000MB1529459B', '91440300708461136T', '91110000802100433B'])('accepts %s', (code) => {
    expect(isCreditCode(code)).toBe(true);
  });

  it('tells the fault apart', () => {
    expect(findCreditCodeFault('91440300708461136')).toBe('length');
    expect(findCreditCodeFault('91440300708461136I')).toBe('character');
    expect(findCreditCodeFault('9144O300708461136T')).toBe('character');
    expect(findCreditCodeFault('91440300708461136R')).toBe('checkDigit');
    expect(findCreditCodeFault('')).toBe('length');
  });

  it('normalizes what people paste', () => {
    expect(normalizeCreditCode(' 9144 0300-7084 61136t ')).toBe('91440300708461136T');
    expect(normalizeCreditCode('９１４４０３００７０８４６１１３６Ｔ')).toBe('91440300708461136T');
  });

  it('has no check character for a foreign alphabet or a short body', () => {
    expect(creditCodeCheckDigit('9144030070846113')).toBeUndefined();
    expect(creditCodeCheckDigit('9144030070846113I')).toBeUndefined();
  });

  it('accepts every body with its own check character, and refuses any single changed character', () => {
    fc.assert(
      fc.property(body, fc.nat(17), char, (text, position, other) => {
        const code = text + creditCodeCheckDigit(text);
        expect(isCreditCode(code)).toBe(true);
        fc.pre(code.charAt(position) !== other);
        expect(isCreditCode(code.slice(0, position) + other + code.slice(position + 1))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses two neighbours swapped', () => {
    fc.assert(
      fc.property(body, fc.nat(16), (text, position) => {
        const code = text + creditCodeCheckDigit(text);
        const [left, right] = [code.charAt(position), code.charAt(position + 1)];
        // The check character itself weighs 1 after 28, so a swap with it is caught only when the sum differs.
        fc.pre(left !== right && position < 16);
        expect(isCreditCode(code.slice(0, position) + right + left + code.slice(position + 2))).toBe(false);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isCreditCode(normalizeCreditCode(text)) === 'boolean'));
  });
});
