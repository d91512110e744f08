import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { inForceInsurancePolicyStates, insurancePolicy } from './insurance-policy.ts';

/** First and last day, inclusive. */
export interface CoverDays {
  readonly from_on: string;
  readonly to_on: string;
}

/** Verified liability policies of agencies that were not ended with their business. */
export const liabilityConditions: readonly RowCondition[] = [
  ['kind', '=', 'liability'],
  ['verification', '=', 'verified'],
  ['status', 'IN', inForceInsurancePolicyStates],
  ['validity', '<>', 'ended'],
];

/**
 * Liability policies covering any day of an interval: the input of {@link areCovered}, for an agency and its branches.
 */
export const liabilityConditionsWithin = (from: string, to: string): readonly RowCondition[] => [
  ...liabilityConditions,
  ['from_on', '<=', to],
  ['to_on', '>=', from],
];

/** The resource these conditions apply to. */
export const liabilityResource = insurancePolicy;

/** Sub-intervals without any covering policy, earliest first. */
export function coverGapsWithin(policies: readonly CoverDays[], from: string, to: string): readonly CoverDays[] {
  const gaps: CoverDays[] = [];
  let next = from;
  for (const { from_on, to_on } of [...policies].sort((a, b) => (a.from_on < b.from_on ? -1 : 1))) {
    if (next > to || from_on > to) break;
    if (from_on > next) gaps.push({ from_on: next, to_on: addDays(from_on, -1) });
    if (to_on >= next) next = addDays(to_on, 1);
  }
  if (next <= to) gaps.push({ from_on: next, to_on: to });
  return gaps;
}

/** Whether consecutive policies cover every day of an interval: a trip may last across a renewal. */
export const areCovered = (policies: readonly CoverDays[], from: string, to: string): boolean =>
  coverGapsWithin(policies, from, to).length === 0;
