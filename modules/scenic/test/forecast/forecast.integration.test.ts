import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import { type Agency, openAgency } from '#modules/travel/test/agency.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../../test/support/test-engine.ts';
import type { SpotForecast } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { flow } from '../../contract/visitor-flow-time-series-and-warning-messages.ts';
import { forecastAllSpotsInBatches } from '../../server/forecast/forecast-all-spots-in-batches.ts';
import {
  storeVisitorsPerQuarterHourOfDay,
  storeVisitorsPerQuarterHourOfPastDays,
} from '../../server/forecast/store-visitors-per-quarter-hour.ts';
import { generateAttendance } from './generated-attendance.ts';

let app: TestApp;
let chief: Client;
let operator: Agency;
let spot = 0;
const today = shanghaiToday();
const days = 110;

function ok<T>(answer: WireAnswer<T>): T {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
}
const forecastOf = async (client: Client, id = spot): Promise<SpotForecast> =>
  ok(await client.get<SpotForecast>('/admin/scenic.forecast/spot', { id }));
const addSpot = async (enterprise: number, name: string) =>
  ok(
    await chief.post<{ id: number }>('/admin/scenic.spot/add', {
      name,
      name_en: name,
      enterprise_id: enterprise,
      grade: '4a',
      area_code: '530102',
      place: { lng: 102.63, lat: 24.95 },
      duty_phone: '0871-67711278',
      seasons: [
        {
          from_on: addDays(today, -400),
          to_on: addDays(today, 400),
          shut: '0',
          opens_at: '08:00:00',
          closes_at: '18:00:00',
        },
        { from_on: addDays(today, 3), to_on: addDays(today, 3), shut: '1' },
      ],
    }),
  ).id;

beforeAll(async () => {
  app = await startApp({ max: 10 });
  chief = await app.client({ officer: 'admin' });
  operator = await openAgency(app, { ent_type: 'scenic' });
  spot = await addSpot(operator.id, '西山');
  // its days before today, by the quarter from 8:00 to 18:00
  const history = generateAttendance(5, { from: addDays(today, -days), days });
  const rows = history.map(({ date, curve }) => ({
    date,
    inside: [
      ...Array<null>(32).fill(null),
      ...Array.from(curve, (value) => (Number.isNaN(value) ? null : value)),
      ...Array<null>(24).fill(null),
    ],
  }));
  await app.db.query(sql`
    insert into scenic_day_curve (spot_id, day, inside)
    select ${spot}, n.date, n.inside from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (date date, inside int[])`);
  const peak = Math.max(...history.flatMap(({ curve }) => Array.from(curve, (value) => value || 0)));
  await app.db.query(sql`update scenic_spot set instant_max = ${Math.round(peak / 2)} where id = ${spot}`);
  await app.db.query(sql`
    insert into scenic_weather (date, area_code, weather) select d.day, case when d.day = ${today}::date then '530102' else '530000' end, 'clear'
    from scenic_day_curve d where d.spot_id = ${spot} union all select ${addDays(today, 1)}::date, '530102', 'severe'`);
});
afterAll(() => app.close());

test('a quarter has its last count, from whatever gate; one without readings is empty and not 0', async () => {
  const other = await addSpot((await openAgency(app, { ent_type: 'scenic' })).id, '东湖');
  const yesterday = addDays(today, -1);
  const at = (time: string) => toTime(`${yesterday}T${time}+08:00`) / 1000;
  await validateAndStoreReadings(app.engine, flow, systemCaller(), [
    { of: other, source: 'north', at: at('09:00:00'), inside: 10, reserved: 700 },
    { of: other, source: 'south', at: at('09:14:59'), inside: 14, reserved: 720 },
    { of: other, source: 'north', at: at('09:10:00'), inside: 12 },
    { of: other, source: 'north', at: at('10:15:00'), inside: 30 },
  ]);
  const read = () =>
    app.db.row<{ inside: (number | null)[]; reserved: number }>(
      sql`select inside, reserved from scenic_day_curve where spot_id = ${other} and day = ${yesterday}::date`,
    );
  await storeVisitorsPerQuarterHourOfPastDays(app.db, today);
  const stored = await read();
  expect(stored?.inside).toHaveLength(96);
  expect(stored?.inside.slice(35, 43)).toEqual([null, 14, null, null, null, null, 30, null]);
  expect(stored?.reserved).toBe(700);
  // a late reading
  await validateAndStoreReadings(app.engine, flow, systemCaller(), [
    { of: other, source: 'north', at: at('09:40:00'), inside: 20 },
  ]);
  await storeVisitorsPerQuarterHourOfDay(app.db, yesterday);
  expect((await read())?.inside.slice(36, 39)).toEqual([14, null, 20]);
});

