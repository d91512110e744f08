import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWireParams } from '#kernel/list/list-query-in-url.ts';
import { type MapLayer, mapLayersOf, type RowsOfMapLayer, type WallMapPanel } from '#kernel/module/wall-map-layer.ts';
import type { CoachPanel } from '#modules/enforcement/contract/coaches-in-transit-wall-panels.ts';
import { CheckFixture, registered } from '#modules/enforcement/test/check/check-fixture.ts';
import { county, neighbour, ok, today } from '#modules/enforcement/test/draw/draw-fixture.ts';
import type { IncidentWallPanel } from '#modules/incident/contract/incident-wall-panels.ts';
import { findResource, modules } from '#modules/registry.ts';
import { openFleet } from '#modules/travel/test/team.ts';
import { sql } from '#server/db/sql.ts';
import type { Client } from '../../../test/support/test-engine.ts';
import { rowsOfMapLayer } from '../contract/rows-behind-map-layer.ts';

/** The layers of the map: each is the list of the officers who work on its rows. */
let on: CheckFixture;
let admin: Client;
const layers = mapLayersOf(modules);
const kunming = { lng: 102.71, lat: 25.05 };
const planted = { spot: 0, coach: 0, planned: 0, check: 0, incident: 0 };

async function insert(query: ReturnType<typeof sql>): Promise<number> {
  return (await on.app.db.row<{ id: number }>(query))?.id ?? 0;
}

/** A coach on the road with a team that departed from the county and goes to Dali. */
async function coachOnTheRoad({ from = county, inspect = '2099-12-31' } = {}): Promise<number> {
  const fleet = await openFleet(on.app, from);
  const { id, plate } = await fleet.vehicle({ inspect });
  const team = await insert(sql`
    insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, source_area, late, total_fee,
      emergency_contact, emergency_mobile, status, departed_at)
    values (${`M${id}`}, ${fleet.id}, 'province', now() - interval '2 hours', now() + interval '1 day', ${county},
      (select array_agg(id) from system_area where code = '532901'), 20, '510100', 'no', 100000, '赵六', '13500135000', 'departed', now() - interval '2 hours')
    returning id`);
  await on.app.db.query(sql`insert into travel_assigned_vehicle (itinerary_id, vehicle_id, driver_id, plate)
    values (${team}, ${id}, ${await fleet.driver()}, ${plate})`);
  return id;
}

beforeAll(async () => {
  on = await CheckFixture.start();
  admin = await on.app.client({ officer: 'admin' });
  planted.check = await on.upTo('scanIn');
  planted.spot = await insert(sql`
    insert into scenic_spot (name, name_en, enterprise_id, grade, area_code, place, duty_phone, status)
    select '西山', 'Western Hills', id, '4a', ${county}, point(${kunming.lng}, ${kunming.lat}), '1', 'open' from enterprise limit 1 returning id`);
  planted.incident = await insert(sql`
    insert into incident (no, title, kind, source, dead, happened_at, received_at, place, area_code, status)
    values ('SJ1', '索道停运', 'accident', 'phone', 3, now(), now(), point(102.6, 25), ${county}, 'verified') returning id`);
  await insert(sql`
    insert into incident (no, title, kind, source, happened_at, received_at, place, area_code, status, closed_at)
    values ('SJ2', '误报', 'accident', 'phone', now(), now(), point(102.6, 25), ${county}, 'dismissed', now()) returning id`);
  [planted.coach, planted.planned] = [await coachOnTheRoad(), await coachOnTheRoad()];
  await on.app.db.query(sql`insert into enforcement_position (of_id, source, at, place) values
    (${planted.coach}, 'gps', now() - interval '20 minutes', point(102, 25)), (${planted.coach}, 'gps', now() - interval '1 minute', point(101.5, 25.2)),
    (${planted.planned}, 'gps', now() - interval '2 hours', point(102, 25))`);
  for (const place of [null, sql`point(102.7, 25.01)`])
    await on.app.db.query(sql`
      insert into complaint (no, channel, complainant_name, mobile, category, event_at, event_area, event_place, facts, filed_on, received_on, rule_version, area_code, status, respondent_name)
      values (${place ? 'TS1' : 'TS2'}, 'phone', '张三', '13900139000', 'forced_shopping', now(), '530102', ${place ?? null}, '事实', ${today}, ${today}, '2026', ${county}, 'registered', '某社')`);
}, 180_000);
afterAll(() => on.app.close());

