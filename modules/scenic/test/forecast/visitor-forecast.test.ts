import { expect, test } from 'vitest';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { expectedPeakLaterToday } from '#modules/scenic/server/forecast/expected-peak-later-today.ts';
import { summariseErrors } from '#modules/scenic/server/forecast/model/back-test-forecasts-of-day.ts';
import {
  addUpErrors,
  backTestHistory,
  bandsAfter,
} from '#modules/scenic/server/forecast/model/back-test-forecasts-of-past-days.ts';
import { createKindOfDay } from '#modules/scenic/server/forecast/model/classify-workday-weekend-or-holiday.ts';
import type { DayOfVisitors } from '#modules/scenic/server/forecast/model/day-with-visitor-counts-and-weather-types.ts';
import { findLevelArrivals } from '#modules/scenic/server/forecast/model/find-when-warning-levels-are-reached.ts';
import { fitVisitorForecast } from '#modules/scenic/server/forecast/model/fit-visitor-forecast.ts';
import { forecastDay, forecastRest } from '#modules/scenic/server/forecast/model/forecast-curves-with-error-band.ts';
import { conformalQuantile, medianInPlace } from '#modules/scenic/server/forecast/model/median-and-quantile.ts';
import { generateAttendance, kindOfDay, slotsPerHour } from './generated-attendance.ts';

test('the kind of a day is its place in a public holiday, weekend included', () => {
  // National Day and Mid-Autumn 2025: 1 to 8 October, made up for on 28 September and 11 October
  const around = [
    '2025-09-28',
    '2025-09-30',
    '2025-10-01',
    '2025-10-04',
    '2025-10-08',
    '2025-10-09',
    '2025-10-11',
    '2025-10-12',
  ];
  expect(around.map(kindOfDay)).toEqual([
    'workday',
    'holiday_eve',
    'holiday_first',
    'holiday_middle',
    'holiday_last',
    'workday',
    'workday',
    'weekend',
  ]);
  expect(['2025-07-09', '2025-07-10', '2025-07-12', '2025-08-31', '2025-09-01'].map(kindOfDay)).toEqual([
    'workday',
    'school_holiday',
    'weekend',
    'weekend',
    'workday',
  ]);
  const overNewYear = createKindOfDay([{ date: '2026-01-01', kind: 'holiday' }], [['12-20', '01-05']]);
  expect(['2025-12-19', '2025-12-31', '2026-01-01', '2026-01-05', '2026-01-06'].map(overNewYear)).toEqual([
    'workday',
    'holiday_eve',
    'holiday_middle',
    'school_holiday',
    'workday',
  ]);
});

test('medians and conformal quantiles', () => {
  expect(medianInPlace(Float64Array.from([5, 1, 4, 9]), 3)).toBe(4);
  expect(medianInPlace(Float64Array.from([5, 1, 4, 2]), 4)).toBe(3);
  expect(medianInPlace(new Float64Array(), 0)).toBeNaN();
  const errors = Float64Array.from({ length: 19 }, (_, n) => n + 1);
  expect([conformalQuantile(errors, 0.1), conformalQuantile(errors, 0.9)]).toEqual([2, 18]);
});

test('levels are reached between two slots, earlier by P90 than by P50, and by P10 perhaps never', () => {
  const curves = {
    p10: Float64Array.from([Number.NaN, 1100, 1300, 1500, 1500]),
    p50: Float64Array.from([Number.NaN, 1200, 1600, 1800, 1700]),
    p90: Float64Array.from([Number.NaN, 1400, 1900, 2100, 2000]),
  };
  const ground = { limit: 2000, levels: [50, 80, 90, 100], elapsed: 1, inside: 1000, minutes: 60 };
  expect(findLevelArrivals(curves, ground)).toEqual([
    // half of 2,000 are inside already
    { level: 80, at: 180, earliest: 144, latest: null },
    { level: 90, at: 240, earliest: 168, latest: null },
    { level: 100, at: null, earliest: 210, latest: null },
  ]);
  expect(findLevelArrivals(curves, { ...ground, limit: 4000, levels: [80] })).toEqual([]);
});

const history = generateAttendance(11, { from: '2025-01-01', days: 330 });
const dates = new Set(history.map(({ date }) => date));