test('at night the forecast is tested, and the next days are forecast; during the day the rest of it', async () => {
  expect(await forecastAllSpotsInBatches(app.engine, 'night')).toBeGreaterThan(0);
  const night = await forecastOf(chief);
  expect(night.history).toBeGreaterThan(100);
  expect(night.accuracy).toMatchObject({ days: 30 });
  expect(night.accuracy?.compared).toBeGreaterThan(1000);
  expect(night.accuracy?.better).toBeGreaterThan(0.2);
  expect(night.accuracy?.coverage).toBeGreaterThan(0.7);
  expect(night.accuracy?.coverage).toBeLessThan(0.9);
  expect(night.accuracy?.leads).toHaveLength(14);
  // not the day on which it does not open
  expect(night.ahead.map(({ day }) => day)).toEqual([1, 2, 4, 5, 6, 7].map((ahead) => addDays(today, ahead)));
  expect(night.today).toMatchObject({ from: 8 * 60 });
  expect(night.today?.p50).toHaveLength(40);

  // tested once: the next run finds nothing new
  const tested = await app.db.row<{ n: number }>(
    sql`select count(*)::int as n from scenic_forecast_error where spot_id = ${spot}`,
  );
  expect(tested?.n).toBeGreaterThan(50);
  await forecastAllSpotsInBatches(app.engine, 'night');
  const again = await app.db.row<{ n: number }>(
    sql`select count(*)::int as n from scenic_forecast_error where spot_id = ${spot}`,
  );
  expect(again).toEqual(tested);

  // a morning twice as busy as expected, until 10:00
  const expected = night.today?.p50 ?? [];
  const curve = Array.from({ length: 96 }, (_, quarter) =>
    quarter >= 32 && quarter < 40 ? 2 * (expected[quarter - 32] ?? 0) : null,
  );
  await app.db.query(sql`
    insert into scenic_day_curve (spot_id, day, inside) values (${spot}, ${today}::date, ${curve}::int[])`);
  expect(
    await forecastAllSpotsInBatches(app.engine, 'today', { now: toTime(`${today}T10:05:00+08:00`) }),
  ).toBeGreaterThan(0);
  const day = await forecastOf(chief);
  expect(day.came.at(-1)).toEqual({ at: 10 * 60, n: curve[39] });
  expect(day.today?.from).toBe(10 * 60);
  const noon = 7;
  expect(day.today?.p50[noon]).toBeGreaterThan(1.1 * (expected[noon + 8] ?? 0));
  expect(day.today?.p10[noon]).toBeLessThan(day.today?.p50[noon] ?? 0);
  expect(day.today?.p90[noon]).toBeGreaterThan(day.today?.p50[noon] ?? 0);
  expect(day.today?.arrivals.length).toBeGreaterThan(0);
  for (const { earliest } of day.today?.arrivals ?? []) expect(earliest).toBeGreaterThanOrEqual(10 * 60 + 5);
  const stored = await app.db.row<{ n: number }>(
    sql`select num_nonnulls(eta80, eta90, eta100) as n from scenic_forecast where spot_id = ${spot}`,
  );
  expect(stored?.n).toBe(day.today?.arrivals.filter(({ at }) => at !== null).length);
  // after closing nothing is left to forecast
  await forecastAllSpotsInBatches(app.engine, 'today', { now: toTime(`${today}T18:00:00+08:00`) });
  expect((await forecastOf(chief)).today).toBeNull();
});

test('the days of all spots are stored although readings of a deleted one remain', async () => {
  const yesterday = addDays(today, -1);
  const reading = (of: number) => ({
    of,
    source: 'north',
    at: toTime(`${yesterday}T11:00:00+08:00`) / 1000,
    inside: 5,
  });
  const [gone, kept] = [await addSpot(operator.id, '旧园'), await addSpot(operator.id, '新园')];
  await validateAndStoreReadings(app.engine, flow, systemCaller(), [reading(gone), reading(kept)]);
  const { code, msg } = await chief.del('/admin/scenic.spot/del', { ids: [gone] });
  expect(code, msg).toBe(1);
  await storeVisitorsPerQuarterHourOfPastDays(app.db, today);
  const stored = await app.db.rows(sql`
    select spot_id from scenic_day_curve where day = ${yesterday}::date and spot_id in (${gone}, ${kept})`);
  expect(stored).toEqual([{ spot_id: kept }]);
});

test('the operator of a spot reads its forecast, others do not', async () => {
  const read = (client: Client, id = spot) => client.get<SpotForecast>('/api/scenic.forecast/spot', { id });
  expect(ok(await read(operator.owner)).name).toBe('西山');
  const stranger = (await openAgency(app)).owner;
  const { status, code } = await read(stranger);
  expect([status, code]).toEqual([200, 0]);
});