const read = async (query: Readonly<Record<string, string>> = {}, client = admin): Promise<WallMapPanel> =>
  ok(await client.get<WallMapPanel>('/admin/screen.map/index', { area: '530100', ...query }));

/** The number of rows in the list that a layer opens. */
async function countBehind(layer: MapLayer, panel: WallMapPanel, n: number): Promise<number> {
  const resource = findResource(layer.of);
  if (!resource) throw new Error(layer.of);
  const { conditions, source } = rowsOfMapLayer(layer, resource, panel, n);
  if (source) return ok(await admin.get<RowsOfMapLayer>('/admin/screen.map/index', source.query)).ids.length;
  const { search } = toWireParams({ conditions, keyword: '' }, resource);
  const name = layer.of.replace('/', '.');
  return ok(await admin.get<{ total: number }>(`/admin/${name}/index`, { ...(search ? { search } : {}), limit: 10 }))
    .total;
}

test('each layer has the rows of its list, at their places, with names that everybody at the wall may read', async () => {
  const panel = await read();
  expect(Object.keys(panel.layers)).toEqual(layers.map(({ name }) => name));
  for (const layer of layers) {
    const { n } = panel.layers[layer.name] ?? {};
    expect(n, layer.name).toBeGreaterThan(0);
    expect(await countBehind(layer, panel, n ?? 0), layer.name).toBe(n);
  }
  const featureOf = (kind: string, id: number) =>
    panel.layers[kind]?.features.find(({ properties }) => properties.id === id);
  expect(featureOf('spot', planted.spot)).toEqual({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [kunming.lng, kunming.lat] },
    properties: { kind: 'spot', id: planted.spot, level: 'none', label: '西山' },
  });
  const english = await read({ layers: 'spot' }, await on.app.client({ officer: 'admin' }, 'en'));
  const labels = english.layers.spot?.features.map(({ properties }) => properties.label);
  expect(labels, 'a name in English where there is one').toContain('Western Hills');
  expect(featureOf('check', planted.check)).toMatchObject({
    geometry: { coordinates: [registered.lng, registered.lat] },
    properties: { level: 'on_site' },
  });
  expect(featureOf('incident', planted.incident)?.properties).toMatchObject({ level: 'large', label: '索道停运' });
  expect(featureOf('coach', planted.coach)).toMatchObject({
    geometry: { coordinates: [101.5, 25.2] },
    properties: { level: 'located', label: expect.stringMatching(/^云A·\*\*/) },
  });
  const dali = await on.app.db.row<{ lng: number; lat: number }>(
    sql`select lng::float8, lat::float8 from system_area where code = '532901'`,
  );
  expect(featureOf('coach', planted.planned)).toMatchObject({
    geometry: { coordinates: [expect.closeTo(dali?.lng ?? 0, 4), expect.closeTo(dali?.lat ?? 0, 4)] },
    properties: { level: 'planned' },
  });
  expect(panel.layers.complaint).toMatchObject({ n: 2, unplaced: 0 });
});

test('only the named layers are read, and any of them can fill the divisions', async () => {
  const { layers: found, areas } = await read({ layers: 'spot,check', by: 'complaint' });
  expect(Object.keys(found)).toEqual(['check', 'spot']);
  expect(areas).toMatchObject({ type: 'FeatureCollection', by: 'complaint' });
  const filled = areas.features.filter(({ properties }) => properties.n > 0);
  expect(filled).toEqual([
    { type: 'Feature', geometry: null, properties: { kind: 'area', id: county, level: 3, label: '五华区', n: 2 } },
  ]);
  expect(Object.keys((await read({ layers: '' })).layers)).toEqual([]);
  for (const wrong of [{ layers: 'spot,no' }, { by: 'no' }, { rows: '1' }, { layers: 'spot', cell: 'x' }])
    expect((await admin.get('/admin/screen.map/index', wrong)).code, JSON.stringify(wrong)).toBe(0);
});

