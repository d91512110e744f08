import { afterAll, beforeAll, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { module_ } from '#kernel/module/module.ts';
import { timeSeries } from '#kernel/module/time-series.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import { createPartitions, dropPartitions } from '#server/time-series/create-and-drop-partitions.ts';
import {
  listReadings,
  type PresentedReading,
  readLatestReadings,
} from '#server/time-series/read-readings-and-statistics.ts';
import { validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { refuseInvalidTimeSeriesDeclarations } from '#server/time-series/validate-time-series-declarations-and-find-resources.ts';
import { inventModule } from '../invented/invented-module.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

const site = resource({
  name: 'meter/site',
  label: text('测点', 'Site'),
  title: 'name',
  scope: 'area',
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 50 }),
    area_code: field.area(text('地区', 'Area'), { required: true, level: 3 }),
  },
});
const flow = timeSeries({
  name: 'meter/flow',
  label: text('客流', 'Visitor flow'),
  of: 'meter/site',
  values: {
    entered: field.integer(text('入园', 'Entered'), { required: true, min: 0, max: 100_000 }),
    inside: field.integer(text('在园', 'Inside'), { min: 0 }),
    place: field.place(text('位置', 'Location')),
    flags: field.selects(text('标记', 'Flags'), { options: { wet: text('雨', 'Wet'), lost: text('断线', 'Lost') } }),
  },
  retention: { days: 90 },
});
const invented = inventModule(
  module_({
    name: 'meter',
    label: text('测点', 'Sites'),
    icon: 'dashboard',
    weigh: 1,
    series: [flow],
    entries: [site],
  }),
  {
    async prepare({ db }) {
      await db.query(`create table if not exists meter_flow (
        of_id bigint not null, source text not null, at timestamptz not null,
        entered integer not null, inside integer, place point, flags text[],
        primary key (of_id, at, source)) partition by range (at)`);
    },
  },
);

let app: TestApp;
let chief: Client;
const sites: number[] = [];
/** A whole hour, some hours ago. */
const hour = Math.floor(Date.now() / 3_600_000) * 3600 - 7200;

beforeAll(async () => {
  app = await startApp({ also: invented });
  chief = await app.client({ officer: 'admin' });
  for (const area of ['530102', '530103']) {
    const answer = await chief.post<{ id: number }>('/admin/meter.site/add', { name: area, area_code: area });
    expect(answer.code, answer.msg).toBe(1);
    sites.push(answer.data.id);
  }
});
afterAll(() => app.close());

const write = (readings: Parameters<typeof validateAndStoreReadings<typeof flow.values>>[3], now?: number) =>
  validateAndStoreReadings(app.engine, flow, systemCaller(), readings, now);
const get = <T>(client: Client, action: string, query: Record<string, unknown>) =>
  client.get<T>(`/admin/meter.flow/${action}`, query);
type Listed = { list: PresentedReading[]; before: string | null };

test('a batch is written once, however often it is sent, and its errors are reported by position', async () => {
  const [one = 0] = sites;
  const batch: Parameters<typeof write>[0][number][] = [
    { of: one, source: 'north', at: hour + 0.25, entered: 3, inside: 40 },
    { of: one, source: 'south', at: hour + 0.25, entered: 2 },
    { of: one, source: 'north', at: hour + 60, entered: 5, place: { lng: 102.7, lat: 25.04 }, flags: ['wet', 'lost'] },
    { of: one, at: hour, entered: -1 },
    { of: 999_999, at: hour, entered: 1 },
    { of: one, at: hour - 40 * 86_400, entered: 1 },
    { of: one, at: hour + 86_400, entered: 1 },
    { of: one, at: Number.NaN, entered: 1, source: 'a\u0000' },
  ];
  const first = await write(batch);
  expect([first.stored, first.known]).toEqual([3, 0]);
  expect(first.refused.map(({ place, errors }) => [place, Object.keys(errors)])).toEqual([
    [3, ['entered']],
    [4, ['of']],
    [5, ['at']],
    [6, ['at']],
    [7, ['source', 'at']],
  ]);
  expect(first.refused[2]?.errors.at).toEqual(['读数过早，只接收 7 天内的数据']);
  expect(await write(batch.slice(0, 3))).toMatchObject({ stored: 0, known: 3 });
  expect(await app.db.row(`select count(*) as n from history where resource like 'meter/flow%'`)).toEqual({ n: 0 });
});

test('readings of a row are paged by time, and each is returned once', async () => {
  const [, two = 0] = sites;
  await write(
    Array.from({ length: 25 }, (_, n) => ({
      of: two,
      source: `g${n % 3}`,
      at: hour + Math.floor(n / 3) * 0.5,
      entered: n,
    })),
  );
  const seen: unknown[] = [];
  let before: string | null = null;
  do {
    const page: Listed = (await get<Listed>(chief, 'index', { of: two, limit: 10, ...(before ? { before } : {}) }))
      .data;
    seen.push(...page.list.map(({ entered }) => entered));
    before = page.before;
  } while (before !== null);
  expect(seen).toEqual([...Array(24 + 1).keys()].reverse());
  const some = await get<Listed>(chief, 'index', { of: two, from: hour + 1, until: hour + 2 });
  expect(some.data.list.map(({ at }) => at)).toEqual([1.5, 1.5, 1.5, 1, 1, 1].map((more) => hour + more));
  for (const before of ['x', '1:', `1:${'a'.repeat(65)}`, '1e9:a'])
    if (before !== '1:') expect((await get(chief, 'index', { of: two, before })).data).toEqual({ reason: 'parameter' });
});

