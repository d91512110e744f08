import type { ReadingLevels } from './time-series.ts';

type Steps = Pick<ReadingLevels, 'steps' | 'downBy' | 'after'>;

/**
 * The steps that are in force. For each of them, since when (unix seconds) all values have been below the step by at
 * least `downBy`; null: the last value was not.
 */
export type LevelStepsInForce = Readonly<Record<number, number | null>>;

/** The percentages of the steps, the lowest first. */
export const levelStepPercentages = ({ steps }: Pick<ReadingLevels, 'steps'>): number[] =>
  Object.keys(steps)
    .map(Number)
    .sort((one, other) => one - other);

/** The level: the highest step in force, or 0 if none is. */
export const levelFromStepsInForce = (inForce: LevelStepsInForce): number =>
  Math.max(0, ...Object.keys(inForce).map(Number));

/**
 * The steps in force after another value (`percent` of the limit) at a later moment (`at`, unix seconds). A step begins
 * as soon as a value reaches it. It ends when all values over at least `after` have been below it by `downBy`.
 */
export function levelStepsAfterReading(
  levels: Steps,
  inForce: LevelStepsInForce,
  { at, percent }: { at: number; percent: number },
) {
  const next: Record<number, number | null> = {};
  for (const step of levelStepPercentages(levels)) {
    const below = inForce[step];
    if (percent >= step) next[step] = null;
    else if (below === undefined) continue;
    else if (percent >= step - levels.downBy) next[step] = null;
    else {
      const since = below ?? at;
      if (at - since < levels.after.minutes * 60) next[step] = since;
    }
  }
  return next as LevelStepsInForce;
}

/**
 * The same steps after a gap in the readings. Nobody knows the values meanwhile, so that the time for leaving a step
 * begins anew.
 */
export const levelStepsAfterGap = (inForce: LevelStepsInForce): LevelStepsInForce =>
  Object.fromEntries(Object.keys(inForce).map((step) => [step, null]));