test('an office sees the rows of its area, and a past moment has no rows of later', async () => {
  const neighbour = await on.app.client({ officer: 'county2' });
  const theirs = ok(await neighbour.get<WallMapPanel>('/admin/screen.map/index'));
  for (const { name } of layers.filter((one) => one.name !== 'enterprise'))
    expect(theirs.layers[name], name).toMatchObject({ n: 0, features: [] });
  const past = await read({ at: String(Math.floor(Date.now() / 1000) - 3600) });
  const counts = Object.entries(past.layers).map(([name, { n }]) => [name, n]);
  // the coaches departed two hours ago
  expect(Object.fromEntries(counts)).toEqual({ enterprise: 0, coach: 2, check: 0, complaint: 0, incident: 0, spot: 0 });
});

test('only the numbers of layers are read, too', async () => {
  const { layers: full, areas } = await read();
  const numbers = await read({ counts: '1' });
  expect(numbers.areas).toEqual(areas);
  for (const { name } of layers) expect(numbers.layers[name], name).toEqual({ ...full[name], features: [] });
});

test('a complaint of the past is in the state of then', async () => {
  const id = await insert(sql`
    insert into complaint (no, channel, complainant_name, mobile, category, event_at, event_area, facts, filed_on, received_on, rule_version, area_code, status, respondent_name, createtime)
    values ('TS3', 'phone', '张三', '13900139000', 'forced_shopping', now(), '530102', '事实', ${today}, ${today}, '2026', ${county}, 'closed', '某社', now() - interval '3 hours') returning id`);
  await on.app.db.query(sql`
    insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name)
    values ('complaint/complaint', ${id}, 'move', 'close', 'mediating', 'closed', 'system', '系统')`);
  const levelOf = ({ layers: found }: WallMapPanel) =>
    found.complaint?.features.find(({ properties }) => properties.id === id)?.properties.level;
  const query = { layers: 'complaint' };
  expect(levelOf(await read(query))).toBe('ended');
  expect(levelOf(await read({ ...query, at: String(Math.floor(Date.now() / 1000) - 3600) }))).toBe('open');
});

test('a layer is read by cells when its rows become many, and one by one when they are few again', async () => {
  const query = { layers: 'complaint', by: 'complaint' };
  const seen = async () => {
    const { layers: found, areas } = await read(query);
    const { n = 0, unplaced = 0, clustered, features = [] } = found.complaint ?? {};
    expect(areas.features.reduce((sum, { properties }) => sum + properties.n, 0)).toBe(n);
    return { n, unplaced, clustered, features };
  };
  const few = await seen();
  expect([few.clustered, few.features.length]).toEqual([false, few.n - few.unplaced]);
  expect((await seen()).features).toEqual(few.features);
  await on.app.db.query(sql`
    insert into complaint (no, channel, complainant_name, mobile, category, event_at, event_area, event_place, facts, filed_on, received_on, rule_version, area_code, status, respondent_name)
    select 'TM' || g, 'phone', '张三', '13900139000', 'forced_shopping', now(), '530102', case when g % 2 = 0 then point(102.7 + g * 0.0001, 25) end, '事实', ${today}, ${today}, '2026',
      case when g % 3 = 0 then ${neighbour} else ${county} end, 'registered', '某社' from generate_series(1, 2100) g`);
  const many = await seen();
  expect([many.n, many.unplaced, many.clustered]).toEqual([few.n + 2100, few.unplaced, true]);
  expect(many.features.reduce((sum, { properties }) => sum + Number(properties.label), 0)).toBe(many.n - many.unplaced);
  await on.app.db.query(sql`delete from complaint where no like 'TM%'`);
  expect(await seen()).toEqual(few);
  await on.app.db.query(sql`update complaint set status = 'closed' where no = 'TS1'`);
  const changed = await seen();
  expect(changed.features.map(({ properties }) => properties.level).toSorted()).toContain('ended');
  expect(changed.features).not.toEqual(few.features);
});

