import type { ReadingLevels } from './time-series.ts';

type Steps = Pick<ReadingLevels, 'steps' | 'downBy' | 'after'>;

/**
 * For each step that is in force, when the value was first seen below it by `downBy` without being seen above since
 * (unix seconds); null: it is not below.
 */
export type StepsInForce = Readonly<Record<number, number | null>>;

/** Percentages of the steps, the lowest first. */
export const stepsOf = ({ steps }: Pick<ReadingLevels, 'steps'>): number[] =>
  Object.keys(steps)
    .map(Number)
    .sort((one, other) => one - other);

/** The level: the highest step in force, 0 below all of them. */
export const levelOf = (inForce: StepsInForce): number => Math.max(0, ...Object.keys(inForce).map(Number));

/**
 * The steps in force after a value, as a percentage of the limit, at a later moment. Each step begins at once when the
 * value reaches it, and ends when all values of at least `after` were below it by `downBy`.
 */
export function followValue(levels: Steps, inForce: StepsInForce, { at, percent }: { at: number; percent: number }) {
  const next: Record<number, number | null> = {};
  for (const step of stepsOf(levels)) {
    const below = inForce[step];
    if (percent >= step) next[step] = null;
    else if (below === undefined) continue;
    else if (percent >= step - levels.downBy) next[step] = null;
    else {
      const since = below ?? at;
      if (at - since < levels.after.minutes * 60) next[step] = since;
    }
  }
  return next as StepsInForce;
}

/** The same steps after a gap in the readings: nobody knows what the value was meanwhile, so waiting begins anew. */
export const afterGap = (inForce: StepsInForce): StepsInForce =>
  Object.fromEntries(Object.keys(inForce).map((step) => [step, null]));
