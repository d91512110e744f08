import { addDays } from '#kernel/time/shanghai-time.ts';
import {
  daysAhead,
  type ForecastOfDay,
  levelsForecast,
  minutesOfSlot,
  slotsPerHour,
} from '../../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { mostDays } from '../model/back-test-forecasts-of-past-days.ts';
import { valueAt } from '../model/day-with-visitor-counts-and-weather-types.ts';
import { findLevelArrivals } from '../model/find-when-warning-levels-are-reached.ts';
import { fitErrorBands } from '../model/fit-forecast-error-bands.ts';
import { fitVisitorForecast } from '../model/fit-visitor-forecast.ts';
import {
  type CalibratedBands,
  type ForecastCurves,
  forecastDay,
  forecastRest,
} from '../model/forecast-curves-with-error-band.ts';
import type { Spot } from './parse-spot-history-from-database-text.ts';

const bandsOf = ({ accuracy, others }: Pick<Spot, 'accuracy' | 'others'>): CalibratedBands => ({
  bands: accuracy?.bands ?? fitErrorBands([], others),
  width: accuracy?.width ?? 1,
});

/** Forecasts the rest of today from its last reading on. Null: the spot has no history, stays shut, or its day has passed. */
export function forecastSpotToday(spot: Spot): ForecastOfDay | null {
  const { history, today, first, end, limit, minute } = spot;
  if (spot.shut.includes(today.date)) return null;
  const forecast = fitVisitorForecast(history.slice(-mostDays), slotsPerHour);
  const elapsed = 1 + today.curve.findLastIndex((value) => !Number.isNaN(value));
  if (!forecast || elapsed >= today.curve.length || minute >= end * minutesOfSlot) return null;
  const curves = forecastRest(forecast, today, { curve: today.curve, elapsed, slotsPerHour }, bandsOf(spot));
  const ground = { elapsed, inside: valueAt(today.curve, elapsed - 1), minutes: minutesOfSlot };
  return describe(curves, { first, from: elapsed, limit, ground, minute });
}

/** Forecasts the days from today on, none of which has begun, as far as the spot opens. */
export function forecastSpotAhead(spot: Spot, accuracy: Spot['accuracy']): Record<string, ForecastOfDay> {
  const forecast = fitVisitorForecast(spot.history.slice(-mostDays), slotsPerHour);
  if (!forecast) return {};
  const bands = bandsOf({ accuracy, others: spot.others });
  const ground = { elapsed: 0, inside: Number.NaN, minutes: minutesOfSlot };
  const days: Record<string, ForecastOfDay> = {};
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const date = addDays(spot.today.date, ahead);
    if (spot.shut.includes(date)) continue;
    const curves = forecastDay(forecast, spot.dayAhead(date), ahead + 1, bands);
    days[date] = describe(curves, { first: spot.first, from: 0, limit: spot.limit, ground, minute: 0 });
  }
  return days;
}

interface Describing {
  readonly first: number;
  readonly from: number;
  readonly limit: number | null;
  /** Minute of the day before which nothing can be expected any more. */
  readonly minute: number;
  readonly ground: { readonly elapsed: number; readonly inside: number; readonly minutes: number };
}

function describe(curves: ForecastCurves, { first, from, limit, ground, minute }: Describing): ForecastOfDay {
  const round = (values: Float64Array) => Array.from(values.subarray(from), (value) => Math.round(value));
  const opens = first * minutesOfSlot;
  const ofDay = (minutes: number | null) => (minutes === null ? null : Math.max(opens + minutes, minute));
  return {
    from: opens + from * minutesOfSlot,
    p10: round(curves.p10),
    p50: round(curves.p50),
    p90: round(curves.p90),
    arrivals: limit
      ? findLevelArrivals(curves, { ...ground, limit, levels: levelsForecast }).map((one) => ({
          level: one.level,
          at: ofDay(one.at),
          earliest: ofDay(one.earliest),
          latest: ofDay(one.latest),
        }))
      : [],
  };
}
