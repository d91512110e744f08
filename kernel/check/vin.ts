import { withoutSeparators } from './normalise-width-spaces-and-dashes.ts';

/** Values of letters in a vehicle identification number (GB 16735-2019, Annex A). I, O and Q do not occur. */
const letters: Readonly<Record<string, number>> = Object.fromEntries(
  ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'].flatMap((group, at) =>
    [...group].map((letter) => [letter, at + 1]),
  ),
);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Converts a number to half-width and upper case, and removes spaces, dashes and invisible marks. */
export const normalizeVin = (value: string): string => withoutSeparators(value).toUpperCase();

/** Whether a value, once normalised, has the format of a vehicle identification number. */
export const isVin = (value: string): boolean => /^[A-HJ-NPR-Z\d]{17}$/.test(normalizeVin(value));

/**
 * The check digit that the other characters require as the ninth of the seventeen. Undefined: the value has not the
 * format.
 */
export function vinCheckDigit(value: string): string | undefined {
  const vin = normalizeVin(value);
  if (!/^[A-HJ-NPR-Z\d]{17}$/.test(vin)) return undefined;
  const sum = [...vin].reduce((all, one, at) => all + (letters[one] ?? Number(one)) * (weights[at] ?? 0), 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}
