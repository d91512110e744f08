import { withoutSeparators } from '#kernel/check/character-normalisation.ts';

/** Half-width, without blanks, dashes, brackets, invisible marks and the country code of mainland China. */
export function normalizeMobile(value: string): string {
  return withoutSeparators(value).replace(/^(?:\+|00)?86(?=1[3-9]\d{9}$)/, '');
}

/** The same for numbers that may be foreign: a leading 00 becomes a plus sign. */
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

/** E.164 number with plus sign, outside mainland China. Allowed for tourists only. */
export function isForeignPhone(value: string): boolean {
  return /^\+[1-9]\d{5,14}$/.test(value) && !value.startsWith('+86');
}

/** Any number an enterprise may have: mobile, fixed line, or 400. */
export function isPhone(value: string): boolean {
  return isMobile(value) || isLandline(value) || isServiceNumber(value);
}