test('the latest readings of many rows, and figures by the hour', async () => {
  const [one = 0, two = 0] = sites;
  const latest = (await get<Listed>(chief, 'latest', { of: `${one},${two}` })).data.list;
  expect(latest.map(({ of, at, source }) => [of, at, source])).toEqual([
    [one, hour + 60, 'north'],
    [two, hour + 4, 'g0'],
  ]);
  expect(latest[0]).toMatchObject({
    entered: 5,
    inside: null,
    place: { lng: 102.7, lat: 25.04 },
    flags: ['wet', 'lost'],
  });
  const hours = await get(chief, 'buckets', { of: one, by: 'hour', from: hour, until: hour + 3600 });
  expect(hours.data).toEqual({
    list: [
      {
        at: hour,
        count: 3,
        entered: { min: 2, max: 5, avg: 3.3333, sum: 10, last: 5 },
        inside: { min: 40, max: 40, avg: 40, sum: 40, last: 40 },
      },
    ],
  });
  const day = (
    await get<{ list: { at: number }[] }>(chief, 'buckets', {
      of: one,
      by: 'day',
      from: hour - 86_400,
      until: hour + 3600,
    })
  ).data;
  expect(((day.list[0]?.at ?? 0) + 8 * 3600) % 86_400, 'midnight in Shanghai').toBe(0);
  expect((await get(chief, 'buckets', { of: one, by: 'minute', from: 0, until: hour })).data).toEqual({
    reason: 'parameter',
  });
});

test('who may not see a row sees none of its readings, whatever the call names', async () => {
  const [one = 0, two = 0] = sites;
  const county = await app.officer('county1'); // 530102
  expect((await listReadings(app.engine, flow, county, { of: two, limit: 10 })).length).toBe(0);
  expect((await readLatestReadings(app.engine, flow, county, [one, two])).map(({ of }) => of)).toEqual([one]);
  expect(
    (await validateAndStoreReadings(app.engine, flow, county, [{ of: two, at: hour, entered: 1 }])).refused,
  ).toEqual([{ place: 0, errors: { of: ['所属记录不存在'] } }]);
  // without the permission for the rows there is none for the readings
  const other = await app.client({ officer: 'county1' });
  await app.db.query(`update auth_group set rules = '{}' where rules is not null`);
  expect((await get(other, 'index', { of: one })).code).toBe(401);
});

test('partitions are created ahead, contain their days, and are dropped when everything in them is too old', async () => {
  const now = new Date('2027-03-15T00:00:00Z');
  await createPartitions(app.db, [flow], now);
  await createPartitions(app.db, [flow], now);
  await write([{ of: sites[0] ?? 0, at: now.getTime() / 1000, entered: 1 }], now.getTime());
  const parts = async () =>
    (
      await app.db.rows<{ name: string }>(
        `select relname::text as name from pg_class where relname ~ '^meter_flow_p' and relkind = 'r' order by 1`,
      )
    ).map(({ name }) => name.slice(-8));
  expect(await parts()).toEqual(expect.arrayContaining(['20270301', '20270401', '20270501', '20270601']));
  expect(await app.db.row(`select count(*) as n from meter_flow_p20270301`)).toEqual({ n: 1 });
  // 90 days before 1 June the first of March is over, but not the last
  expect(await dropPartitions(app.db, [flow], new Date('2027-06-29T15:59:00Z'))).not.toContain('meter_flow_p20270301');
  expect(await dropPartitions(app.db, [flow], new Date('2027-06-29T16:00:00Z'))).toContain('meter_flow_p20270301');
  expect(await parts()).toEqual(['20270401', '20270501', '20270601']);
});

test('a time series cannot have the name of a resource, and must be of a resource', () => {
  expect(() => refuseInvalidTimeSeriesDeclarations([flow, flow], app.engine.find)).toThrow('taken');
  expect(() => refuseInvalidTimeSeriesDeclarations([{ ...flow, name: 'meter/Site' }], app.engine.find)).toThrow(
    'taken',
  );
  expect(() => refuseInvalidTimeSeriesDeclarations([{ ...flow, of: 'meter/nothing' }], app.engine.find)).toThrow(
    'not declared',
  );
});

test('the calls of a time series are in the API document', async () => {
  const paths = Object.keys((await chief.get<{ paths: object }>('/admin/openapi/index')).data.paths);
  expect(paths.filter((path) => path.includes('meter.flow'))).toEqual(
    ['index', 'latest', 'buckets'].map((action) => `/admin/meter.flow/${action}`),
  );
});
