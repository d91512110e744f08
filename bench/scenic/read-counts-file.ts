import fs from 'node:fs';
import { addDays, isDate } from '#kernel/time/shanghai-time.ts';
import { createKindOfDay } from '#modules/scenic/server/forecast/model/classify-workday-weekend-or-holiday.ts';
import type {
  DayOfVisitors,
  WeatherClass,
} from '#modules/scenic/server/forecast/model/day-with-visitor-counts-and-weather-types.ts';
import { weatherClasses } from '#modules/scenic/server/forecast/model/day-with-visitor-counts-and-weather-types.ts';

/** Counts of one place, a slot an hour, or one a day. */
export interface CountedPlace {
  readonly place: string;
  readonly slotsPerHour: 1;
  readonly days: readonly DayOfVisitors[];
}

/**
 * Reads counts of people from a CSV file without quotes, with the columns `place`, `at` (a day, or a day and an hour, as in
 * `2016-05-01 14:00`), `visitors`, and if there are any `weather` (clear, cloudy, rain or severe) and `holiday` (1).
 */
export function readCountsFile(file: string): CountedPlace[] {
  const [head = '', ...lines] = fs.readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  const places = new Map<string, Map<string, Float64Array>>();
  const weather = new Map<string, WeatherClass>();
  const holidays = new Set<string>();
  const hourly = lines.some((line) => (line.split(',')[names.indexOf('at')] ?? '').length > 10);
  for (const line of lines) {
    const cells = line.split(',');
    const cell = (name: string) => cells[names.indexOf(name)] ?? '';
    const [date, hour] = [cell('at').slice(0, 10), Number(cell('at').slice(11, 13))];
    if (!isDate(date)) throw new RangeError(`${file}: no day in ${line}`);
    const days = places.get(cell('place')) ?? new Map<string, Float64Array>();
    places.set(cell('place'), days);
    const curve = days.get(date) ?? new Float64Array(hourly ? 24 : 1).fill(Number.NaN);
    days.set(date, curve);
    if (cell('visitors') !== '') curve[hourly ? hour : 0] = Number(cell('visitors'));
    const found = weatherClasses.find((one) => one === cell('weather'));
    if (found) weather.set(date, found);
    if (cell('holiday') === '1') holidays.add(date);
  }
  const kindOfDay = createKindOfDay(
    [...holidays].map((date) => ({ date, kind: 'holiday' })),
    [],
  );
  return [...places].map(([place, counted]) => ({
    place,
    slotsPerHour: 1,
    days: everyDay([...counted.keys()]).map((date) => ({
      date,
      kind: kindOfDay(date),
      weather: weather.get(date) ?? null,
      reserved: null,
      curve: counted.get(date) ?? new Float64Array(hourly ? 24 : 1).fill(Number.NaN),
    })),
  }));
}

/** The days from the first to the last. */
function everyDay(dates: readonly string[]): string[] {
  const sorted = dates.toSorted();
  const days: string[] = [];
  for (let date = sorted[0] ?? ''; date !== '' && date <= (sorted.at(-1) ?? ''); date = addDays(date, 1))
    days.push(date);
  return days;
}
