import { addDays } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { inventWeather } from './generate/invent-weather-and-visitors-of-day.ts';

/** Today and the days that are forecast. */
export const todayAndForecastDates = (today: string): string[] =>
  Array.from({ length: 8 }, (_, n) => addDays(today, n));

/** Stores the weather of days that have none. */
export async function addMissingDemoWeather(
  { db }: Engine,
  areaCode: string,
  seed: number,
  dates: readonly string[],
): Promise<void> {
  const weather = dates.map((date) => ({ date, sky: inventWeather(seed, date) }));
  await db.query(sql`
    insert into scenic_weather (date, area_code, weather, source)
    select n.date, ${`${areaCode.slice(0, 2)}0000`}, n.sky, '演示数据' from jsonb_to_recordset(${JSON.stringify(weather)}::jsonb) as n (date date, sky text)
    on conflict do nothing`);
}
