import { addDays, shanghaiToday, weekdayOf } from '#kernel/time/shanghai-time.ts';
import { minutesOfSlot, quartersOfDay } from '#modules/scenic/contract/forecast/visitor-forecast.ts';
import type { WeatherOfDay } from '#modules/scenic/contract/forecast/weather.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { runCronJobNow } from '#server/jobs/cron-jobs-and-their-runs.ts';
import { makeSeededRandom, type Random, weigh } from './generate/seeded-random.ts';

/** Days with visitors before those of the flow, so that forecasts have something to learn from. */
const days = 110;
/** Visitors of a day in some weather, relative to a clear one. */
const share = { clear: 1, cloudy: 0.97, rain: 0.72, severe: 0.4 } as const satisfies Record<WeatherOfDay, number>;
const skies = weigh<WeatherOfDay>([
  ['clear', 50],
  ['cloudy', 30],
  ['rain', 17],
  ['severe', 3],
]);

/** The weather of a province and the days of its spots before their flow begins; then has forecasts tested at once. */
export async function addDemoVisitorHistory(engine: Engine, areaCode: string, seed: number): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from scenic_day_curve limit 1`)) return;
  const random = makeSeededRandom(`visitors/${seed}`);
  const today = shanghaiToday();
  const weather = Array.from({ length: days + 7 }, (_, n) => ({
    date: addDays(today, n - days + 1),
    sky: random.weighted(skies),
  }));
  await db.query(sql`
    insert into scenic_weather (date, area_code, weather, source)
    select n.date, ${`${areaCode.slice(0, 2)}0000`}, n.sky, '省气象局' from jsonb_to_recordset(${JSON.stringify(weather)}::jsonb) as n (date date, sky text)
    on conflict do nothing`);
  // how full each quarter of an hour is on weekdays and on weekends, from the flow of two weeks
  const typical = await db.rows<{ id: number; off: boolean; quarter: number; inside: number }>(sql`
    select of_id as id, extract(isodow from at at time zone 'Asia/Shanghai') >= 6 as off,
      (extract(epoch from (at at time zone 'Asia/Shanghai')::time) / ${minutesOfSlot * 60}::int)::int as quarter, avg(inside)::float8 as inside
    from scenic_flow where inside is not null and at < ${`${today}T00:00:00+08:00`}::timestamptz and source <> 'event' group by 1, 2, 3`);
  const [first] = await db.rows<{ day: string }>(
    sql`select coalesce(min(at at time zone 'Asia/Shanghai')::date, ${today}::date)::text as day from scenic_flow`,
  );
  const until = first?.day ?? today;
  for (const id of new Set(typical.map((one) => one.id))) {
    const curves = new Map<boolean, number[]>();
    for (const one of typical.filter((other) => other.id === id)) {
      const curve = curves.get(one.off) ?? Array<number>(quartersOfDay).fill(0);
      curve[one.quarter] = one.inside;
      curves.set(one.off, curve);
    }
    const rows = weather
      .filter(({ date }) => date < until)
      .map(({ date, sky }) => ({ date, inside: inventDay(curves.get(isWeekend(date)), share[sky], random) }));
    await db.query(sql`
      insert into scenic_day_curve (spot_id, day, inside)
      select ${id}, n.date, n.inside from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (date date, inside int[])`);
  }
  await runCronJobNow(db, 'test_visitor_forecasts', 'demo');
}

const isWeekend = (date: string): boolean => [0, 6].includes(weekdayOf(date));

/** A day that is busier or quieter than usual, in all and from hour to hour. */
function inventDay(curve: readonly number[] | undefined, weather: number, random: Random): (number | null)[] {
  const level = weather * Math.exp(0.06 * random.normal());
  let crowd = 0;
  return Array.from({ length: quartersOfDay }, (_, quarter) => {
    crowd = 0.85 * crowd + 0.02 * random.normal();
    const usual = curve?.[quarter];
    return usual === undefined ? null : Math.round(usual * level * Math.exp(crowd));
  });
}