test('an incident of the past is open and graded as it was then, on the map and in the counts', async () => {
  const id = await insert(sql`
    insert into incident (no, title, kind, source, dead, happened_at, received_at, place, area_code, status, createtime)
    values ('SJ3', '大巴侧翻', 'accident', 'phone', 3, now() - interval '3 hours', now() - interval '3 hours', point(102.6, 25), ${neighbour}, 'verified',
      now() - interval '3 hours') returning id`);
  const move = async (name: string, input: Readonly<Record<string, unknown>>) =>
    expect((await admin.post(`/admin/incident.incident/${name}`, { id, ...input })).code, name).toBe(1);
  await move('update', { dead: 12, reason: '增加九人' });
  await move('grade', { grade_by_hand: 'grave', grade_reason: '涉及外国游客，提级处置' });
  await move('reportOnward', { onward_to: 'prefecture', onward_way: '电话，市局值班室' });
  const differing = await on.app.db.row(sql`
    select i.* from incident i where i.level <> incident_level(i.grade_by_hand, i.dead, i.hurt, i.missing, i.stranded, i.stranded_long)`);
  expect(differing, 'the grade of replays is that of the column').toBeUndefined();
  const at = String(Math.floor(Date.now() / 1000) - 3600);
  const read = async (query: Readonly<Record<string, string>>) => {
    const area = { area: neighbour, ...query };
    const map = ok(await admin.get<WallMapPanel>('/admin/screen.map/index', { ...area, layers: 'incident' }));
    const { levels, not_onward, latest } = ok(await admin.get<IncidentWallPanel>('/admin/screen.incident/index', area));
    return {
      onMap: map.layers.incident?.features.map(({ properties }) => properties.level),
      levels,
      not_onward,
      latest: latest.map(({ level, status }) => [level, status]),
    };
  };
  expect(await read({})).toEqual({
    onMap: ['grave'],
    levels: [{ name: 'grave', n: 1 }],
    not_onward: 0,
    latest: [['grave', 'verified']],
  });
  expect(await read({ at })).toEqual({
    onMap: ['large'],
    levels: [{ name: 'large', n: 1 }],
    not_onward: 1,
    latest: [['large', 'verified']],
  });
});

test('coaches that are registered elsewhere are counted, but only those of the own list are named', async () => {
  const foreign = await coachOnTheRoad({ from: neighbour, inspect: '2020-01-01' });
  const own = [planted.planned, planted.coach].toSorted((one, other) => other - one);
  const officer = await on.app.client({ officer: 'county1' });
  expect((await read({ area: county, layers: 'coach' }, officer)).layers.coach?.n).toBe(3);
  const rowsOf = async (client: Client, query: Readonly<Record<string, string>> = { rows: '1' }) =>
    ok(await client.get<RowsOfMapLayer>('/admin/screen.map/index', { area: county, layers: 'coach', ...query }));
  expect(await rowsOf(officer)).toEqual({ ids: own, total: 3 });
  expect(await rowsOf(admin)).toEqual({ ids: [foreign, ...own], total: 3 });
  expect(await rowsOf(officer, { cell: '10/0/0' })).toEqual({ ids: [], total: 0 });

  const panel = ok(await officer.get<CoachPanel>('/admin/screen.vehicle/index', { area: county }));
  expect(panel).toMatchObject({ live: 3, by_province: [{ p: '云', n: 3 }] });
  for (const ids of [panel.live_ids, panel.by_province[0]?.ids]) expect(ids?.toSorted()).toEqual(own.toSorted());
  // its team is open to the officer, unlike the coach
  expect(panel.hits).toMatchObject([{ type: 'expired', of: 'travel/itinerary' }]);
  const [hit] = panel.hits;
  expect((await officer.get('/admin/travel.itinerary/edit', { id: hit?.id })).code).toBe(1);
  expect((await officer.get('/admin/crew.vehicle/edit', { id: foreign })).code).toBe(0);
});
