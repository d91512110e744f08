import { withoutSeparators } from './normalise-width-spaces-and-dashes.ts';

/**
 * Converts a number to half-width, and removes spaces, dashes, brackets, invisible marks and the country code of
 * mainland China.
 */
export function normalizeMobile(value: string): string {
  return withoutSeparators(value).replace(/^(?:\+|00)?86(?=1[3-9]\d{9}$)/, '');
}

/** As `normalizeMobile`, for numbers that may be foreign: a leading 00 becomes a plus sign. */
export function normalizeAnyMobile(value: string): string {
  return normalizeMobile(value).replace(/^00(?=[1-9]\d{5})/, '+');
}

/** Whether a normalized value is a mainland mobile number, which has 11 digits. */
export function isMobile(value: string): boolean {
  return /^1[3-9]\d{9}$/.test(value);
}

/** Whether a value is a fixed line with its area code and perhaps an extension: 0871-63112345-801. */
export function isLandline(value: string): boolean {
  return /^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/.test(value);
}

/** Whether a value is a nationwide service number: 400 and seven more digits, with or without hyphens. */
export function isServiceNumber(value: string): boolean {
  return /^400-?\d{3,4}-?\d{3,4}$/.test(value) && value.replaceAll('-', '').length === 10;
}

/**
 * Whether a value is a number outside mainland China, in the form of E.164 with its plus sign. Only tourists may have
 * one.
 */
export function isForeignPhone(value: string): boolean {
  return /^\+[1-9]\d{5,14}$/.test(value) && !value.startsWith('+86');
}

/** Whether a value is a number that an enterprise may have: mobile, fixed line or 400. */
export function isPhone(value: string): boolean {
  return isMobile(value) || isLandline(value) || isServiceNumber(value);
}
