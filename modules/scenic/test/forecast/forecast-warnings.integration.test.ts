import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shanghaiDateOf, shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { ForecastOfDay } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import type { CapacityPanel } from '../../contract/spot-capacity-wall-panel.ts';
import type { VisitorCurveAroundWarning } from '../../contract/visitor-curve-and-measures-of-crowd-warning-answer-type.ts';
import { storeForecastsAndBackTestResultsOfSpots } from '../../server/forecast/store-forecasts-and-back-test-results-of-spots.ts';
import { updateForecastWarnings } from '../../server/warning/warn-of-forecast-crowds.ts';
import { dataOf, type ScenicWorld, startScenicWorld } from '../scenic-spots.ts';

let world: ScenicWorld;
let spot = 0;
const today = shanghaiToday();
const midnight = toTime(`${today}T00:00:00+08:00`) / 1000;
/** Ten o'clock of today. */
const ten = (midnight + 10 * 3600) * 1000;
const limit = 2000;

beforeAll(async () => {
  world = await startScenicWorld();
});
beforeEach(async () => {
  spot = await world.addSpot({ limit, more: { duty_mobile: '13988887777' } });
  await world.app.db.query(sql`
    insert into scenic_forecast_accuracy (spot_id, accuracy, updated_at) values (${spot}, '{"days": 30, "mape": 0.087}', now())`);
});
afterAll(() => world.app.close());

/** A forecast from ten o'clock on whose P50 rises in a line to its peak at noon. */
const forecast = (peak: number, arrivals: ForecastOfDay['arrivals']): ForecastOfDay => {
  const p50 = Array.from({ length: 8 }, (_, slot) => Math.round((peak * (slot + 1)) / 8));
  return { from: 600, p10: p50.map((n) => n - 100), p50, p90: p50.map((n) => n + 100), arrivals };
};
const arrival = (level: number, at: number | null, latest: number | null = null) => ({
  level,
  at,
  earliest: at === null ? 700 : at - 10,
  latest,
});
const make = (curves: ForecastOfDay | null) =>
  storeForecastsAndBackTestResultsOfSpots(world.app.db, today, [{ id: spot, today: curves }]).then(() =>
    updateForecastWarnings(world.app.engine, ten),
  );

test('a level that is expected within an hour is warned of, with its error, and only once', async () => {
  expect(await make(forecast(1900, [arrival(80, 661), arrival(90, 690)])), 'an hour and a minute').toBe(0);
  expect(await make(forecast(1900, [arrival(80, 640, 700), arrival(90, 690)]))).toBe(1);
  const [raised] = await world.warningsOf(spot);
  expect(raised).toMatchObject({
    basis: 'forecast',
    level: '80',
    status: 'raised',
    value: 1900,
    against: limit,
    expected_at: midnight + 640 * 60,
    expected_from: midnight + 630 * 60,
    expected_until: midnight + 700 * 60,
    forecast_error: 9,
  });
  const texts = () =>
    world.app.db.rows<{ content: string }>(
      sql`select content from message_sms where resource = 'scenic/warning' and row_id = ${raised?.id ?? 0} order by id`,
    );
  await expect.poll(async () => (await texts()).length).toBe(1);
  expect((await texts())[0]?.content).toContain('约 10:40（10:30 至 11:40）达黄色预警');
  expect((await texts())[0]?.content).toContain('误差 9%');
  expect(await make(forecast(1900, [arrival(80, 640), arrival(90, 690)])), 'nothing new').toBe(0);
  expect(await make(forecast(1900, [arrival(80, 620), arrival(90, 655)])), 'a higher one comes near').toBe(1);
  expect(await world.warningsOf(spot)).toMatchObject([{ id: raised?.id, level: '90', status: 'raised' }]);
  const list = dataOf(
    await world.chief.get<{ list: { expected_level: string; expected_at: number; forecast_error: number }[] }>(
      '/admin/scenic.spot/index',
      {
        'search[0][field]': 'expected_level',
        'search[0][operator]': '=',
        'search[0][val]': '90',
        order: 'expected_at,asc',
      },
    ),
  ).list;
  expect(list).toMatchObject([{ expected_level: '90', expected_at: midnight + 655 * 60, forecast_error: 9 }]);
});

