import { correctPlate, normalizePlate, parsePlate } from '#kernel/check/plate.ts';

/** What an officer typed, as far as it can be understood. */
export type LookupInput =
  | { readonly means: 'plate'; readonly value: string }
  | { readonly means: 'team'; readonly value: string }
  | { readonly means: 'card'; readonly value: string }
  | { readonly means: 'part'; readonly value: string };

/** `T` + area + day + number; longer ones of other makers are numbers of guides. */
const teamNumber = /^T\d{8,24}$/;

/**
 * Understands a plate with or without blanks, dots, the word for it and with the province in any place it is spoken in
 * (domain reference Appendix K.16); a team number; the number of a guide card. What is no plate may be a part of one: its
 * last characters, as they are remembered.
 */
export function parseLookup(typed: string): LookupInput | undefined {
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
