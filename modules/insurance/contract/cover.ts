import { addDays } from '#kernel/calendar.ts';
import type { Check } from '#kernel/guard.ts';
import { policy, standingStates } from './policy.ts';

/** First and last day of something, both of it. */
export interface Days {
  readonly from_on: string;
  readonly to_on: string;
}

/** The policies an enterprise is insured by as an agency, which an officer has verified. */
export const liabilityOf = (enterprise: number): readonly Check[] => [
  ['enterprise_id', '=', enterprise],
  ['kind', '=', 'liability'],
  ['verification', '=', 'verified'],
  ['status', 'IN', standingStates],
];

/** Those of them that cover any day of an interval: what {@link areCovered} wants to be told. */
export const liabilityWithin = (enterprise: number, from: string, to: string): readonly Check[] => [
  ...liabilityOf(enterprise),
  ['from_on', '<=', to],
  ['to_on', '>=', from],
];

/** One policy that covers a whole interval: enough where it need not be put together from two. */
export const coversThrough = (enterprise: number, from: string, to: string): readonly Check[] => [
  ...liabilityOf(enterprise),
  ['from_on', '<=', from],
  ['to_on', '>=', to],
];

/** The resource these conditions are asked of. */
export const coverResource = policy;

/** The days of an interval that no policy covers, as intervals, earliest first. */
export function gapsWithin(policies: readonly Days[], from: string, to: string): readonly Days[] {
  const gaps: Days[] = [];
  let next = from;
  for (const { from_on, to_on } of [...policies].sort((a, b) => (a.from_on < b.from_on ? -1 : 1))) {
    if (next > to || from_on > to) break;
    if (from_on > next) gaps.push({ from_on: next, to_on: addDays(from_on, -1) });
    if (to_on >= next) next = addDays(to_on, 1);
  }
  if (next <= to) gaps.push({ from_on: next, to_on: to });
  return gaps;
}

/** Whether policies, one after the other, cover every day of an interval: a trip may last over a renewal. */
export const areCovered = (policies: readonly Days[], from: string, to: string): boolean =>
  gapsWithin(policies, from, to).length === 0;
