import { correctPlate, normalizePlate, parsePlate } from '#kernel/check/vehicle-plate.ts';

/** The kind of search an officer typed, with its normalised value. */
export type ParsedRoadsideLookup =
  | { readonly means: 'plate'; readonly value: string }
  | { readonly means: 'team'; readonly value: string }
  | { readonly means: 'card'; readonly value: string }
  | { readonly means: 'part'; readonly value: string };

/** `T` + area + date + number; longer numbers are those of guides */
const teamNumber = /^T\d{8,24}$/;

/**
 * Parses a search: a plate with or without spaces, dots or the word for it, with the province at any place (domain
 * reference Appendix K.16); a team number; a guide card number. Anything else may be part of a plate: people remember
 * its last characters.
 */
export function parseRoadsideLookupText(typed: string): ParsedRoadsideLookup | undefined {
  const bare = normalizePlate(typed);
  if (bare === '') return undefined;
  const plate = parsePlate(bare) ?? parsePlate(correctPlate(bare));
  if (plate) return { means: 'plate', value: plate.plate };
  if (teamNumber.test(bare)) return { means: 'team', value: bare };
  if (/^[A-Z0-9]{1,4}-?\d{6,}$|^\d{8,}$/.test(bare)) return { means: 'card', value: bare };
  return /^[\p{Script=Han}]?[A-Z0-9]{3,8}[挂学警港澳试超领]?$/u.test(bare)
    ? { means: 'part', value: correctPlate(bare) }
    : undefined;
}
