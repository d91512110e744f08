import type { RewardUnit } from './reward-kinds-units-and-check-codes.ts';

/**
 * One step of a policy's rules for a kind of visit (domain reference §2.P): an agency that brings this many guests for
 * this many nights is paid the amount per unit. Of several reached steps the one with the strictest conditions counts.
 * Amounts in cents.
 */
export interface RewardStep {
  readonly minPax: number;
  readonly minNights: number;
  readonly minVehicles: number;
  /** Ticketed sights on the itinerary. */
  readonly minScenic: number;
  /** Guests of this kind that the enterprise has brought within the year, including these. */
  readonly minYear: number;
  readonly unit: RewardUnit;
  readonly amount: number;
  /** Maximum amount per team; undefined: no limit. */
  readonly capPerGroup?: number | undefined;
}

/**
 * What a team brought: eligible guests, nights, vehicles, ticketed sights; and the enterprise's guests within the year.
 */
export interface TeamFigures {
  readonly pax: number;
  readonly nights: number;
  readonly vehicles: number;
  readonly scenic: number;
  readonly year: number;
}

/** Number of units paid per team: a team comes by one flight or one train. */
const unitsOf: Readonly<Record<RewardUnit, (team: TeamFigures) => number>> = {
  person: ({ pax }) => pax,
  person_night: ({ pax, nights }) => pax * nights,
  vehicle: ({ vehicles }) => vehicles,
  group: () => 1,
  flight: () => 1,
  train: () => 1,
};

const isReached = (step: RewardStep, team: TeamFigures): boolean =>
  team.pax >= step.minPax &&
  team.nights >= step.minNights &&
  team.vehicles >= step.minVehicles &&
  team.scenic >= step.minScenic &&
  team.year >= step.minYear;

/**
 * Conditions of a step in order of comparison. The year comes first: an agency that brought thousands is paid by that
 * tier for every team.
 */
const minimumsOf = ({ minYear, minPax, minNights, minVehicles, minScenic }: RewardStep): readonly number[] => [
  minYear,
  minPax,
  minNights,
  minVehicles,
  minScenic,
];

function isStricter(one: RewardStep, other: RewardStep): boolean {
  const [mine, theirs] = [minimumsOf(one), minimumsOf(other)];
  const at = mine.findIndex((least, place) => least !== theirs[place]);
  return at >= 0 && (mine[at] ?? 0) > (theirs[at] ?? 0);
}

/** The step a team reached; undefined if none. */
export const reachedStepOf = (steps: readonly RewardStep[], team: TeamFigures): RewardStep | undefined =>
  steps
    .filter((one) => isReached(one, team))
    .reduce<RewardStep | undefined>((best, one) => (!best || isStricter(one, best) ? one : best), undefined);

/** Reward for one team in cents; 0 if it reached no step. */
export function rewardForTeam(steps: readonly RewardStep[], team: TeamFigures): number {
  const step = reachedStepOf(steps, team);
  if (!step) return 0;
  const full = step.amount * unitsOf[step.unit](team);
  return step.capPerGroup === undefined ? full : Math.min(full, step.capPerGroup);
}

/** The step with the lowest conditions, for the text of a refusal. */
export const leastStep = (steps: readonly RewardStep[]): RewardStep | undefined =>
  steps.reduce<RewardStep | undefined>((least, one) => (!least || isStricter(least, one) ? one : least), undefined);
