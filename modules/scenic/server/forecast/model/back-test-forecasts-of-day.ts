import { type DayOfVisitors, valueAt } from './day-with-visitor-counts-and-weather-types.ts';
import { bandShare, dayLead, errorFloor, leads, weekLead, widthAfter } from './fit-forecast-error-bands.ts';
import type { VisitorForecast } from './fit-visitor-forecast.ts';
import {
  type CalibratedBands,
  type ForecastCurves,
  forecastDay,
  forecastRest,
} from './forecast-curves-with-error-band.ts';
import { hoursAhead } from './track-deviation-of-today-and-fit-how-long-it-lasts.ts';

/** Errors of the forecasts of one day, by lead (`leads`). Sums, so that days can be added. */
export interface ErrorsOfDay {
  /** Forecasts compared with what came. */
  readonly compared: Float64Array;
  readonly absoluteError: Float64Array;
  readonly visitors: Float64Array;
  /** Forecasts of at least a tenth of the peak, and their errors as shares of what came. */
  readonly counted: Float64Array;
  readonly relativeError: Float64Array;
  /** How often P10 ≤ visitors ≤ P90. */
  readonly covered: Float64Array;
  /** Errors of the forecast and of "as on the same day last week", where there were readings a week ago. */
  readonly paired: Float64Array;
  readonly pairedError: Float64Array;
  readonly lastWeekError: Float64Array;
}

/** What a back-tested day teaches: its errors, those relative to the forecast by lead, and the width of the next day. */
export interface BackTestOfDay {
  readonly errors: ErrorsOfDay;
  readonly relative: readonly (readonly number[])[];
  readonly width: number;
}

export interface ForecastsToTest {
  /** Fitted to the days before the one tested. */
  readonly dayBefore: VisitorForecast;
  /** Fitted to the days up to a week before; undefined: there were none. */
  readonly weekBefore: VisitorForecast | undefined;
  readonly bands: CalibratedBands;
}

export const noErrors = (): ErrorsOfDay => ({
  compared: new Float64Array(leads),
  absoluteError: new Float64Array(leads),
  visitors: new Float64Array(leads),
  counted: new Float64Array(leads),
  relativeError: new Float64Array(leads),
  covered: new Float64Array(leads),
  paired: new Float64Array(leads),
  pairedError: new Float64Array(leads),
  lastWeekError: new Float64Array(leads),
});

/**
 * Tests a past day as if it were being forecast: every hour from its opening for each hour to its end, the evening
 * before, and a week before, each time without anything that was not on record then.
 */
export function backTestDay(
  { dayBefore, weekBefore, bands }: ForecastsToTest,
  day: DayOfVisitors,
  lastWeek: DayOfVisitors | undefined,
  slotsPerHour: number,
): BackTestOfDay {
  const test = new ErrorCollector(day, lastWeek, dayBefore);
  const slots = day.curve.length;
  const ends: number[] = [];
  for (let slot = slotsPerHour - 1; slot < slots; slot += slotsPerHour) ends.push(slot);
  for (const end of ends) {
    const elapsed = end + 1;
    if (elapsed >= slots || Number.isNaN(valueAt(day.curve, end))) continue;
    const curves = forecastRest(dayBefore, day, { curve: day.curve, elapsed, slotsPerHour }, bands);
    for (let hours = 1; hours <= hoursAhead; hours++) test.add(hours - 1, end + hours * slotsPerHour, curves);
  }
  const evening = forecastDay(dayBefore, day, 1, bands);
  const early = weekBefore && forecastDay(weekBefore, day, 7, bands);
  for (const end of slotsPerHour === 1 && slots === 1 ? [0] : ends) {
    test.add(dayLead, end, evening);
    if (early) test.add(weekLead, end, early);
  }
  const { compared, covered } = test.errors;
  const [all, within] = [sumOf(compared), sumOf(covered)];
  return {
    errors: test.errors,
    relative: test.relative,
    width: all === 0 ? bands.width : widthAfter(bands.width, within / all),
  };
}

class ErrorCollector {
  readonly errors = noErrors();
  readonly relative: number[][] = Array.from({ length: leads }, () => []);
  private readonly floor: number;
  private readonly day: DayOfVisitors;
  private readonly lastWeek: DayOfVisitors | undefined;

  constructor(day: DayOfVisitors, lastWeek: DayOfVisitors | undefined, forecast: VisitorForecast) {
    this.day = day;
    this.lastWeek = lastWeek;
    this.floor = errorFloor(forecast.expectDay(day));
  }

  add(lead: number, slot: number, { p10, p50, p90 }: ForecastCurves): void {
    const came = valueAt(this.day.curve, slot);
    const middle = valueAt(p50, slot);
    if (Number.isNaN(came) || Number.isNaN(middle)) return;
    const { errors } = this;
    const error = Math.abs(came - middle);
    increase(errors.compared, lead, 1);
    increase(errors.absoluteError, lead, error);
    increase(errors.visitors, lead, came);
    // the floor is a twentieth of the peak
    if (came >= 2 * this.floor) {
      increase(errors.counted, lead, 1);
      increase(errors.relativeError, lead, error / came);
    }
    if (came >= Math.floor(valueAt(p10, slot)) && came <= Math.ceil(valueAt(p90, slot)))
      increase(errors.covered, lead, 1);
    this.relative[lead]?.push((came - middle) / (middle + this.floor));
    const before = valueAt(this.lastWeek?.curve ?? [], slot);
    if (Number.isNaN(before)) return;
    increase(errors.paired, lead, 1);
    increase(errors.pairedError, lead, error);
    increase(errors.lastWeekError, lead, Math.abs(came - before));
  }
}

function increase(sums: Float64Array, lead: number, by: number): void {
  sums[lead] = valueAt(sums, lead) + by;
}

export const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** Adds the errors of another day. */
export function addErrors(into: ErrorsOfDay, other: ErrorsOfDay): void {
  for (const name of Object.keys(into) as (keyof ErrorsOfDay)[])
    for (let lead = 0; lead < leads; lead++) increase(into[name], lead, valueAt(other[name], lead));
}

/** Errors as people read them; NaN where nothing was compared. */
export interface ErrorSummary {
  readonly compared: number;
  /** Mean error in visitors. */
  readonly mae: number;
  /** Mean error as a share of what came, 0 to 1, of times with at least a tenth of the peak. */
  readonly mape: number;
  /** Share of times within the band. */
  readonly coverage: number;
  /** By how much the error is smaller than that of "as on the same day last week": 0.3 is 30 % smaller. */
  readonly betterThanLastWeek: number;
}

/** Summarises the errors of some leads: of one, of all by default. */
export function summariseErrors(errors: ErrorsOfDay, from = 0, until = leads): ErrorSummary {
  const sum = (values: Float64Array) => sumOf(values.subarray(from, until));
  const compared = sum(errors.compared);
  return {
    compared,
    mae: sum(errors.absoluteError) / compared,
    mape: sum(errors.relativeError) / sum(errors.counted),
    coverage: sum(errors.covered) / compared,
    betterThanLastWeek: 1 - sum(errors.pairedError) / sum(errors.lastWeekError),
  };
}

/** Whether a coverage is within five points of the one aimed at. */
export const isCalibrated = (coverage: number): boolean => Math.abs(coverage - bandShare) <= 0.05;
