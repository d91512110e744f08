import { isIdNumber } from './identity-documents.ts';
import { maskIdNumber, maskMobile } from './mask-personal-data.ts';

/** A personal number found in free text. */
export interface FoundPersonalNumber {
  readonly kind: 'id_number' | 'mobile' | 'bank_card';
  /** Position of its first character, counted from 1 in characters as people see them. */
  readonly at: number;
  /** The masked number, for messages that must not repeat it. */
  readonly masked: string;
}

/**
 * Digits with at most one space, dash or invisible mark between two of them. The last may be the X of an identity
 * number.
 */
const runs = /[1-9０-９](?:[\s\u200b\u00a0.·—–-]?[0-9０-９]){10,}(?:[\s\u200b\u00a0.·—–-]?[xXｘＸ])?/gu;

const plain = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(/[^\dxX]/g, '')
    .toUpperCase();

/** Whether digits are the number of a bank card: length, first digits, and the check digit of ISO/IEC 7812. */
export function isBankCard(digits: string): boolean {
  if (!/^(?:62|4|5[1-5]|2[2-7]|3[4-7]|9)\d{13,17}$/.test(digits) || digits.length < 15) return false;
  let sum = 0;
  for (const [place, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const maskCard = (digits: string) => `${digits.slice(0, 4)}****${digits.slice(-4)}`;

type Recognised = Omit<FoundPersonalNumber, 'at'>;

/** A number with its place in code units. */
interface Located extends Recognised {
  readonly start: number;
  readonly end: number;
}

function recognise(written: string, today: string): Recognised | undefined {
  const number = plain(written);
  if (isIdNumber(number, today)) return { kind: 'id_number', masked: maskIdNumber(number) };
  const digits = number.replace(/X$/, '');
  const mobile = /^(?:86)?(1[3-9]\d{9})$/.exec(digits)?.[1];
  if (mobile) return { kind: 'mobile', masked: maskMobile(mobile) };
  if (isBankCard(digits)) return { kind: 'bank_card', masked: maskCard(digits) };
  return undefined;
}

/**
 * Finds several numbers in a row, separated by the same spaces as the groups of their digits: 138 0013 8000
 * 13900139000.
 */
function recogniseParts(written: string, today: string): Located[] {
  const parts = [...written.matchAll(/[^\s.·—–-]+/gu)];
  const found: Located[] = [];
  for (let first = 0; first < parts.length; first++) {
    for (let last = Math.min(parts.length, first + 6) - 1; last >= first; last--) {
      const start = parts[first]?.index ?? 0;
      const end = (parts[last]?.index ?? 0) + (parts[last]?.[0].length ?? 0);
      const one = recognise(written.slice(start, end), today);
      if (!one) continue;
      found.push({ ...one, start, end });
      first = last;
      break;
    }
  }
  return found;
}

function locatePersonalNumbers(text: string, today: string): Located[] {
  const found: Located[] = [];
  for (const { 0: written, index } of text.matchAll(runs)) {
    const whole = recognise(written, today);
    if (whole) found.push({ ...whole, start: index, end: index + written.length });
    else
      for (const one of recogniseParts(written, today))
        found.push({ ...one, start: index + one.start, end: index + one.end });
  }
  return found;
}

/**
 * Finds identity numbers, mobile numbers and bank card numbers in free text, in the order of the text. Check digits are
 * verified, so that case numbers and amounts are not mistaken for them. `today` is YYYY-MM-DD in Asia/Shanghai.
 */
export const findPersonalNumbers = (text: string, today: string): FoundPersonalNumber[] =>
  locatePersonalNumbers(text, today).map(({ kind, masked, start }) => ({
    kind,
    masked,
    at: [...text.slice(0, start)].length + 1,
  }));

type PersonalNumberKind = FoundPersonalNumber['kind'];

/**
 * The text with identity numbers, mobile numbers and bank card numbers masked: 电话138****8000. `except` are numbers that
 * stay.
 */
export function maskPersonalNumbers(
  text: string,
  today: string,
  except: ReadonlySet<PersonalNumberKind> = new Set(),
): string {
  let masked = '';
  let from = 0;
  for (const found of locatePersonalNumbers(text, today)) {
    if (except.has(found.kind)) continue;
    masked += text.slice(from, found.start) + found.masked;
    from = found.end;
  }
  return masked + text.slice(from);
}
