import type { RewardUnit } from './dictionary.ts';

/**
 * One step of a policy's rules for a kind of visit (domain reference §2.P): whoever brings so many guests for so many nights
 * is paid so much for each. Of several steps the one with the highest least number that was reached counts. Amounts in
 * cents.
 */
export interface RewardStep {
  readonly minPax: number;
  readonly minNights: number;
  readonly unit: RewardUnit;
  readonly amount: number;
  /** Most that is paid for one team; undefined: no limit. */
  readonly capPerGroup?: number | undefined;
}

/** What a team brought: guests that count, nights, vehicles. */
export interface Brought {
  readonly pax: number;
  readonly nights: number;
  readonly vehicles: number;
}

/** What is paid for in a unit, of one team. */
const unitsOf: Readonly<Record<RewardUnit, (team: Brought) => number>> = {
  person: ({ pax }) => pax,
  person_night: ({ pax, nights }) => pax * nights,
  vehicle: ({ vehicles }) => vehicles,
  group: () => 1,
};

/** The step a team reached, or undefined where it reached none. */
export const stepOf = (steps: readonly RewardStep[], team: Brought): RewardStep | undefined =>
  steps
    .filter(({ minPax, minNights }) => team.pax >= minPax && team.nights >= minNights)
    .reduce<RewardStep | undefined>(
      (best, one) =>
        !best || one.minPax > best.minPax || (one.minPax === best.minPax && one.minNights > best.minNights)
          ? one
          : best,
      undefined,
    );

/** What a policy pays for one team, in cents; 0 where it reached no step. */
export function rewardOf(steps: readonly RewardStep[], team: Brought): number {
  const step = stepOf(steps, team);
  if (!step) return 0;
  const full = step.amount * unitsOf[step.unit](team);
  return step.capPerGroup === undefined ? full : Math.min(full, step.capPerGroup);
}

/** The steps nearest to what a team brought, for the words of a refusal. */
export const leastStep = (steps: readonly RewardStep[]): RewardStep | undefined =>
  steps.reduce<RewardStep | undefined>((least, one) => (!least || one.minPax < least.minPax ? one : least), undefined);