test('a forecast that wavers keeps its warning; one that gives the level up ends it, without a report', async () => {
  await make(forecast(1850, [arrival(80, 620), arrival(90, 650)]));
  expect(await make(forecast(1720, [arrival(80, 625)])), 'four points below').toBe(0);
  expect(await make(forecast(1690, [arrival(80, 625)])), 'more than five: only yellow').toBe(1);
  expect(await world.warningsOf(spot)).toMatchObject([{ level: '80', peak_level: '90', status: 'raised' }]);
  expect(await make(forecast(1400, []))).toBe(1);
  const [ended] = await world.warningsOf(spot);
  expect(ended).toMatchObject({ status: 'ended', due_at: null });
  expect(await make(forecast(1400, []))).toBe(0);
  expect(await make(null), 'the day is over').toBe(0);
});

test('when the level is reached the warning on the flow takes over', async () => {
  await make(forecast(1900, [arrival(80, 620), arrival(90, 640)]));
  const now = Math.floor(Date.now() / 1000);
  await world.store([{ of: spot, source: 'gate', at: now - 60, inside: 1650 }]);
  const byBasis = async () =>
    (await world.warningsOf(spot)).map(({ basis, level, status }) => `${basis} ${level} ${status}`).sort();
  expect(await byBasis(), 'orange is still ahead').toEqual(['forecast 90 raised', 'instant 80 raised']);
  expect(await make(forecast(1900, [arrival(90, 640)])), 'and not warned of twice').toBe(0);
  await world.store([{ of: spot, source: 'gate', at: now, inside: 1850 }]);
  expect(await byBasis()).toEqual(['forecast 90 ended', 'instant 90 raised']);
});

test('the page of a warning is named after its spot in the language of the reader', async () => {
  await make(forecast(1900, [arrival(80, 640)]));
  const [raised] = await world.warningsOf(spot);
  const headingIn = async (locale: 'zh-cn' | 'en') => {
    const client = await world.app.client({ officer: 'admin' }, locale);
    const { row } = dataOf(
      await client.get<{ row: { _heading: string } }>('/admin/scenic.warning/edit', { id: raised?.id }),
    );
    return row._heading;
  };
  expect(await headingIn('en')).toMatch(/^Green Lake \d+ · CZ/);
  expect(await headingIn('zh-cn')).toMatch(/^翠湖景区 \d+ · CZ/);
});

test('a spot that is closed, or whose forecasts were hardly tested, is not warned of', async () => {
  await world.app.db.query(
    sql`update scenic_forecast_accuracy set accuracy = '{"days": 3, "mape": 0.1}' where spot_id = ${spot}`,
  );
  expect(await make(forecast(1900, [arrival(90, 640)]))).toBe(0);
  await world.app.db.query(
    sql`update scenic_forecast_accuracy set accuracy = '{"days": 9, "mape": 0.1}' where spot_id = ${spot}`,
  );
  dataOf(await world.chief.post('/admin/scenic.spot/close', { id: spot, reason: '设备检修' }));
  expect(await make(forecast(1900, [arrival(90, 640)]))).toBe(0);
  dataOf(await world.chief.post('/admin/scenic.spot/reopen', { id: spot }));
  expect(await make(forecast(1900, [arrival(90, 640)]))).toBe(1);
});

test('a past moment is replayed with the forecast that stood then', async () => {
  const { db } = world.app;
  const now = Math.floor(Date.now() / 1000);
  const at = now - 5400;
  const day = shanghaiDateOf(at);
  await db.query(sql`update scenic_spot set createtime = to_timestamp(${now - 86_400}) where id = ${spot}`);
  await world.store([{ of: spot, source: 'gate', at: at - 60, inside: 900 }]);
  for (const [ago, p50] of [
    [7200, 1700],
    [3600, 1500],
  ] as const)
    await db.query(sql`
      insert into scenic_forecast_past (spot_id, made_at, day, first, p10, p50, p90, eta80)
      values (${spot}, to_timestamp(${now - ago}), ${day}::date, 660, ${[p50 - 100]}::int[], ${[p50]}::int[], ${[p50 + 100]}::int[], to_timestamp(${at + 600}))`);
  const wall = dataOf(await world.chief.get<CapacityPanel>('/admin/screen.capacity/index', { area: '530100', at }));
  expect(wall.spots.find((one) => one.id === spot)).toMatchObject({
    inside: 900,
    eta80: at + 600,
    forecast: [{ t: toTime(`${day}T11:00:00+08:00`) / 1000, p10: 1600, p50: 1700, p90: 1800 }],
  });
  expect(wall.demonstration).toBe(false);
});