test('on generated attendance the band covers 80 %, and errors are half of those of the same day last week', () => {
  const tested = [11, 12, 13, 14].flatMap((seed) => {
    const days = generateAttendance(seed, { from: '2025-01-01', days: 300 });
    return backTestHistory(days, { from: addDays('2025-01-01', 240), slotsPerHour }).slice(-30);
  });
  const summary = summariseErrors(addUpErrors(tested));
  expect(summary.compared).toBeGreaterThan(5000);
  expect(Math.abs(summary.coverage - 0.8)).toBeLessThan(0.05);
  expect(summary.betterThanLastWeek).toBeGreaterThan(0.5);
  expect(summary.mape).toBeLessThan(0.25);
  // an hour ahead it is better than the evening before
  const [hour, evening] = [summariseErrors(addUpErrors(tested), 0, 1), summariseErrors(addUpErrors(tested), 12, 13)];
  expect(hour.mape).toBeLessThan(0.75 * evening.mape);
});

test('a forecast knows nothing of the day and of what comes after it', () => {
  const from = addDays(history[0]?.date ?? '', 320);
  const changed = history.map((day) =>
    day.date > from ? { ...day, curve: day.curve.map((value) => value * 9) } : day,
  );
  const [one, other] = [history, changed].map((days) => backTestHistory(days, { from, slotsPerHour })[0]);
  expect(one).toEqual(other);
});

test('a busy morning raises the rest of the day, and the band is narrower near than far', () => {
  const forecast = fitVisitorForecast(history.slice(0, -1), slotsPerHour);
  const day = history.at(-1) as DayOfVisitors;
  const expected = forecast?.expectDay(day) ?? new Float64Array();
  const busy = expected.map((value) => value * 1.5);
  const bands = bandsAfter([]);
  const rest = (curve: Float64Array) =>
    forecastRest(forecast as never, day, { curve, elapsed: 16, slotsPerHour }, bands);
  const [usual, raised] = [rest(expected), rest(busy)];
  expect(usual.p50[20]).toBeCloseTo(expected[20] ?? 0, 6);
  expect((raised.p50[17] ?? 0) / (expected[17] ?? 1)).toBeGreaterThan(1.3);
  expect((raised.p50[32] ?? 0) / (expected[32] ?? 1)).toBeGreaterThan(1.1);
  const width = (slot: number) => ((raised.p90[slot] ?? 0) - (raised.p10[slot] ?? 0)) / (raised.p50[slot] ?? 1);
  expect(width(16)).toBeLessThan(width(24));
  expect(raised.p50[15]).toBeNaN();
});

test('days without readings, a closed spot and a first day are no trouble', () => {
  expect(fitVisitorForecast([], slotsPerHour)).toBeUndefined();
  const [empty, closed] = [Number.NaN, 0].map((value) =>
    history.map((day) => ({ ...day, curve: day.curve.map(() => value) })),
  );
  expect(fitVisitorForecast(empty ?? [], slotsPerHour)).toBeUndefined();
  expect(fitVisitorForecast(closed ?? [], slotsPerHour)).toBeUndefined();
  const day = history[40] as DayOfVisitors;
  const first = fitVisitorForecast(history.slice(30, 33), slotsPerHour);
  const { p10, p50, p90 } = forecastDay(first as never, day, 1, bandsAfter([]));
  for (const [slot, value] of p50.entries()) {
    expect(value).toBeGreaterThanOrEqual(p10[slot] ?? Number.NaN);
    expect(value).toBeLessThanOrEqual(p90[slot] ?? Number.NaN);
  }
  expect(dates.size).toBe(330);
});

test('visitors are told of a peak still to come, not of one that is over', () => {
  const curves = { from: 600, p10: [80, 40, 50], p50: [90, 50, 60], p90: [95, 60, 70], arrivals: [] };
  const spot = { instant_max: 100, inside: 30 };
  expect(expectedPeakLaterToday(curves, { ...spot, minute: 600 })).toMatchObject({ peak_at: '10:15', percent: 90 });
  expect(expectedPeakLaterToday(curves, { ...spot, minute: 616 })).toMatchObject({
    peak_at: '10:45',
    percent: 60,
    low: 50,
  });
  expect(expectedPeakLaterToday(curves, { ...spot, minute: 700 })).toBeNull();
});
