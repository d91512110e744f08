import { addDays } from '#kernel/time/shanghai-time.ts';
import type { CalendarDay } from '#kernel/time/working-calendar.ts';
import type { ForecastAccuracy } from '../../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';

import type { TestedDay } from '../model/back-test-forecasts-of-past-days.ts';
import { createKindOfDay, type SchoolHolidays } from '../model/classify-workday-weekend-or-holiday.ts';
import {
  type DayAhead,
  type DayOfVisitors,
  type WeatherClass,
  weatherClasses,
} from '../model/day-with-visitor-counts-and-weather-types.ts';
import type { ErrorBands } from '../model/fit-forecast-error-bands.ts';
import { type BackTestedDayAsJson, backTestedDayFromJson } from './back-tested-day-to-and-from-json.ts';

/** What is the same for all spots of a run. */
export interface SharedForecastInput {
  /** Shanghai date of the run. */
  readonly today: string;
  /** Minute of the day. */
  readonly minute: number;
  readonly calendar: readonly CalendarDay[];
  readonly schoolHolidays: SchoolHolidays;
  /** The bands of all spots together, for those with few errors on record. */
  readonly others: ErrorBands | null;
}

/** A spot as the database writes it: its days as text, because nobody but the thread reads them. */
export interface SpotHistoryAsText {
  readonly id: number;
  readonly limit: number | null;
  /** Quarters of the day at which it opens and closes; `first` is included, `end` is not. */
  readonly first: number;
  readonly end: number;
  /** Lines `2026-10-01;1200;3,,5`: day, reservations, visitors by quarter from `first` to `end`. Oldest first. */
  readonly days: string | null;
  /** `2026-10-01:rain,…`, also of days to come. */
  readonly weather: string | null;
  /** Dates to come on which it does not open. */
  readonly shut: readonly string[];
  /** Days tested earlier, oldest first; only at night. */
  readonly tested: readonly BackTestedDayAsJson[] | null;
  readonly accuracy: Pick<ForecastAccuracy, 'bands' | 'width'> | null;
}

export interface Spot extends Omit<SpotHistoryAsText, 'days' | 'weather' | 'tested'> {
  readonly tested: readonly TestedDay[];
  /** The days before today, without gaps in time. */
  readonly history: readonly DayOfVisitors[];
  readonly today: DayOfVisitors;
  /** Minute of the day. */
  readonly minute: number;
  readonly others: ErrorBands | undefined;
  /** What is on record of a day to come. */
  dayAhead(date: string): DayAhead;
}

/** Creates the function that reads the written days of a spot. */
export function createSpotHistoryParser({ today, minute, calendar, schoolHolidays, others }: SharedForecastInput) {
  const kindOfDay = createKindOfDay(calendar, schoolHolidays);
  return ({ days: writtenDays, weather: writtenWeather, tested, ...spot }: SpotHistoryAsText): Spot => {
    const weather = readWeather(writtenWeather);
    const dayAhead = (date: string, reserved: number | null = null): DayAhead => ({
      date,
      kind: kindOfDay(date),
      weather: weather.get(date) ?? null,
      reserved,
    });
    const slots = Math.max(spot.end - spot.first, 0);
    const noReadings = () => new Float64Array(slots).fill(Number.NaN);
    const history: DayOfVisitors[] = [];
    let present: DayOfVisitors = { ...dayAhead(today), curve: noReadings() };
    for (const line of writtenDays ? writtenDays.split('\n') : []) {
      const [date = '', reserved = '', curve = ''] = line.split(';');
      const day = { ...dayAhead(date, reserved === '' ? null : Number(reserved)), curve: readCurve(curve, slots) };
      if (date === today) present = day;
      if (date >= today) continue;
      // a day without a row had no readings
      const last = history.at(-1)?.date;
      for (let missing = last && addDays(last, 1); missing && missing < date; missing = addDays(missing, 1))
        history.push({ ...dayAhead(missing), curve: noReadings() });
      history.push(day);
    }
    return {
      ...spot,
      minute,
      tested: (tested ?? []).map(backTestedDayFromJson),
      history,
      today: present,
      others: others ?? undefined,
      dayAhead,
    };
  };
}

function readCurve(written: string, slots: number): Float64Array {
  const curve = new Float64Array(slots).fill(Number.NaN);
  const values = written.split(',');
  for (let slot = 0; slot < slots; slot++) if (values[slot]) curve[slot] = Number(values[slot]);
  return curve;
}

function readWeather(written: string | null): ReadonlyMap<string, WeatherClass> {
  const weather = new Map<string, WeatherClass>();
  for (const one of written ? written.split(',') : []) {
    const [date = '', name = ''] = one.split(':');
    const found = weatherClasses.find((weatherClass) => weatherClass === name);
    if (found) weather.set(date, found);
  }
  return weather;
}