test('a past moment is replayed without a forecast of a spot that was closed then', async () => {
  const { db } = world.app;
  const now = Math.floor(Date.now() / 1000);
  const at = now - 1200;
  const day = shanghaiDateOf(at);
  await db.query(sql`update scenic_spot set createtime = to_timestamp(${now - 86_400}) where id = ${spot}`);
  await world.store([{ of: spot, source: 'gate', at: at - 60, inside: 900 }]);
  const store = async (before: number) => {
    await storeForecastsAndBackTestResultsOfSpots(db, day, [{ id: spot, today: forecast(1900, [arrival(80, 640)]) }]);
    await db.query(sql`update scenic_forecast_past set made_at = made_at - make_interval(secs => ${before})
      where spot_id = ${spot} and made_at > now() - interval '10 minutes'`);
  };
  const replay = async (moment: number) =>
    dataOf(
      await world.chief.get<CapacityPanel>('/admin/screen.capacity/index', { area: '530100', at: moment }),
    ).spots.find((one) => one.id === spot);
  await store(3600);
  expect((await replay(at))?.forecast.map(({ p50 }) => p50)).toEqual([950, 1900]);
  dataOf(await world.chief.post('/admin/scenic.spot/close', { id: spot, reason: '设备检修' }));
  await store(1800);
  // another moment, as answers about the past are cached
  expect(await replay(at + 60)).toMatchObject({ inside: 900, eta80: null, forecast: [] });
});

test('the course of a warning on a forecast shows what was expected when it was raised', async () => {
  const addPast = (made: ReturnType<typeof sql>) =>
    world.app.db.query(sql`
      insert into scenic_forecast_past (spot_id, made_at, day, first, p10, p50, p90)
      values (${spot}, ${made}, ${today}::date, 660, '{1500}', '{1600}', '{1700}')`);
  await addPast(sql`now() - interval '15 minutes'`);
  await make(forecast(1700, [arrival(80, 650)]));
  await addPast(sql`clock_timestamp()`);
  const [raised] = await world.warningsOf(spot);
  const { basis, expected } = dataOf(
    await world.chief.get<VisitorCurveAroundWarning>('/admin/scenic.warning/course', { id: raised?.id }),
  );
  const hours = [
    { at: midnight + 660 * 60, n: 850 },
    { at: midnight + 720 * 60, n: 1700 },
  ];
  expect({ basis, expected }).toEqual({ basis: 'forecast', expected: hours });
});

test('a warning that was confirmed late once stays so when a higher level is confirmed in time', async () => {
  const now = Math.floor(Date.now() / 1000);
  await world.store([{ of: spot, source: 'gate', at: now - 120, inside: 1650 }]);
  const [raised] = await world.warningsOf(spot);
  const confirm = () =>
    world.operator.owner.post('/api/scenic.warning/confirm', { id: raised?.id, measures: ['gate_limit'] });
  dataOf(await confirm());
  expect(await world.warningsOf(spot)).toMatchObject([{ confirmed_late: '0' }]);
  await world.store([{ of: spot, source: 'gate', at: now - 90, inside: 1850 }]);
  await world.app.db.query(
    sql`update scenic_warning set due_at = now() - interval '1 minute' where id = ${raised?.id ?? 0}`,
  );
  dataOf(await confirm());
  expect(await world.warningsOf(spot)).toMatchObject([{ confirmed_late: '1' }]);
  await world.store([{ of: spot, source: 'gate', at: now - 60, inside: 2050 }]);
  dataOf(await confirm());
  expect(await world.warningsOf(spot)).toMatchObject([{ level: '100', confirmed_late: '1' }]);
});

test('a level that nobody confirmed in time before the next one was reached was late, too', async () => {
  const now = Math.floor(Date.now() / 1000);
  await world.store([{ of: spot, source: 'gate', at: now - 120, inside: 1650 }]);
  await world.app.db.query(sql`update scenic_warning set due_at = now() - interval '1 minute' where spot_id = ${spot}`);
  await world.store([{ of: spot, source: 'gate', at: now - 60, inside: 1850 }]);
  expect(await world.warningsOf(spot)).toMatchObject([{ level: '90', status: 'raised', confirmed_late: '1' }]);
});
