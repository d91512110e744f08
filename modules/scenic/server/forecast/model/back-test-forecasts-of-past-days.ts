import { addDays } from '#kernel/time/shanghai-time.ts';
import {
  addErrors,
  type BackTestOfDay,
  backTestDay,
  type ErrorsOfDay,
  noErrors,
} from './back-test-forecasts-of-day.ts';
import type { DayOfVisitors } from './day-with-visitor-counts-and-weather-types.ts';
import { type ErrorBands, fitErrorBands, leads } from './fit-forecast-error-bands.ts';
import { fitVisitorForecast, type VisitorForecast } from './fit-visitor-forecast.ts';

/** Days whose errors make the bands. */
export const daysOfBands = 60;

/** What is on record of a back-tested day. */
export type TestedDay = Pick<BackTestOfDay, 'relative' | 'width'> & {
  readonly date: string;
  readonly errors: ErrorsOfDay;
};

/** The errors of tested days by lead. */
export const errorsByLead = (tested: readonly Pick<TestedDay, 'relative'>[]): number[][] =>
  Array.from({ length: leads }, (_, lead) => tested.flatMap(({ relative }) => relative[lead] ?? []));

/** The bands that the tested days before a day give it. */
export const bandsAfter = (tested: readonly Pick<TestedDay, 'relative' | 'width'>[], others?: ErrorBands) => ({
  bands: fitErrorBands(errorsByLead(tested.slice(-daysOfBands)), others),
  width: tested.at(-1)?.width ?? 1,
});

/**
 * Tests the days of a history from `from` on, one after the other, each by forecasts that knew nothing of it. `before` are
 * the days tested earlier, oldest first. Days without any reading or history are passed over.
 */
export function backTestHistory(
  history: readonly DayOfVisitors[],
  { from, slotsPerHour, before = [], others }: BackTestOptions,
): TestedDay[] {
  const fits = new Map<number, VisitorForecast | undefined>();
  const fitBefore = (index: number) => {
    if (!fits.has(index))
      fits.set(index, fitVisitorForecast(history.slice(Math.max(index - mostDays, 0), index), slotsPerHour));
    return fits.get(index);
  };
  const tested: TestedDay[] = [...before];
  const byDate = new Map(history.map((day, index) => [day.date, index]));
  for (const [index, day] of history.entries()) {
    if (day.date < from) continue;
    const dayBefore = fitBefore(index);
    if (!dayBefore) continue;
    const week = byDate.get(addDays(day.date, -7));
    // made at the end of the day a week before
    const weekBefore = week === undefined ? undefined : fitBefore(week + 1);
    const bands = bandsAfter(tested, others);
    const lastWeek = week === undefined ? undefined : history[week];
    const result = backTestDay({ dayBefore, weekBefore, bands }, day, lastWeek, slotsPerHour);
    tested.push({ date: day.date, ...result });
    // fits of more than a week ago are not needed again
    fits.delete(index - 8);
  }
  return tested.slice(before.length);
}

/** Days of history that a fit looks at: a year, so that every holiday has been there once, and its neighbours. */
export const mostDays = 400;

export interface BackTestOptions {
  readonly from: string;
  readonly slotsPerHour: number;
  readonly before?: readonly TestedDay[];
  /** The bands of other spots, for one with few errors on record. */
  readonly others?: ErrorBands;
}

/** The errors of several days together. */
export function addUpErrors(tested: readonly Pick<TestedDay, 'errors'>[]): ErrorsOfDay {
  const sum = noErrors();
  for (const { errors } of tested) addErrors(sum, errors);
  return sum;
}
