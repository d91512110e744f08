import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import { addDemoScenicSpots } from '#modules/demo/server/add-demo-scenic-spots-with-visitor-flow.ts';
import { addDemoVisitorHistory } from '#modules/demo/server/add-demo-visitor-history.ts';
import { feedDemoVisitorFlow } from '#modules/demo/server/feed-demo-visitor-flow.ts';
import { demoSpots } from '#modules/demo/server/generate/demo-scenic-spots.ts';
import { inventDayOfVisitors } from '#modules/demo/server/generate/invent-weather-and-visitors-of-day.ts';
import { demoRandomSeed } from '#modules/demo/server/generate/random-seed-of-demo-data.ts';
import { spot } from '#modules/scenic/contract/scenic-spot-and-opening-season.ts';
import { forecastAllSpotsInBatches } from '#modules/scenic/server/forecast/forecast-all-spots-in-batches.ts';
import { openAgency } from '#modules/travel/test/agency.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { write } from '#server/write/write-pipeline.ts';
import { startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ max: 10 });
  for (const _ of demoSpots) {
    const { id } = await openAgency(app, { ent_type: 'scenic' });
    await app.db.query(sql`update enterprise set place = point(102.7, 25) where id = ${id}`);
  }
  await addDemoScenicSpots(app.engine, demoRandomSeed);
  await addDemoVisitorHistory(app.engine, '530100', demoRandomSeed);
}, 60_000);
afterAll(() => app.close());

const spots = () =>
  app.db.rows<{ id: number; name_en: string; inside: number | null; crowd: string }>(
    sql`select t.id, t.name_en, t.inside, t.crowd from scenic_spot t order by t.id`,
  );
const tomorrowAt = (time: string) => toTime(`${addDays(shanghaiToday(), 1)}T${time}:00+08:00`);
const readings = async (id: number, since: number) =>
  app.db.rows<{ at: number; inside: number; day_total: number }>(sql`
    select extract(epoch from at)::int as at, inside, day_total from scenic_flow where of_id = ${id} and at >= to_timestamp(${since / 1000}) order by at`);

test('gates count on every five minutes, once, and catch up after a stop', async () => {
  const midnight = tomorrowAt('00:00');
  expect(await feedDemoVisitorFlow(app.engine, tomorrowAt('10:00'))).toBe(demoSpots.length * 121);
  expect(await feedDemoVisitorFlow(app.engine, tomorrowAt('10:04'))).toBe(0);
  expect(await feedDemoVisitorFlow(app.engine, tomorrowAt('10:05'))).toBe(demoSpots.length);
  const [first] = await spots();
  const counts = await readings(first?.id ?? 0, midnight);
  expect(new Set(counts.map(({ at }, n) => at - (counts[n - 1]?.at ?? at - 300)))).toEqual(new Set([300]));
  expect(counts[0]?.inside).toBe(0);
  expect(counts.at(-1)?.inside).toBeGreaterThan(500);
  for (const [n, { day_total }] of counts.entries())
    expect(day_total).toBeGreaterThanOrEqual(counts[n - 1]?.day_total ?? 0);
});

test('a spot that limits entry stays below the first level, a closed one is empty, and a source switched off is silent', async () => {
  const [limited, closed, silenced] = await spots();
  const move = (id: number | undefined, name: string) =>
    write(app.engine, spot, systemCaller(), { operation: 'move', move: name, id: id ?? 0, input: { reason: '演练' } });
  await move(limited?.id, 'limit');
  await move(closed?.id, 'close');
  await app.db.query(sql`update scenic_source set enabled = false where spot_id = ${silenced?.id ?? 0}`);
  await feedDemoVisitorFlow(app.engine, tomorrowAt('12:00'));
  const since = tomorrowAt('10:10');
  for (const { inside } of await readings(limited?.id ?? 0, since)) expect(inside).toBeLessThanOrEqual(0.78 * 12_000);
  expect((await readings(closed?.id ?? 0, since)).every(({ inside }) => inside === 0)).toBe(true);
  expect(await readings(silenced?.id ?? 0, since)).toEqual([]);
});

test('the counts of a day are the same whenever they are computed', () => {
  const plan = { seed: '1/2', limit: 2000, busiest: 0.8 };
  const day = { date: '2026-05-02', isDayOff: true, sky: 'clear' } as const;
  expect(inventDayOfVisitors(plan, day)).toEqual(inventDayOfVisitors(plan, day));
  const filled = inventDayOfVisitors(plan, { ...day, event: { from: 250, share: 0.93 } });
  expect(filled[255]?.inside).toBeGreaterThan(1800);
  expect(filled[255]?.total).toBeGreaterThan(filled[255]?.inside ?? 0);
});

test('the band of its forecast covers 80 %, five points more or less', async () => {
  await forecastAllSpotsInBatches(app.engine, 'night');
  const tested = await app.db.rows<{ coverage: number }>(
    sql`select (accuracy->>'coverage')::float8 as coverage from scenic_forecast_accuracy`,
  );
  expect(tested).toHaveLength(demoSpots.length);
  const mean = tested.reduce((sum, { coverage }) => sum + coverage, 0) / tested.length;
  expect(Math.abs(mean - 0.8)).toBeLessThan(0.05);
});
