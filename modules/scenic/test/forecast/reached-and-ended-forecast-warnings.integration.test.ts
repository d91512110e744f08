import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import type { SpotsToday } from '../../contract/public-page-of-crowds-at-spots-today.ts';
import { storeForecastsAndBackTestResultsOfSpots } from '../../server/forecast/store-forecasts-and-back-test-results-of-spots.ts';
import { forecastCronJobs } from '../../server/forecast-cron-jobs.ts';
import { updateForecastWarnings } from '../../server/warning/warn-of-forecast-crowds.ts';
import { dataOf, type ScenicWorld, startScenicWorld } from '../scenic-spots.ts';

let world: ScenicWorld;
let spot = 0;
const today = shanghaiToday();
const ten = toTime(`${today}T10:00:00+08:00`);
const seconds = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  world = await startScenicWorld();
});
beforeEach(async () => {
  spot = await world.addSpot({ limit: 2000 });
  await world.app.db.query(sql`
    insert into scenic_forecast_accuracy (spot_id, accuracy, updated_at) values (${spot}, '{"days": 30, "mape": 0.087}', now())`);
});
afterAll(() => world.app.close());

/** Forecasts these visitors at eleven and the levels that they reach by then. */
const expectVisitors = async (peak: number): Promise<number> => {
  const p50 = [peak / 4, peak / 2, (peak * 3) / 4, peak];
  const arrivals = [80, 90, 100].flatMap((level) =>
    peak >= level * 20 ? [{ level, at: 640, earliest: 630, latest: 650 }] : [],
  );
  await storeForecastsAndBackTestResultsOfSpots(world.app.db, today, [
    { id: spot, today: { from: 600, p10: p50, p50, p90: p50, arrivals } },
  ]);
  return updateForecastWarnings(world.app.engine, ten);
};
const warnings = async () =>
  (await world.warningsOf(spot)).map(({ basis, level, status }) => `${basis} ${level} ${status}`).sort();
const warningOn = async (basis: string) => (await world.warningsOf(spot)).find((one) => one.basis === basis);

test('notice and measures stay when the level of a forecast is reached, and those of the new warning are its own', async () => {
  await expectVisitors(1900);
  const id = (await warningOn('forecast'))?.id;
  dataOf(await world.operator.owner.post('/api/scenic.warning/confirm', { id, measures: ['gate_limit'] }));
  const notice = { notice: '今日游客较多，请错峰入园', notice_en: 'Crowded today: please come later' };
  dataOf(await world.chief.post('/admin/scenic.warning/announce', { id, ...notice }));
  const announced_at = (await warningOn('forecast'))?.announced_at;
  await world.store([{ of: spot, source: 'gate', at: seconds() - 60, inside: 1850 }]);
  expect(await warnings()).toEqual(['forecast 90 ended', 'instant 90 raised']);
  expect(await warningOn('instant')).toMatchObject({ ...notice, announced_at, measures: ['gate_limit'] });
  const anybody = await world.app.client('nobody');
  const { spots } = dataOf(await anybody.get<SpotsToday>('/api/scenic.spots/today', { area: '530102' }));
  expect(spots.find((one) => one.id === spot)).toMatchObject(notice);

  // a forecast of the next level that is reached, too, changes neither
  await expectVisitors(2100);
  const next = (await world.warningsOf(spot)).find((one) => one.basis === 'forecast' && one.status === 'raised');
  const other = { notice: '预计达到最大承载量', notice_en: 'Expected to be full' };
  dataOf(await world.chief.post('/admin/scenic.warning/announce', { id: next?.id, ...other }));
  await world.store([{ of: spot, source: 'gate', at: seconds(), inside: 2050 }]);
  expect(await warningOn('instant')).toMatchObject({ level: '100', ...notice, measures: ['gate_limit'] });
});

test('a level that is only expected is not counted as reached', async () => {
  const counted = async () => {
    const search = [{ field: 'spot_id', operator: '=', val: spot }];
    const { list } = dataOf(
      await world.chief.get<{ list: { value: number }[] }>('/admin/scenic.warning/measure', {
        measure: 'warnings',
        by: 'peak_level',
        search,
      }),
    );
    return list.map(({ value }) => Number(value));
  };
  await expectVisitors(1900);
  expect(await counted()).toEqual([]);
  await world.store([{ of: spot, source: 'gate', at: seconds(), inside: 1850 }]);
  expect(await counted()).toEqual([1]);
});

test('leaders learn that an unconfirmed warning is about a level that is only expected', async () => {
  const { db, engine } = world.app;
  await db.query(sql`update auth_admin set area_code = '530102' where username = 'county1'`);
  await expectVisitors(1900);
  const id = (await warningOn('forecast'))?.id ?? 0;
  await db.query(sql`update deadline set due_at = now() - interval '2 minutes', warnings = '[{"at": 1, "fact": "overdue", "left": 0}]',
    warn_at = now() - interval '1 minute' where resource = 'scenic/warning' and row_id = ${id}`);
  await emitDeadlineEvents(engine);
  const messages = () =>
    db.rows<{ content: string }>(sql`select distinct content from message_notice
      where resource = 'scenic/warning' and row_id = ${id} and template_code like '%unconfirmed' and admin_id is not null`);
  await expect.poll(async () => (await messages()).map(({ content }) => content)).toHaveLength(1);
  expect((await messages())[0]?.content).toContain('预计约 10:40 达橙色预警');
});

test('a level that is reached while its warning is being raised raises none, and ends one that was raised before', async () => {
  const { db } = world.app;
  await world.store([{ of: spot, source: 'gate', at: seconds(), inside: 500 }]);
  const reach = (level: number) => sql`update reading_state set level = ${level} where of_id = ${spot}`;
  const blocked = () =>
    db.row(sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%reading_state%for update%'`);
  let raising: Promise<number> | undefined;
  await db.transaction(async (tx) => {
    await tx.query(reach(90));
    raising = expectVisitors(1900);
    await expect.poll(blocked).toEqual({ n: 1 });
  });
  expect(await raising).toBe(0);
  expect(await warnings()).toEqual([]);

  await db.query(reach(0));
  expect(await expectVisitors(1900)).toBe(1);
  await db.query(reach(90));
  expect(await updateForecastWarnings(world.app.engine, ten)).toBe(1);
  expect(await warnings()).toEqual(['forecast 90 ended']);
});

test('warnings end also where no new forecast can be made', async () => {
  const { db, engine } = world.app;
  await expectVisitors(1900);
  await storeForecastsAndBackTestResultsOfSpots(db, today, [{ id: spot, today: null }]);
  await db.query(sql`alter table scenic_day_curve rename to scenic_day_curve_missing`);
  const context = { log: engine.log, signal: new AbortController().signal } as never;
  await expect(forecastCronJobs.forecast_visitors.run(engine, context)).rejects.toThrow('scenic_day_curve');
  await db.query(sql`alter table scenic_day_curve_missing rename to scenic_day_curve`);
  expect(await warnings()).toEqual(['forecast 90 ended']);
});
