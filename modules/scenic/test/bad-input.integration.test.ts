import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { rollUpHours } from '#server/time-series/roll-up-and-read-hourly-figures.ts';
import { pushReadings } from '#server/time-series/store-pushed-readings.ts';
import { markRowsWithoutReadings } from '#server/time-series/update-reading-states-and-levels-of-rows.ts';
import { closeStreams, openEventStream, waitUntil } from '../../../test/support/event-stream.ts';
import type { SpotsToday } from '../contract/public-page-of-crowds-at-spots-today.ts';
import type { CapacityPanel } from '../contract/spot-capacity-wall-panel.ts';
import { flow } from '../contract/visitor-flow-time-series-and-warning-messages.ts';
import { updateDailyTotalWarnings } from '../server/warning/warn-of-daily-visitor-totals.ts';
import { dataOf, refusalOf, type ScenicWorld, startScenicWorld } from './scenic-spots.ts';

/** What gates, people and machines do wrong. */
let world: ScenicWorld;
let spot = 0;
const now = () => Math.floor(Date.now() / 1000);
beforeAll(async () => {
  world = await startScenicWorld();
});
beforeEach(async () => {
  spot = await world.addSpot({ limit: 2000, more: { duty_mobile: '13988887777' } });
});
afterEach(closeStreams);
afterAll(() => world.app.close());

const push = (rows: readonly Record<string, unknown>[], locale: 'zh-cn' | 'en' = 'zh-cn') =>
  pushReadings(world.app.engine, flow, { ...systemCaller(), locale }, rows as never);
const onWall = async (id = spot) =>
  dataOf(await world.chief.get<CapacityPanel>('/admin/screen.capacity/index', { area: '530100' })).spots.find(
    (one) => one.id === id,
  );

test('a clock ten minutes ahead is refused row by row, in the language of the caller, and says what to do', async () => {
  const rows = [
    { of: spot, source: 'north', at: now() + 600, inside: 10 },
    { of: spot, source: 'north', at: now() - 60, inside: 20 },
  ];
  const { stored, refused, rows: answered } = await push(rows);
  expect([stored, refused]).toEqual([1, 1]);
  expect(answered[0]?.errors?.at).toEqual(['读数时间晚于当前时间，请校准设备时钟']);
  expect((await push(rows, 'en')).rows[0]?.errors?.at).toEqual([
    'Reading time is in the future. Set the clock of the device',
  ]);
  expect(await onWall()).toMatchObject({ inside: 20 });
});

test('rows of last year are refused with how far back they may be', async () => {
  const { rows } = await push([{ of: spot, source: 'north', at: now() - 365 * 86_400, inside: 10 }], 'en');
  expect(rows[0]).toMatchObject({ result: 'refused', errors: { at: [expect.stringContaining('within 30 days')] } });
});

test('a batch that comes twice counts once', async () => {
  const rows = [1, 2, 3].map((n) => ({ of: spot, source: 'north', at: now() - n * 60, entered: 100, departed: 10 }));
  expect(await push([...rows, ...rows])).toMatchObject({ stored: 3, known: 3 });
  expect(await push(rows)).toMatchObject({ stored: 0, known: 3 });
  expect(await onWall()).toMatchObject({ inside: 270, day_total: 300 });
});

test('a reading that a program loaded past the platform is known, and those beside it are stored', async () => {
  const at = now();
  await push([{ of: spot, source: 'north', at: at - 30, entered: 100, departed: 10 }]);
  await world.app.db.query(
    sql`insert into scenic_flow (of_id, source, at, entered) values (${spot}, 'north', to_timestamp(${at - 20}), 7)`,
  );
  const rows = [20, 10].map((seconds) => ({ of: spot, source: 'north', at: at - seconds, entered: 5, departed: 0 }));
  expect((await push(rows)).rows.map(({ result }) => result)).toEqual(['known', 'stored']);
  expect(await onWall()).toMatchObject({ inside: 95 });
});

test('a gate that counts backwards takes nobody away: negative counts are refused, a falling total is not believed', async () => {
  // in the middle of the day, so that no midnight comes between
  const noon = toTime(`${shanghaiToday()}T12:00:00+08:00`);
  const at = (minute: number) => noon / 1000 + minute * 60;
  const store = (minute: number, values: object) =>
    world.store([{ of: spot, source: 'gate', at: at(minute), ...values }], noon + 600_000);
  expect((await store(1, { entered: -3 })).refused[0]?.errors).toHaveProperty('entered');
  await store(1, { inside: 500, day_total: 6500 });
  await store(2, { inside: 510, day_total: 40 });
  await store(3, { entered: 5, departed: 0 });
  const balance = await world.app.db.row(sql`select added::int from reading_balance where of_id = ${spot}`);
  expect(balance).toEqual({ added: 6505 });
  // the warning on the daily capacity stays
  await updateDailyTotalWarnings(world.app.engine);
  expect(await world.warningsOf(spot)).toMatchObject([{ basis: 'daily', level: '80', value: 6505 }]);
});

