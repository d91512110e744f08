import { withoutSeparators } from '#kernel/check/half-width.ts';

/** Half-width, without blanks, dashes, brackets and invisible marks, and without the country prefix of mainland China. */
export function normalizeMobile(value: string): string {
  return withoutSeparators(value).replace(/^(?:\+|00)?86(?=1[3-9]\d{9}$)/, '');
}

/** The same of a number that may be of another country: what is dialled before it, 00, is written as a plus sign. */
export function normalizeAnyMobile(value: string): string {
  return normalizeMobile(value).replace(/^00(?=[1-9]\d{5})/, '+');
}

/** Mainland mobile number, 11 digits. */
export function isMobile(value: string): boolean {
  return /^1[3-9]\d{9}$/.test(value);
}

/** Fixed line with its area code, the extension optional: 0871-63112345-801. */
export function isLandline(value: string): boolean {
  return /^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/.test(value);
}

/** Nationwide service number: 400 with ten digits, hyphens optional. */
export function isServiceNumber(value: string): boolean {
  return /^400-?\d{3,4}-?\d{3,4}$/.test(value) && value.replaceAll('-', '').length === 10;
}

/** International number of E.164 with its plus sign, other than mainland China. Allowed for tourists only. */
export function isForeignPhone(value: string): boolean {
  return /^\+[1-9]\d{5,14}$/.test(value) && !value.startsWith('+86');
}

/** Any number an enterprise may be reached at: mobile, fixed line, or 400. */
export function isPhone(value: string): boolean {
  return isMobile(value) || isLandline(value) || isServiceNumber(value);
}
