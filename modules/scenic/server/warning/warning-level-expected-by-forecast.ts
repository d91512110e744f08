import type { ForecastArrival } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import {
  type ForecastOfDay,
  levelsForecast,
  minutesOfSlot,
} from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';

/** Points below its level at which a forecast no longer expects it: a forecast that wavers around a level warns once. */
const downBy = 5;

export interface ExpectedLevel extends ForecastArrival {
  readonly at: number;
  /** The most visitors expected in the rest of the day. */
  readonly peak: number;
}

/** The highest level above the present one that is expected within some minutes of a minute of the day. */
export function expectedLevelWithin(
  curves: ForecastOfDay,
  { minute, ahead, level }: { readonly minute: number; readonly ahead: number; readonly level: number },
): ExpectedLevel | undefined {
  const expected = curves.arrivals.flatMap((one) =>
    one.at !== null && one.level > level && one.at <= minute + ahead ? [{ ...one, at: one.at }] : [],
  );
  const highest = expected.toSorted((one, other) => other.level - one.level)[0];
  return highest && { ...highest, peak: peakAfter(curves, minute) };
}

/** Whether an expected level is still expected; it may fall short by less than the margin that ends a warning. */
export const isStillExpected = (curves: ForecastOfDay, level: number, limit: number, minute: number): boolean =>
  peakAfter(curves, minute) * 100 >= limit * (level - downBy);

/** The level that the rest of the day is expected to reach; 0: none. */
export const levelOfRest = (curves: ForecastOfDay, limit: number, minute: number): number =>
  levelsForecast.findLast((level) => peakAfter(curves, minute) * 100 >= limit * level) ?? 0;

const peakAfter = (curves: ForecastOfDay, minute: number): number =>
  Math.max(0, ...curves.p50.filter((_, slot) => curves.from + (slot + 1) * minutesOfSlot > minute));
