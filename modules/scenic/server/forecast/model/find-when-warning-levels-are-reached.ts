import { valueAt } from './day-with-visitor-counts-and-weather-types.ts';
import type { ForecastCurves } from './forecast-curves-with-error-band.ts';

/** When visitors reach a warning level. Moments are minutes from the beginning of the first slot; null: not on this day. */
export interface LevelArrival {
  /** Percent of the limit. */
  readonly level: number;
  /** By the forecast, and earliest and latest with a probability of 80 %. */
  readonly at: number | null;
  readonly earliest: number | null;
  readonly latest: number | null;
}

/**
 * When the forecast reaches each level of a limit. `inside` is the count of the last slot that has passed: a level it has
 * reached already is left out, because it is a warning and no longer a forecast. Between two slots the moment lies on the
 * line between them. Levels that even P90 does not reach are left out.
 */
export function findLevelArrivals(
  { p10, p50, p90 }: ForecastCurves,
  { limit, levels, elapsed, inside, minutes }: SharedForecastInput,
): LevelArrival[] {
  return levels.flatMap((level) => {
    const visitors = (limit * level) / 100;
    if (!Number.isNaN(inside) && inside >= visitors) return [];
    const reach = (curve: Float64Array) => firstReach(curve, visitors, elapsed, inside);
    const earliest = reach(p90);
    if (earliest === null) return [];
    const inMinutes = (slot: number | null) => (slot === null ? null : Math.round(slot * minutes));
    return [{ level, at: inMinutes(reach(p50)), earliest: inMinutes(earliest), latest: inMinutes(reach(p10)) }];
  });
}

export interface SharedForecastInput {
  /** The visitors who may be inside at the same time. */
  readonly limit: number;
  readonly levels: readonly number[];
  /** Slots that have passed. */
  readonly elapsed: number;
  /** Visitors in the last of them; NaN: no reading. */
  readonly inside: number;
  /** Length of a slot. */
  readonly minutes: number;
}

/** In slots from the beginning of the day. The count of a slot is that at its end. */
function firstReach(curve: Float64Array, visitors: number, elapsed: number, inside: number): number | null {
  let before = inside;
  for (let slot = elapsed; slot < curve.length; slot++) {
    const value = valueAt(curve, slot);
    if (value >= visitors) {
      const share = Number.isNaN(before) || before >= value ? 0 : (visitors - before) / (value - before);
      return slot + Math.max(share, 0);
    }
    before = value;
  }
  return null;
}
