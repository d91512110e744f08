import { withoutSeparators } from './normalise-width-spaces-and-dashes.ts';

/** GB 11643-1999: weights of the first 17 digits, and the check character for each remainder mod 11. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const CHECK_CHARACTERS = '10X98765432';

/** The first two digits (GB/T 2260) that a resident identity number can have. */
const PROVINCES = new Set(
  ('11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 ' + '71 81 82').split(
    ' ',
  ),
);

/** The fixed address codes of residence permits for Hong Kong, Macao and Taiwan residents (港澳台居民居住证). */
const PERMIT_AREAS = new Set(['810000', '820000', '830000']);

const EARLIEST_BIRTHDAY = '1900-01-01';

/** The kinds of identity document that the platform accepts. */
export type IdDocumentKind =
  | 'id_card'
  | 'residence_permit'
  | 'passport'
  | 'hm_permit'
  | 'taiwan_permit'
  | 'foreign_resident';

export type IdNumberFault = 'length' | 'character' | 'area' | 'birthday' | 'checkDigit';

export interface IdNumberFacts {
  /** GB/T 2260 code of the place of first registration; 810000, 820000 and 830000 for a residence permit. */
  readonly areaCode: string;
  /** YYYY-MM-DD */
  readonly birthday: string;
  readonly gender: 'male' | 'female';
}

/** Converts a number to half-width and upper case, and removes spaces, dashes, brackets and invisible marks. */
export function normalizeIdNumber(value: string): string {
  return withoutSeparators(value).toUpperCase();
}

/** The check character (the 18th) for the first 17 characters of `body`. Undefined: these are not 17 digits. */
export function idNumberCheckDigit(body: string): string | undefined {
  if (!/^\d{17}/.test(body)) return undefined;
  let sum = 0;
  for (const [index, weight] of WEIGHTS.entries()) sum += Number(body.charAt(index)) * weight;
  return CHECK_CHARACTERS.charAt(sum % 11);
}

/** Whether a YYYYMMDD text is an existing date, not before 1900 and not after `today` (YYYY-MM-DD). */
function isBirthday(digits: string, today: string): boolean {
  const date = toDate(digits);
  if (date < EARLIEST_BIRTHDAY || date > today) return false;
  const [year, month, day] = [Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6, 8))];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function toDate(digits: string): string {
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
}

/**
 * What is wrong with a normalized identity number of GB 11643. Undefined: it is valid. Covers resident identity cards
 * and the residence permits of Hong Kong, Macao and Taiwan residents, both of 18 characters; numbers of 15 digits
 * ceased to be valid on 2013-01-01. A birthday after `today` (YYYY-MM-DD in Asia/Shanghai) is a fault.
 */
export function findIdNumberFault(value: string, today: string): IdNumberFault | undefined {
  if (value.length !== 18) return 'length';
  if (!/^\d{17}[\dX]$/.test(value)) return 'character';
  if (!PROVINCES.has(value.slice(0, 2)) && !PERMIT_AREAS.has(value.slice(0, 6))) return 'area';
  if (!isBirthday(value.slice(6, 14), today)) return 'birthday';
  return idNumberCheckDigit(value) === value.charAt(17) ? undefined : 'checkDigit';
}

/** Whether a normalized value is a valid resident identity number or residence permit number on `today`. */
export function isIdNumber(value: string, today: string): boolean {
  return findIdNumberFault(value, today) === undefined;
}

/** Whether a normalized value is a valid residence permit number of a Hong Kong, Macao or Taiwan resident. */
export function isResidencePermit(value: string, today: string): boolean {
  return PERMIT_AREAS.has(value.slice(0, 6)) && isIdNumber(value, today);
}

/** Reads area, birthday and gender from a number, which must be *valid*. */
export function readIdNumber(value: string): IdNumberFacts {
  return {
    areaCode: value.slice(0, 6),
    birthday: toDate(value.slice(6, 14)),
    gender: Number(value.charAt(16)) % 2 === 1 ? 'male' : 'female',
  };
}

/**
 * Age in full years on `today`. Both dates are YYYY-MM-DD. Somebody born on 29 February completes a year on 1 March.
 */
export function ageOn(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return today.slice(5) < birthday.slice(5) ? years - 1 : years;
}

/**
 * Whether a normalized value can be the number of a passport of any country. Formats vary, so treat a mismatch as a
 * warning only.
 */
export function isPassport(value: string): boolean {
  return /^[A-Z0-9]{5,17}$/.test(value);
}

/**
 * Whether a normalized value is the number of a mainland travel permit of a Hong Kong or Macao resident (港澳居民来往内地通行证).
 */
export function isHmPermit(value: string): boolean {
  return /^[HM]\d{8,10}$/.test(value);
}

/** Whether a normalized value is the number of a mainland travel permit of a Taiwan resident (台胞证). */
export function isTaiwanPermit(value: string): boolean {
  return /^\d{8}(\d{2})?$/.test(value);
}

/**
 * Whether a normalized value is the number of a foreign permanent resident card: three letters and twelve digits, or
 * since 2023-12-01 eighteen characters (9, province, nationality, birthday, serial number, check digit). Of the new
 * form only the birthday is checked, because the rule of the check digit is not published.
 */
export function isForeignResident(value: string, today: string): boolean {
  if (/^[A-Z]{3}\d{12}$/.test(value)) return true;
  return /^9\d{16}[\dX]$/.test(value) && isBirthday(value.slice(6, 14), today);
}

/** Whether a normalized number is valid for this kind of identity document. `today` is YYYY-MM-DD. */
export function isIdDocument(kind: IdDocumentKind, value: string, today: string): boolean {
  switch (kind) {
    case 'id_card':
      return isIdNumber(value, today) && !isResidencePermit(value, today);
    case 'residence_permit':
      return isResidencePermit(value, today);
    case 'passport':
      return isPassport(value);
    case 'hm_permit':
      return isHmPermit(value);
    case 'taiwan_permit':
      return isTaiwanPermit(value);
    case 'foreign_resident':
      return isForeignResident(value, today);
  }
}
