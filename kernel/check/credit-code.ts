import { withoutSeparators } from './normalise-width-spaces-and-dashes.ts';

/** The 31 characters of GB 32100-2015, without I O S V Z. A character's position is its value. */
export const CREDIT_CODE_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Registration authority and kind of body (2 characters), division (6), subject (9), check character (1). */
const SHAPE = /^[0-9A-HJ-NP-RTUW-Y]{2}\d{6}[0-9A-HJ-NP-RTUW-Y]{10}$/;

/** 3^i mod 31 for the first 17 characters (GB 32100-2015, 5.2). */
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28] as const;

export type CreditCodeFault = 'length' | 'character' | 'checkDigit';

/** Converts a code to half-width and upper case, and removes spaces, dashes and invisible marks. */
export function normalizeCreditCode(value: string): string {
  return withoutSeparators(value).toUpperCase();
}

/**
 * The check character (the 18th) for the first 17 characters of `body`. Undefined: there are fewer, or one is not in
 * the alphabet.
 */
export function creditCodeCheckDigit(body: string): string | undefined {
  if (body.length < WEIGHTS.length) return undefined;
  let sum = 0;
  for (const [index, weight] of WEIGHTS.entries()) {
    const value = CREDIT_CODE_ALPHABET.indexOf(body.charAt(index));
    if (value < 0) return undefined;
    sum += value * weight;
  }
  return CREDIT_CODE_ALPHABET.charAt((31 - (sum % 31)) % 31);
}

/** What is wrong with a normalized unified social credit code. Undefined: it is valid. */
export function findCreditCodeFault(value: string): CreditCodeFault | undefined {
  if (value.length !== 18) return 'length';
  if (!SHAPE.test(value)) return 'character';
  return creditCodeCheckDigit(value) === value.charAt(17) ? undefined : 'checkDigit';
}

/** Whether a normalized value is a unified social credit code (统一社会信用代码) with a valid check character. */
export function isCreditCode(value: string): boolean {
  return findCreditCodeFault(value) === undefined;
}
