import type { DayAhead } from './day-with-visitor-counts-and-weather-types.ts';
import { valueAt } from './day-with-visitor-counts-and-weather-types.ts';
import { type ErrorBands, edgeOfBand, edgeOfDay, errorFloor } from './fit-forecast-error-bands.ts';
import type { VisitorForecast } from './fit-visitor-forecast.ts';

/** Visitors by slot: with a probability of 10, 50 and 90 % no more come. NaN in slots that have passed. */
export interface ForecastCurves {
  readonly p10: Float64Array;
  readonly p50: Float64Array;
  readonly p90: Float64Array;
}

/** The bands of a spot, and the factor by which the coverage of the last days widens or narrows them. */
export interface CalibratedBands {
  readonly bands: ErrorBands;
  readonly width: number;
}

/** Forecasts the rest of a day of which `elapsed` slots have passed. */
export function forecastRest(
  forecast: VisitorForecast,
  day: DayAhead,
  today: { readonly curve: Float64Array; readonly elapsed: number; readonly slotsPerHour: number },
  { bands, width }: CalibratedBands,
): ForecastCurves {
  const p50 = forecast.expectRest(day, today.curve, today.elapsed);
  const floor = errorFloor(forecast.expectDay(day));
  const hours = (slot: number) => (slot - today.elapsed + 1) / today.slotsPerHour;
  return addBand(p50, floor, {
    low: (slot) => edgeOfBand(bands.low, hours(slot), width),
    high: (slot) => edgeOfBand(bands.high, hours(slot), width),
  });
}

/** Forecasts a whole day that begins so many days after the last one of the history. */
export function forecastDay(
  forecast: VisitorForecast,
  day: DayAhead,
  daysAhead: number,
  { bands, width }: CalibratedBands,
): ForecastCurves {
  const p50 = forecast.expectDay(day);
  const [low, high] = [edgeOfDay(bands.low, daysAhead, width), edgeOfDay(bands.high, daysAhead, width)];
  return addBand(p50, errorFloor(p50), { low: () => low, high: () => high });
}

interface Edges {
  low(slot: number): number;
  high(slot: number): number;
}

function addBand(p50: Float64Array, floor: number, edges: Edges): ForecastCurves {
  const [p10, p90] = [new Float64Array(p50.length), new Float64Array(p50.length)];
  for (let slot = 0; slot < p50.length; slot++) {
    const middle = valueAt(p50, slot);
    // past errors of one sign must not move the middle out of its band
    p10[slot] = Math.max(middle + Math.min(edges.low(slot), 0) * (middle + floor), 0);
    p90[slot] = middle + Math.max(edges.high(slot), 0) * (middle + floor);
  }
  return { p10, p50, p90 };
}
