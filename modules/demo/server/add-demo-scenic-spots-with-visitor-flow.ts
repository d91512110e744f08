import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiDateOf, toTime } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { capacity } from '#modules/scenic/contract/carrying-capacity-of-spot.ts';
import { spot } from '#modules/scenic/contract/scenic-spot-and-opening-season.ts';
import { flowSource } from '#modules/scenic/contract/visitor-flow-source-system.ts';
import { flow } from '#modules/scenic/contract/visitor-flow-time-series-and-warning-messages.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { maxReadings, validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type DemoSpot, demoSpots, eventOn, isSilent, type LoadedAt, planOf } from './generate/demo-scenic-spots.ts';
import {
  closesAt,
  inventDayOfVisitors,
  inventWeather,
  opensAt,
  secondsOfStep,
  stepsPerQuarter,
} from './generate/invent-weather-and-visitors-of-day.ts';

interface Operator {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly area_code: string;
  readonly county: string;
  readonly lng: number;
  readonly lat: number;
}

/** Days of flow before today. */
export const demoFlowDaysBeforeToday = 14;
/** Past days raise no warnings, which nobody would have answered. */
export const maxShareOfCapacity = 0.79;
const quiet = { unread: true, unseen: true } as const;
const drafter = systemCaller({ name: '承载量起草人' });
const officer = systemCaller({ name: '市场管理科' });

/** Scenic spots with calendars, approved capacities, a gate, and the flow of two weeks: one nearly full, one silent. */
export async function addDemoScenicSpots(engine: Engine, seed: number): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from ${sql.id(tableOf(spot))} limit 1`)) return;
  const operators = await db.rows<Operator>(sql`
    select e.id, e.area_code, coalesce(a.short_name, a.name) as county, e.place[0] as lng, e.place[1] as lat
    from ${sql.id(tableOf(enterprise))} e join system_area a on a.code = e.area_code
    where e.ent_type = 'scenic' and e.status = 'active' and e.place is not null order by e.id limit ${demoSpots.length}`);
  for (const [n, operator] of operators.entries()) {
    const sample = demoSpots[n];
    if (sample) await inventSpot(engine, operator, sample, seed);
  }
}

async function inventSpot(engine: Engine, operator: Operator, sample: DemoSpot, seed: number): Promise<void> {
  const add = (of: typeof spot | typeof flowSource, input: object, set: object = {}) =>
    write(engine, of, officer, { operation: 'add', input: { ...input }, set: { ...set }, ...quiet });
  const year = shanghaiDateOf(Date.now() / 1000).slice(0, 4);
  const { id } = await add(spot, {
    name: sample.name.startsWith(operator.county) ? sample.name : `${operator.county}${sample.name}`,
    name_en: sample.name_en,
    enterprise_id: operator.id,
    grade: sample.grade,
    area_code: operator.area_code,
    place: { lng: operator.lng, lat: operator.lat },
    duty_name: '值班主任',
    duty_phone: '0871-67711278',
    ticket_price: '60.00',
    reserve_required: sample.grade === '5a' ? '1' : '0',
    seasons: [
      {
        from_on: `${year}-01-01`,
        to_on: `${Number(year) + 1}-12-31`,
        shut: '0',
        opens_at: '08:30:00',
        closes_at: '18:00:00',
      },
    ],
  });
  await approveCapacity(engine, id, sample);
  const gate = { name: `${sample.name}闸机（演示）`, kind: 'gate', spot_id: id, area_code: operator.area_code };
  const source = await add(flowSource, gate, { simulated: '1' });
  const limit = sample.areas.reduce((sum, [, area, each]) => sum + area / each, 0);
  await storeFlow(engine, { spot: id, source: String(source.id), limit }, sample, seed);
}

async function approveCapacity(engine: Engine, spotId: number, { areas, visit }: DemoSpot): Promise<void> {
  const { id } = await write(engine, capacity, drafter, {
    operation: 'add',
    input: {
      spot_id: spotId,
      doc_no: `文旅承载〔2026〕${spotId}号`,
      approved_by: '市文化和旅游局',
      areas: areas.map(([name, area_m2, per_person_m2]) => ({ name, area_m2, per_person_m2 })),
      open_minutes: (closesAt - opensAt) * 60,
      visit_minutes: visit,
      effective_from: '2026-01-01',
    },
    ...quiet,
  });
  for (const move of ['review', 'publish'])
    await write(engine, capacity, officer, { operation: 'move', move, id, input: {}, ...quiet });
}

async function storeFlow(
  engine: Engine,
  of: { readonly spot: number; readonly source: string; readonly limit: number },
  sample: DemoSpot,
  seed: number,
): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const today = shanghaiDateOf(now);
  const stepNow = Math.floor((now - toTime(`${today}T00:00:00+08:00`) / 1000) / secondsOfStep);
  const loaded: LoadedAt = { date: today, step: stepNow };
  const calendar = engine.reference.calendar();
  const readings: { of: number; source: string; at: number; inside: number; day_total: number }[] = [];
  for (let before = demoFlowDaysBeforeToday; before >= 0; before--) {
    const date = addDays(today, -before);
    const midnight = toTime(`${date}T00:00:00+08:00`) / 1000;
    const event = eventOn(sample, date, loaded);
    const counts = inventDayOfVisitors(planOf(seed, of.spot, of.limit, sample.busiest), {
      date,
      isDayOff: !calendar.isWorkday(date),
      sky: inventWeather(seed, date),
      most: maxShareOfCapacity,
      ...(event && { event }),
    });
    for (const [step, { inside, total }] of counts.entries()) {
      const [isPast, isLastOfQuarter] = [before > 0, (step + 1) % stepsPerQuarter === 0];
      if (isPast ? !isLastOfQuarter : step > stepNow || isSilent(sample, date, step, loaded)) continue;
      readings.push({ of: of.spot, source: of.source, at: midnight + step * secondsOfStep, inside, day_total: total });
    }
  }
  for (let from = 0; from < readings.length; from += maxReadings)
    await validateAndStoreReadings(engine, flow, officer, readings.slice(from, from + maxReadings));
}
