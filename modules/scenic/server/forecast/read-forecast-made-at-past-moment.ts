import { shanghaiDateOf, toTime } from '#kernel/time/shanghai-time.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import {
  type ForecastOfDay,
  minutesOfSlot,
  slotsPerHour,
} from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';

/** A forecast by the hour, as it is stored for replays: `first` is the minute of the day of the first value. */
export interface HourlyForecast {
  readonly first: number;
  readonly p10: readonly number[];
  readonly p50: readonly number[];
  readonly p90: readonly number[];
}

/** The last quarter of each hour. */
export function byTheHour({ from, p10, p50, p90 }: ForecastOfDay): HourlyForecast {
  const ofHours = (values: readonly number[]) => values.filter((_, slot) => (slot + 1) % slotsPerHour === 0);
  return { first: from + slotsPerHour * minutesOfSlot, p10: ofHours(p10), p50: ofHours(p50), p90: ofHours(p90) };
}

/** The forecast of the day of a moment that stood then, by the hour in unix seconds; empty without one on record. */
export async function readForecastMadeAt(
  db: Queryable,
  spotId: number,
  moment: string,
): Promise<{ at: number; n: number }[]> {
  const found = await db.row<{ day: string; first: number; p50: number[] }>(sql`
    select day::text, first, p50 from scenic_forecast_past
    where spot_id = ${spotId} and made_at <= ${moment}::timestamptz and day = (${moment}::timestamptz at time zone 'Asia/Shanghai')::date
    order by made_at desc limit 1`);
  if (!found) return [];
  const midnight = midnightOf(found.day);
  return found.p50.map((n, hour) => ({ at: midnight + (found.first + hour * 60) * 60, n }));
}

const midnightOf = (day: string): number => toTime(`${day}T00:00:00+08:00`) / 1000;

/** Unix seconds of the values of a forecast of the day of a moment. */
export function momentsOf({ first, p50 }: HourlyForecast, now: Date): number[] {
  const midnight = midnightOf(shanghaiDateOf(now.getTime() / 1000));
  return p50.map((_, hour) => midnight + (first + hour * 60) * 60);
}
