import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { runCronJobNow } from '#server/jobs/cron-jobs-and-their-runs.ts';
import { demoFlowDaysBeforeToday, maxShareOfCapacity } from './add-demo-scenic-spots-with-visitor-flow.ts';
import { addMissingDemoWeather, todayAndForecastDates } from './add-missing-demo-weather.ts';
import { demoSpotNamed, planOf } from './generate/demo-scenic-spots.ts';
import { inventDayOfVisitors, inventWeather, stepsPerQuarter } from './generate/invent-weather-and-visitors-of-day.ts';

/** Days with visitors, those of the flow included, so that forecasts have something to learn from. */
const days = 124;

/** The weather of a province and the days of its spots before their flow begins; then has forecasts tested at once. */
export async function addDemoVisitorHistory(engine: Engine, areaCode: string, seed: number): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from scenic_day_curve limit 1`)) return;
  const today = shanghaiToday();
  const dates = Array.from({ length: days }, (_, n) => addDays(today, n - days));
  await addMissingDemoWeather(engine, areaCode, seed, dates);
  await addMissingDemoWeather(engine, areaCode, seed, todayAndForecastDates(today));
  const calendar = engine.reference.calendar();
  const spots = await db.rows<{ id: number; name_en: string; instant_max: number }>(sql`
    select t.id, t.name_en, t.instant_max from scenic_spot t
    where t.instant_max is not null and exists (select from scenic_source s where s.spot_id = t.id and s.simulated) order by t.id`);
  for (const { id, name_en, instant_max } of spots) {
    const plan = planOf(seed, id, instant_max, demoSpotNamed(name_en).busiest);
    const rows = dates.slice(0, -demoFlowDaysBeforeToday).map((date) => {
      const day = {
        date,
        isDayOff: !calendar.isWorkday(date),
        sky: inventWeather(seed, date),
        most: maxShareOfCapacity,
      };
      const counts = inventDayOfVisitors(plan, day);
      return {
        date,
        inside: counts.filter((_, step) => (step + 1) % stepsPerQuarter === 0).map(({ inside }) => inside),
      };
    });
    await db.query(sql`
      insert into scenic_day_curve (spot_id, day, inside)
      select ${id}, n.date, n.inside from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (date date, inside int[])`);
  }
  await runCronJobNow(db, 'test_visitor_forecasts', 'demo');
}
