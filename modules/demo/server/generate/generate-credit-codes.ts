import { CREDIT_CODE_ALPHABET, creditCodeCheckDigit } from '#kernel/check/credit-code.ts';

/** 91 a company, 92 a sole trader (GB 32100-2015: 9 = industry and commerce). */
export type CreditCodePrefix = '91' | '92';

/** GB 11714: weights of the eight characters of an organisation code. */
const WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2] as const;
/** 31^5 codes MA + province digit + five characters. */
const SPACE = 31 ** 5;
/** Coprime to SPACE: steps of this size visit every code before they repeat. */
const STEP = 7_368_787;

/**
 * The n-th credit code of a seed, issued in a county. Unique within one seed, in whatever counties, for n below 28
 * million.
 */
export function generateCreditCode(prefix: CreditCodePrefix, areaCode: string, seed: number, n: number): string {
  let value = (n * STEP + (seed % SPACE)) % SPACE;
  let serial = '';
  for (let index = 0; index < 5; index += 1) {
    serial = CREDIT_CODE_ALPHABET.charAt(value % 31) + serial;
    value = Math.floor(value / 31);
  }
  const organisation = `MA${areaCode.charAt(1)}${serial}`;
  const body = `${prefix}${areaCode}${organisation}${organisationCheckDigit(organisation)}`;
  return body + (creditCodeCheckDigit(body) ?? '');
}

/** GB 11714: digits count as themselves, letters from A = 10; 11 − Σ mod 11, where 10 is X and 11 is 0. */
function organisationCheckDigit(body: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + Number.parseInt(body.charAt(index), 36) * weight, 0);
  const digit = 11 - (sum % 11);
  return digit === 10 ? 'X' : String(digit % 11);
}