test('a spot without areas has no limit: its visitors are counted, and no level is made up', async () => {
  const bare = await world.addSpot();
  const draft = {
    spot_id: bare,
    doc_no: '文旅承载〔2026〕空号',
    approved_by: '昆明市文化和旅游局',
    areas: [],
    open_minutes: 600,
    visit_minutes: 150,
    effective_from: '2026-01-01',
  };
  const { id } = dataOf(await world.officer.post<{ id: number }>('/admin/scenic.capacity/add', draft));
  expect((await refusalOf(world.chief.post('/admin/scenic.capacity/review', { id }))).msg).toContain('至少一个区域');
  await push([{ of: bare, source: 'north', at: now() - 60, inside: 90_000 }]);
  expect(await onWall(bare)).toMatchObject({ inside: 90_000, instant_max: null, level: null, state: 'ok' });
  expect(await world.warningsOf(bare)).toEqual([]);
  const { spots } = dataOf(await world.chief.get<SpotsToday>('/api/scenic.spots/today'));
  expect(spots.find((one) => one.id === bare)).toMatchObject({ percent: null, level: null, expected: null });
});

test('a provider that is silent on the peak day: grey, called, alerted; its warning stays, and data that returns is live', async () => {
  await world.store([{ of: spot, source: 'gate', at: now() - 1800, inside: 1900 }]);
  await markRowsWithoutReadings(world.app.engine, flow);
  expect(await onWall()).toMatchObject({ state: 'data_lost', inside: null, level: null });
  expect(await world.warningsOf(spot)).toMatchObject([{ level: '90', status: 'raised' }]);
  const sent = () =>
    world.app.db.rows<{ mobile: boolean; officers: boolean }>(sql`
      select exists (select from message_sms where resource = 'scenic/spot' and row_id = ${spot} and template_code = 'scenic_data_lost') as mobile,
        exists (select from message_notice where resource = 'scenic/spot' and row_id = ${spot} and template_code = 'scenic_data_lost'
          and admin_id is not null) as officers`);
  await expect.poll(sent).toEqual([{ mobile: true, officers: true }]);
  const [raised] = await world.warningsOf(spot);
  dataOf(
    await world.officer.post('/admin/scenic.warning/logCall', {
      id: raised?.id,
      called: '王值班',
      reason: '闸机断网，改为人工每五分钟报数',
    }),
  );
  dataOf(
    await world.operator.owner.post('/api/scenic.count/add', {
      spot_id: spot,
      kind: 'count',
      counted_at: now() - 30,
      inside: 1950,
    }),
  );
  await expect.poll(async () => (await onWall())?.inside).toBe(1950);
  expect(await onWall()).toMatchObject({ state: 'ok', level: 90 });
});

test('power cut in the middle of a roll-up leaves whole hours, and the next run does the rest', async () => {
  const { db, engine } = world.app;
  const hour = Math.floor(now() / 3600) * 3600;
  const hours = [4, 3, 2].map((n) => hour - n * 3600);
  await world.store(hours.map((at, n) => ({ of: spot, source: 'gate', at: at + 60, inside: 100 * (n + 1) })));
  const rolledUp = async () =>
    (
      await db.rows<{ inside_max: number }>(
        sql`select inside_max from scenic_flow_hour where of_id = ${spot} order by at`,
      )
    ).map((one) => one.inside_max);
  await db.query(sql`delete from scenic_flow_hour`);
  await db.query(sql`delete from reading_roll_up`);
  // the second hour ends the connection in the middle of its statement
  await db.query(`create function cut_off() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return new; end'`);
  await db.query(`create trigger cut_off before insert on scenic_flow_hour for each row
    when (new.at = to_timestamp(${hours[1]})) execute function cut_off()`);
  await expect(rollUpHours(engine, flow)).rejects.toThrow();
  await db.query('drop trigger cut_off on scenic_flow_hour');
  await db.query('drop function cut_off()');
  expect(await rolledUp()).toEqual([100]);
  await rollUpHours(engine, flow);
  expect(await rolledUp()).toEqual([100, 200, 300]);
});

test('a screen that was cut off gets each alert it missed, once', async () => {
  const query = `batoken=${world.chief.token}`;
  const stream = '/admin/stream/index';
  const before = await openEventStream(world.app.server, stream, query);
  await world.store([{ of: spot, source: 'gate', at: now() - 120, inside: 1650 }]);
  const alerts = ({ events }: typeof before) =>
    events.filter(({ data }) => data.resource === 'scenic/warning').map(({ data }) => data.name);
  await waitUntil(() => alerts(before).length > 0);
  const last = before.events.at(-1)?.id ?? '';
  closeStreams();
  await world.store([{ of: spot, source: 'gate', at: now() - 60, inside: 1850 }]);
  const again = await openEventStream(world.app.server, stream, query, last);
  await waitUntil(() => alerts(again).includes('scenic/warning.escalated'));
  expect(alerts(again).filter((name) => name === 'scenic/warning.escalated')).toHaveLength(1);
  expect(alerts(again)).not.toContain('scenic/warning.added');
  const newest = again.events.at(-1)?.id ?? '';
  closeStreams();
  const third = await openEventStream(world.app.server, stream, query, newest);
  await waitUntil(() => third.messages.length > 0, 500);
  expect(alerts(third)).toEqual([]);
});
