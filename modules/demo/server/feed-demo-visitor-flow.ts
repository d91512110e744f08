import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf, toTime } from '#kernel/time/shanghai-time.ts';
import { flow } from '#modules/scenic/contract/visitor-flow-time-series-and-warning-messages.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { ScheduledWork } from '#server/platform/server-module-declaration.ts';
import { maxReadings, validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { addMissingDemoWeather, todayAndForecastDates } from './add-missing-demo-weather.ts';
import { demoSpotNamed, eventOn, isSilent, planOf } from './generate/demo-scenic-spots.ts';
import {
  type CountOfStep,
  inventDayOfVisitors,
  inventWeather,
  secondsOfStep,
} from './generate/invent-weather-and-visitors-of-day.ts';
import { demoRandomSeed } from './generate/random-seed-of-demo-data.ts';

/** A spot whose gates are simulated, with the moment of its latest reading of today. */
interface SimulatedSpot {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly source: number;
  readonly name_en: string;
  readonly area_code: string;
  readonly instant_max: number;
  readonly status: 'open' | 'limited' | 'closed' | 'maintenance';
  readonly loaded_at: number;
  readonly last_at: number | null;
}

/** The highest share of the capacity of a spot that limits entry. */
const mostLimited = 0.78;

/**
 * Has the gates of the demonstration count on: one reading every five minutes of each spot with a simulated source that is
 * active, and those since its latest one if the product was stopped today. A spot that limits entry stays below the first
 * level; one that is closed is empty. Returns the number of readings.
 */
export async function feedDemoVisitorFlow(engine: Engine, now = Date.now()): Promise<number> {
  const today = shanghaiDateOf(now / 1000);
  const midnight = toTime(`${today}T00:00:00+08:00`) / 1000;
  const spots = await engine.db.rows<SimulatedSpot>(sql`
    select t.id, s.id as source, t.name_en, t.area_code, t.instant_max, t.status, extract(epoch from s.createtime)::float8 as loaded_at,
      (select extract(epoch from max(f.at))::float8 from scenic_flow f
        where f.of_id = t.id and f.source = s.id::text and f.at >= to_timestamp(${midnight})) as last_at
    from scenic_source s join scenic_spot t on t.id = s.spot_id
    where s.simulated and s.enabled and t.instant_max > 0 order by t.id`);
  const areaCode = spots[0]?.area_code;
  if (areaCode === undefined) return 0;
  await addMissingDemoWeather(engine, areaCode, demoRandomSeed, todayAndForecastDates(today));
  const isDayOff = !engine.reference.calendar().isWorkday(today);
  const readings = spots.flatMap((spot) => {
    const counts = countsOf(spot, { date: today, isDayOff });
    return counts
      .map((count, step) => ({ step, at: midnight + step * secondsOfStep, ...count }))
      .filter(({ step, at }) => at <= now / 1000 && at > (spot.last_at ?? 0) && !isSilentOn(spot, today, step))
      .map(({ at, inside, total }) => ({
        of: spot.id,
        source: String(spot.source),
        at,
        ...ofState(spot, inside, total),
      }));
  });
  for (let from = 0; from < readings.length; from += maxReadings)
    await validateAndStoreReadings(engine, flow, systemCaller(), readings.slice(from, from + maxReadings), now);
  return readings.length;
}

const loadedAt = ({ loaded_at }: SimulatedSpot) => {
  const date = shanghaiDateOf(loaded_at);
  return { date, step: Math.floor((loaded_at - toTime(`${date}T00:00:00+08:00`) / 1000) / secondsOfStep) };
};

const isSilentOn = (spot: SimulatedSpot, date: string, step: number): boolean =>
  isSilent(demoSpotNamed(spot.name_en), date, step, loadedAt(spot));

function countsOf(spot: SimulatedSpot, day: { date: string; isDayOff: boolean }): readonly CountOfStep[] {
  const sample = demoSpotNamed(spot.name_en);
  const event = eventOn(sample, day.date, loadedAt(spot));
  return inventDayOfVisitors(planOf(demoRandomSeed, spot.id, spot.instant_max, sample.busiest), {
    ...day,
    sky: inventWeather(demoRandomSeed, day.date),
    ...(spot.status === 'limited' && { most: mostLimited }),
    ...(event && spot.status === 'open' && { event }),
  });
}

const ofState = ({ status }: SimulatedSpot, inside: number, total: number) =>
  status === 'open' || status === 'limited' ? { inside, day_total: total } : { inside: 0 };

export const feedDemoVisitorFlowCronJob: ScheduledWork = {
  label: text('演示客流（模拟数据）', 'Visitor flow of the demonstration (simulated)'),
  at: '*/5 * * * *',
  async run(engine, { log }) {
    const fed = await feedDemoVisitorFlow(engine);
    if (fed > 0) log.debug({ readings: fed }, 'simulated visitor flow');
  },
};
