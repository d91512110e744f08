import type { RowCondition } from '#kernel/declaration/row-condition.ts';
import { addDays } from '#kernel/time/calendar.ts';
import { policy, standingStates } from './policy.ts';

/** First and last day of something, both of it. */
export interface Days {
  readonly from_on: string;
  readonly to_on: string;
}

/** The policies enterprises are insured by as agencies, which an officer has verified and which did not end with their business. */
export const liability: readonly RowCondition[] = [
  ['kind', '=', 'liability'],
  ['verification', '=', 'verified'],
  ['status', 'IN', standingStates],
  ['validity', '<>', 'ended'],
];

/** Those that cover any day of an interval: what {@link areCovered} wants to be told, of an agency and whose branch it is. */
export const liabilityWithin = (from: string, to: string): readonly RowCondition[] => [
  ...liability,
  ['from_on', '<=', to],
  ['to_on', '>=', from],
];

/** The resource these conditions apply to. */
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
