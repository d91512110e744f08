import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWireParams } from '#kernel/list/list-query-in-url.ts';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { addDays, addMonths, shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import type { CoachPanel } from '#modules/enforcement/contract/coaches-in-transit-wall-panels.ts';
import { plateCapture } from '#modules/enforcement/contract/plate-gate-and-position-time-series.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { finding } from '../contract/anomaly/anomaly-finding.ts';
import { itinerary } from '../contract/itinerary/team-itinerary.ts';
import { touristOriginCount } from '../contract/itinerary/tourist-origin-count.ts';
import type { TodaysTeamsPanel, TouristHistoryPanel, TouristOriginPanel } from '../contract/travel-wall-panels.ts';
import * as rows from '../contract/wall/list-filters-behind-team-wall-figures.ts';
import { type Agency, openAgency } from './agency.ts';
import { type Fleet, openFleet } from './team.ts';

/** The wall of teams: each figure equals the list with the same filter. */
let app: TestApp;
let agency: Agency;
let fleet: Fleet;
let city: Client;
const today = shanghaiToday();
let made = 0;

interface Planted {
  readonly status: string;
  /** Days from today, and hours of the day. */
  readonly from: number;
  readonly to?: number;
  readonly people: number;
  readonly source?: string;
  readonly kind?: string;
  readonly late?: string;
  readonly area?: string;
  /** The second of its last day at which it ends; by default a minute before midnight. */
  readonly endsAt?: number;
}

async function plant({
  status,
  from,
  to = from,
  people,
  source = '510100',
  endsAt = 86_340,
  ...more
}: Planted): Promise<number> {
  made += 1;
  const { kind = 'province', late = 'no', area = '530102' } = more;
  const start = toTime(addDays(today, from)) / 1000 + 60;
  const end = toTime(addDays(today, to)) / 1000 + endsAt;
  const row = await app.db.row<{ id: number }>(sql`
    insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, source_area, late, total_fee,
      emergency_contact, emergency_mobile, status, departed_at)
    values (${`W${made}`}, ${agency.id}, ${kind}, to_timestamp(${start}), to_timestamp(${end}), ${area},
      (select array_agg(id) from system_area where code = '530126'), ${people}, ${source}, ${late}, 100000, '赵六', '13500135000', ${status},
      case when ${status} = 'departed' then now() - interval '1 minute' end) returning id`);
  const id = row?.id ?? 0;
  await app.db.query(sql`insert into travel_tourist (itinerary_id, name, id_type, id_no, source_area, nationality)
    select ${id}, '游客', 'id_card', jsonb_build_object('hash', ${`w${made}-`} || n, 'mask', '*'), ${source}, '中国' from generate_series(1, ${people}) n`);
  return id;
}

beforeAll(async () => {
  app = await startApp();
  [agency, fleet] = [await openAgency(app), await openFleet(app)];
  city = await app.client({ officer: 'city' });
  const onTheWay = await plant({ status: 'departed', from: 0, to: 2, people: 30 });
  await plant({ status: 'departed', from: -2, to: 0, people: 12, source: '500103', kind: 'one_day' });
  await plant({ status: 'abnormal', from: -1, to: 1, people: 5, source: '530100', area: '530103' });
  await plant({ status: 'confirmed', from: 0, people: 7, late: 'yes' });
  await plant({ status: 'finished', from: 0, people: 3 });
  await plant({ status: 'archived', from: -3, to: -2, people: 20, source: '440100', late: 'yes' });
  // none of these counts
  await plant({ status: 'draft', from: 0, people: 1000 });
  await plant({ status: 'cancelled', from: 0, people: 1000 });
  await plant({ status: 'archived', from: -365, people: 15 });
  const coach = await fleet.vehicle();
  await app.db.query(sql`insert into travel_assigned_vehicle (itinerary_id, vehicle_id, driver_id, plate)
    values (${onTheWay}, ${coach.id}, ${await fleet.driver()}, ${coach.plate})`);
  for (const [code, status, seen] of [
    ['I05', 'open', '第一天低于指导价'],
    ['I05', 'open', '第二天低于指导价'],
    ['I07', 'confirmed', '购物 90 分钟'],
    ['I04', 'confirmed', '核载 20 人，载客 30 人'],
    ['I04', 'false_alarm', '核载 49 人'],
  ] as const)
    await app.db.query(sql`insert into travel_finding (itinerary_id, code, severity, action, summary, area_code, status)
      values (${onTheWay}, ${code}, '2', 'review', ${seen}, '530102', ${status})`);
  await app.db.query(sql`insert into enforcement_roadside_check (plate, itinerary_id, vehicle_id, result, headcount, place_name, area_code)
    values (${coach.plate}, ${onTheWay}, ${coach.id}, 'held', 31, '石林服务区', '530102'), (${coach.plate}, ${onTheWay}, ${coach.id}, 'passed', 30, null, '530102')`);
  const source = await app.db.row<{ id: number }>(
    sql`insert into enforcement_source (name, key, area_code) values ('石林卡口', 'x', '530126') returning id`,
  );
  await validateAndStoreReadings(app.engine, plateCapture, systemCaller(), [
    {
      of: source?.id ?? 0,
      source: coach.plate,
      at: Math.floor(Date.now() / 1000) - 30,
      plate: coach.plate,
      spot: '1 道',
    },
  ]);
}, 120_000);
afterAll(() => app.close());

const panel = async <T>(name: string, query: Record<string, unknown> = {}, client = city) =>
  client.get<T & { state: string }>(`/admin/screen.${name}/index`, query as Record<string, string>);

/** The list with the filter of a figure. */
async function behind({ of, conditions, sum, n }: RowsBehindFigure, client = city): Promise<number> {
  const resource = [finding, itinerary, touristOriginCount].find((one) => one.name === of) ?? itinerary;
  const { search } = toWireParams({ conditions, keyword: '' }, resource);
  const name = of.replace('/', '.');
  if (!sum)
    return (await client.get<{ total: number }>(`/admin/${name}/index`, { ...(search ? { search } : {}), limit: 10 }))
      .data.total;
  const answer = await client.get<{ list: { tourist_count?: number; people?: number }[] }>(`/admin/${name}/index`, {
    ...(search ? { search } : {}),
    limit: 100,
  });
  const added = answer.data.list.reduce((all, one) => all + (one.people ?? one.tourist_count ?? 0), 0);
  // the figure equals the number of rows in the list, or their sum
  expect(answer.data.list).toHaveLength(sum.rows ?? -1);
  const params = { name: sum.measure, ...(search ? { search } : {}) };
  const { data } = await client.get<{ list: { value: number }[] }>(`/admin/${name}/measure`, params);
  expect(Number(data.list[0]?.value ?? 0)).toBe(n);
  return added;
}

test('itineraries: every figure equals its list, and cancelled or unfiled teams do not count', async () => {
  const { data } = await panel<TodaysTeamsPanel>('itinerary', { area: '530100' });
  const { area, asof } = data;
  expect(data.today).toEqual({ departing: 3, underway: 3, finished: 1, tourists: 47 });
  expect(await behind(rows.teamsDepartingOn(area, 3, today))).toBe(3);
  expect(await behind(rows.teamsUnderway(area, 3))).toBe(3);
  expect(await behind(rows.teamsFinishedOn(area, 1, today))).toBe(1);
  expect(await behind(rows.touristsUnderway(area, 47, data.today.underway))).toBe(47);
  expect(data.kinds).toEqual([
    { kind: 'province', n: 2 },
    { kind: 'one_day', n: 1 },
  ]);
  expect(
    data.kinds.reduce((all, { n }) => all + n, 0),
    'the kinds are those of teams under way',
  ).toBe(data.today.underway);
  for (const { kind, n } of data.kinds) expect(await behind(rows.teamsOfKind(area, n, kind)), kind).toBe(n);
  expect(data.curve).toHaveLength(24);
  const noon = data.curve[12];
  expect(noon).toMatchObject({ t: toTime(today) / 1000 + 12 * 3600, teams: 5, tourists: 57 });
  expect(noon && (await behind(rows.teamsOnTheRoadAt(area, noon, itinerary.label)))).toBe(57);
  expect(data).toMatchObject({ late: 2, filed: 6, late_rate: 0.333 });
  expect(await behind(rows.teamsFiledLate(area, 2, addDays(today, -29), today))).toBe(2);
  expect(data.flags).toEqual([{ code: 'I05', n: 2 }]);
  expect(await behind(rows.teamsOfAnomalyFlag(area, 2, 'I05'))).toBe(2);
  expect(asof).toBeGreaterThan(Date.now() / 1000 - 60);
});

test('a team that ends at 24:00 ends on that day and does not count on the next', async () => {
  const before = await panel<TodaysTeamsPanel>('itinerary', { area: '530100' });
  const ids = [
    await plant({ status: 'finished', from: -2, to: -1, people: 1, kind: 'study', endsAt: 86_400 }),
    await plant({ status: 'finished', from: 0, people: 1, kind: 'study', endsAt: 86_400 }),
    await plant({ status: 'confirmed', from: -2, to: -1, people: 1, kind: 'study', endsAt: 86_400 }),
    await plant({ status: 'confirmed', from: -2, to: -1, people: 1, kind: 'study', endsAt: 86_401 }),
  ];
  const { data } = await panel<TodaysTeamsPanel>('itinerary', { area: '530100' });
  expect(data.today.finished, 'one ended at 24:00 today, one at 24:00 of yesterday').toBe(
    before.data.today.finished + 1,
  );
  expect(await behind(rows.teamsFinishedOn(data.area, 2, today))).toBe(data.today.finished);
  expect(await behind(rows.teamsFinishedOn(data.area, 1, addDays(today, -1)))).toBe(1);
  const midnight = data.curve[0]?.teams ?? 0;
  expect(midnight, 'only that which ends a second after midnight').toBe((before.data.curve[0]?.teams ?? 0) + 1);
  await app.db.query(sql`delete from travel_tourist where itinerary_id = any(${ids}::bigint[])`);
  await app.db.query(sql`delete from travel_itinerary where id = any(${ids}::bigint[])`);
});

test('origins: provinces, towns and countries, their shares, the previous year, and the means of transport', async () => {
  const { data } = await panel<TouristOriginPanel>('source', { area: '530100' });
  expect(data).toMatchObject({ level: 'province', total: 77, from: addDays(today, -29), to: today });
  expect(data.top.map(({ code, n, yoy }) => [code, n, yoy])).toEqual([
    ['510000', 40, addMonths(today, -12) === addDays(today, -365) ? 1.667 : null],
    ['440000', 20, null],
    ['500000', 12, null],
    ['530000', 5, null],
  ]);
  for (const one of data.top)
    expect(await behind(rows.touristsOfSource(data.area, one, data, (name) => name)), one.name).toBe(one.n);
  expect(data.top.reduce((all, { share }) => all + share, 0)).toBeCloseTo(1, 2);
  expect(
    data.lines.map(({ code, n }) => [code, n]),
    'nobody flies within the same province',
  ).toEqual([
    ['510000', 40],
    ['440000', 20],
    ['500000', 12],
  ]);
  for (const { from, to } of data.lines)
    for (const place of [from, to]) expect(place.every(Number.isFinite)).toBe(true);
  const towns = (await panel<TouristOriginPanel>('source', { area: '530100', level: 'city' })).data;
  expect(towns.top.map(({ code }) => code)).toEqual(expect.arrayContaining(['510100', '440100', '530100']));
  expect((await panel<TouristOriginPanel>('source', { level: 'country' })).data).toMatchObject({
    top: [],
    state: 'empty',
  });
  const county = (await panel<TouristOriginPanel>('source', { area: '530103' })).data;
  expect(county.top).toMatchObject([{ code: '530000', n: 5 }]);
});

test('origins: each tourist counts for their origin, and materialised counts follow lists, teams and their days', async () => {
  const area = '530127';
  const mixed = await plant({ status: 'confirmed', from: 0, people: 21, area });
  const add = (people: number, source: string | null, nationality: string | null) =>
    app.db.query(sql`insert into travel_tourist (itinerary_id, name, id_type, id_no, source_area, nationality)
      select ${mixed}, '游客', 'passport', jsonb_build_object('hash', ${`${source} ${nationality} `} || n, 'mask', '*'), ${source}, ${nationality} from generate_series(1, ${people}) n`);
  await add(19, '110105', '中国');
  await add(4, null, '英国');
  await add(1, null, '泰国');
  const top = async (level: string) =>
    (await panel<TouristOriginPanel>('source', { area, level })).data.top.map(({ name, n }) => [name, n]);
  expect(await top('province')).toEqual([
    ['四川省', 21],
    ['北京市', 19],
  ]);
  expect(await top('country')).toEqual([
    ['英国', 4],
    ['泰国', 1],
  ]);
  for (const level of ['province', 'city', 'country'] as const) {
    const { data } = await panel<TouristOriginPanel>('source', { area, level });
    for (const one of data.top)
      expect(await behind(rows.touristsOfSource(data.area, one, data, (name) => name)), one.name).toBe(one.n);
  }
  // and restored to the previous state
  const rowsOf = () =>
    app.db.rows(
      sql`select source_area, country, people, team_status from travel_team_source where itinerary_id = ${mixed} order by people desc`,
    );
  await app.db.query(
    sql`update travel_tourist set source_area = '310101' where itinerary_id = ${mixed} and source_area = '110105'`,
  );
  await app.db.query(sql`delete from travel_tourist where itinerary_id = ${mixed} and nationality = '泰国'`);
  expect(await rowsOf()).toMatchObject([
    { source_area: '510100', people: 21, country: null },
    { source_area: '310100', people: 19 },
    { source_area: null, country: '英国', people: 4, team_status: 'confirmed' },
  ]);
  expect(await top('province')).toEqual([
    ['四川省', 21],
    ['上海市', 19],
  ]);
  await app.db.query(sql`update travel_itinerary set area_code = '530128', status = 'finished' where id = ${mixed}`);
  expect(await top('province')).toEqual([]);
  expect((await panel<TouristOriginPanel>('source', { area: '530128' })).data.total).toBe(40);
  await app.db.query(sql`update travel_itinerary set start_at = start_at - interval '90 days' where id = ${mixed}`);
  expect((await panel<TouristOriginPanel>('source', { area: '530128' })).data.state).toBe('empty');
  await app.db.query(sql`delete from travel_tourist where itinerary_id = ${mixed}`);
  await app.db.query(sql`delete from travel_itinerary where id = ${mixed}`);
  expect(await rowsOf()).toEqual([]);
});

test('history: each day next to the same day of the previous year, months and years, and materialised counts follow every write', async () => {
  const { data } = await panel<TouristHistoryPanel>('history', { area: '530100' });
  expect(data.series).toHaveLength(30);
  expect(data.series.at(-1)).toMatchObject({ t: today, n: 40 });
  const latest = data.series.at(-1);
  expect(latest && (await behind(rows.touristsDepartedIn(data.area, latest, today)))).toBe(40);
  expect(data.series.reduce((all, { n }) => all + n, 0)).toBe(77);
  const range = { range: `${addDays(today, -365)},${addDays(today, -365)}` };
  expect((await panel<TouristHistoryPanel>('history', { area: '530100', ...range })).data.series).toMatchObject([
    { n: 15 },
  ]);
  const years = (await panel<TouristHistoryPanel>('history', { area: '530100', unit: 'year' })).data.series;
  expect(years.at(-1)?.t).toBe(today.slice(0, 4));
  expect(years.reduce((all, { n }) => all + n, 0)).toBe(92);
  const more = await plant({ status: 'confirmed', from: 0, people: 9, area: '530111' });
  const now = async () => (await panel<TouristHistoryPanel>('history', { area: '530111' })).data.series.at(-1)?.n;
  expect(await now()).toBe(9);
  await app.db.query(sql`update travel_itinerary set status = 'cancelled' where id = ${more}`);
  expect(await now()).toBe(0);
});

test('coaches: each on the road counts once, with its findings, and plates are masked', async () => {
  const { data } = await panel<CoachPanel>('vehicle', { area: '530100' });
  expect(data).toMatchObject({ live: 1, in: 1, out: 0, by_province: [{ p: '云', n: 1 }], out_ids: [] });
  expect(data.live_ids).toHaveLength(1);
  expect(data.by_province[0]?.ids).toEqual(data.live_ids);
  expect(data.hits.map(({ type, of }) => [type, of]).toSorted()).toEqual([
    ['held', 'enforcement/roadsideCheck'],
    ['overseat', 'travel/finding'],
  ]);
  expect(data.ticker).toMatchObject([{ place: '1 道' }]);
  for (const { plate_masked } of [...data.hits, ...data.ticker]) expect(plate_masked).toMatch(/^云A·\*\*\d{3}$/);
  expect((await panel<CoachPanel>('vehicle', { area: '530103' })).data).toMatchObject({
    live: 0,
    hits: [],
    ticker: [],
  });
});

test('invalid requests are refused, missing data is empty, and other areas are not shown', async () => {
  for (const name of ['itinerary', 'source', 'history', 'vehicle']) {
    for (const area of ['999999', 'x', '310000'])
      expect(await panel(name, { area }), `${name} ${area}`).toMatchObject({
        code: 0,
        msg: '地区无效，请从列表中选择',
      });
    expect((await panel(name, { area: '530124' })).data, name).toMatchObject({ state: 'empty' });
    const past = Math.floor(Date.now() / 1000) - 3600;
    const then = await panel<{ asof: number }>(name, { area: '530100', at: past });
    expect(then.data.asof, name).toBe(Math.floor(past / 60) * 60);
  }
  for (const name of ['source', 'history']) {
    expect((await panel(name, { range: `${addMonths(today, -48)},${today}` })).code, 'four years').toBe(0);
    expect((await panel(name, { range: 'x,y' })).code).toBe(0);
  }
  expect((await panel('source', { level: 'moon' })).data).toMatchObject({ reason: 'invalid' });
  expect((await panel('history', { unit: 'hour' })).data).toMatchObject({ reason: 'invalid' });
  const county = await app.client({ officer: 'county2' });
  expect((await panel<TodaysTeamsPanel>('itinerary', {}, county)).data.today).toMatchObject({
    underway: 1,
    tourists: 5,
  });
  expect((await panel('itinerary', { area: '530102' }, county)).code).toBe(0);
});
