import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/engine.ts';
import type { RoadsideAnswer } from '../contract/roadside.ts';

/** A plate is typed at a service area, and what is on record today is answered, wherever it belongs. */
let app: TestApp;
let county: Client;
const look = (q: string, as = county) => as.get<RoadsideAnswer>('/admin/enforcement.roadside/look', { q });
const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};
let n = 0;
const idOf = async (statement: ReturnType<typeof sql>): Promise<number> =>
  (await app.db.row<{ id: number }>(statement))?.id ?? 0;

const firm = (area: string, type: string): Promise<number> => {
  n += 1;
  return idOf(sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
    values (${`路检企业${n}`}, ${`91530102MA6R${String(n).padStart(6, '0')}`}, ${type}, '甲', '13800000001', '乙', '13800000002', ${area}, '路', 'active') returning id`);
};

/** A team of another prefecture on its way now, in this vehicle. */
async function onTheRoad(
  plate: string,
  { papers = '2099-12-31', people = 20, status = 'departed', from = '-2 hours' } = {},
) {
  n += 1;
  const coach = await firm('532901', 'coach');
  const agency = await firm('532901', 'agency');
  const vehicle =
    await idOf(sql`insert into crew_vehicle (plate, plate_color, enterprise_id, type, seats, permit_no, permit_valid_to, inspect_valid_to, insurance_valid_to, status)
    values (${plate}, 'yellow', ${coach}, 'large', 49, 'X1', ${papers}, '2099-12-31', '2099-12-31', 'normal') returning id`);
  const driver =
    await idOf(sql`insert into crew_driver (enterprise_id, name, id_no, mobile, licence_class, licence_valid_to, qualification_no, qualification_valid_to, status)
    values (${coach}, '司机甲', ${`{"hash":"d${n}","mask":"*"}`}::jsonb, '13800000003', 'A1', '2099-12-31', 'Q1', '2099-12-31', 'working') returning id`);
  const guide =
    await idOf(sql`insert into crew_guide (name, id_no, mobile, card_no, level, valid_to, languages, area_code, status)
    values ('导游乙', ${`{"hash":"g${n}","mask":"*"}`}::jsonb, '13800000004', ${`D-5329-00${1000 + n}`}, 'junior', '2099-12-31', '{mandarin}', '532901', 'valid') returning id`);
  const team =
    await idOf(sql`insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, total_fee, emergency_contact, emergency_mobile, status)
    values (${`T532926112${String(300_000 + n)}`}, ${agency}, 'province', now() + ${from}::interval, now() + ${from}::interval + interval '8 hours', '532901', '{}', ${people}, 100000, '丙', '13800000005', ${status}) returning id`);
  await app.db.query(
    sql`insert into travel_assigned_vehicle (itinerary_id, vehicle_id, driver_id, plate, seats) values (${team}, ${vehicle}, ${driver}, ${plate}, 49)`,
  );
  await app.db.query(
    sql`insert into travel_assigned_guide (itinerary_id, guide_id, name, role) values (${team}, ${guide}, '导游乙', 'national')`,
  );
  await app.db.query(
    sql`insert into travel_tourist (itinerary_id, name, id_type, id_no) values (${team}, '绝密游客', 'id_card', '{"hash":"x","mask":"*"}')`,
  );
  return { team, vehicle, card: `D-5329-00${1000 + n}` };
}

beforeAll(async () => {
  app = await startApp();
  county = await app.client({ officer: 'county1' });
}, 120_000);
afterAll(() => app.close());

test('a coach of another prefecture is seen by its plate however it is typed, its tourists never, and the look is on record', async () => {
  const { team } = await onTheRoad('云LD12345');
  for (const typed of ['车牌 云L D12345', '云ld12345', '云L·D12345']) {
    const found = ok(await look(typed));
    expect([found.means, found.vehicle?.plate, found.concerns]).toEqual(['plate', '云LD12345', []]);
    expect(found.teams).toMatchObject([
      { id: team, people: 20, own: false, guides: [{ name: '导游乙', valid: true }] },
    ]);
    expect(JSON.stringify(found)).not.toContain('绝密游客');
  }
  const listed = ok(
    await county.get<{ list: unknown[] }>('/admin/travel.itinerary/index', {
      search: [{ field: 'id', operator: '=', val: team }],
    }),
  );
  expect(listed.list).toEqual([]);
  const chief = await app.client({ officer: 'admin' });
  const log = ok(
    await chief.get<{ list: { url: string; data: unknown }[] }>('/admin/auth.adminLog/index', {
      search: [{ field: 'url', operator: 'LIKE', val: 'enforcement.roadside/look' }],
    }),
  );
  expect(log.list).toHaveLength(3);
  expect(JSON.stringify(log.list)).toContain('云ld12345');
});

test('why a coach should not go on is said: papers, seats, no team, a vehicle nobody knows', async () => {
  await onTheRoad('云L22222', { papers: '2020-01-01', people: 49 });
  expect(ok(await look('云L22222')).concerns).toEqual(['vehicle_papers', 'over_seats']);
  await onTheRoad('云L33333', { from: '+3 days' });
  const waiting = ok(await look('云L33333'));
  expect([waiting.teams, waiting.concerns]).toEqual([[], ['no_team']]);
  const unknown = ok(await look('云L33334'));
  expect(unknown).toMatchObject({ vehicle: null, concerns: ['unknown_vehicle', 'no_team'], similar: ['云L33333'] });
  expect(ok(await look('33333')).similar).toContain('云L33333');
});

test('a guide is found by the card, a team by its number', async () => {
  const { team, card } = await onTheRoad('云L44444');
  expect(ok(await look(card))).toMatchObject({ means: 'guide', guide: { card_no: card }, teams: [{ id: team }] });
  const { team_no } = ok(await look('云L44444')).teams[0] ?? {};
  expect(ok(await look(String(team_no)))).toMatchObject({ means: 'team', teams: [{ id: team }] });
});

test('what is nothing to look for is refused, and who holds no right sees nothing', async () => {
  const refused = await look('你好世界');
  expect([refused.status, refused.code]).toEqual([200, 0]);
  expect(refused.data).toMatchObject({ errors: { q: [expect.stringContaining('车牌')] } });
  for (const odd of ["云A'; drop", '%%%%', '_______']) expect([0, 1]).toContain((await look(odd)).code);
  expect((await look('云LD12345', await app.client('nobody'))).code).toBe(302);
});

test('a check is written down with who made it, what was expected, and a reason where it is not let go', async () => {
  const { team, vehicle } = await onTheRoad('云L55555');
  const add = (more: object) =>
    county.post<{ id: number; errors?: object }>('/admin/enforcement.roadsideCheck/add', {
      ...{ plate: '云l 55555', itinerary_id: team, result: 'passed', headcount: 20, area_code: '530102', ...more },
    });
  expect((await add({ result: 'held' })).data.errors).toHaveProperty('problems');
  expect((await add({ plate: '云L44444' })).data.errors).toHaveProperty('itinerary_id');
  const { id } = ok(await add({}));
  const row = await app.db.row(
    sql`select plate, expected, vehicle_id::int, checked_by::int from enforcement_roadside_check where id = ${id}`,
  );
  const { id: officer } = await app.officer('county1');
  expect(row).toEqual({ plate: '云L55555', expected: 20, vehicle_id: vehicle, checked_by: officer });
  expect(ok(await look('云L55555')).checks).toMatchObject([{ result: 'passed', headcount: 20 }]);
});

test('cameras and positioning services report in batches, once, and are told what is wrong with which row', async () => {
  const key = 'Key-of-a-camera-0123456789';
  const chief = await app.client({ officer: 'admin' });
  const add = (more: object) =>
    chief.post<{ id: number; errors?: object }>('/admin/enforcement.source/add', {
      ...{ name: '大观服务区', area_code: '530102', open: '1', key, ...more },
    });
  expect((await add({ key: 'too-short' })).data.errors).toHaveProperty('key');
  expect((await add({ key: '' })).data.errors).toHaveProperty('key');
  const { id: source } = ok(await add({}));
  const camera = await app.client('nobody');
  const at = Math.floor(Date.now() / 1000) - 60;
  const rows = [
    { plate: '云l·66666', at, spot: '入口' },
    { plate: '云L66666', at },
    { plate: '云L66666', at: at - 86_400 * 5 },
    { plate: '没有', at },
    { plate: '云L66666', at: 'soon' },
    null,
    { plate: '云L66666', at: at + 86_400 },
  ];
  interface Told {
    stored: number;
    known: number;
    refused: { place: number; errors: object }[];
  }
  const send = (body: object, what = 'captures') => camera.post<Told>(`/api/enforcement.readings/${what}`, body);
  const told = ok(await send({ source, key, rows }));
  expect([told.stored, told.known, told.refused.map(({ place }) => place)]).toEqual([2, 1, [3, 4, 5, 6]]);
  expect(ok(await send({ source, key, rows }))).toMatchObject({ stored: 0, known: 3 });
  expect(ok(await look('云L66666')).captures).toEqual([{ at, source: '大观服务区', spot: '入口' }]);
  for (const wrong of [
    { key: 'x' },
    { source: 0 },
    { source: '1', key: [] },
    { rows: Array(1001).fill({}) },
    { rows: 1 },
  ])
    expect((await send({ source, key, rows, ...wrong })).code).toBe(0);

  const { vehicle } = await onTheRoad('云L77777');
  const service = ok(await add({ name: '定位平台', area_code: '530102' })).id;
  const where = [{ plate: '云L77777', at, lng: 102.7, lat: 25, speed: 60 }];
  // the firm is of another prefecture, whose own service tells of it
  expect(ok(await send({ source: service, key, rows: where }, 'positions'))).toMatchObject({ stored: 0 });
  await app.db.query(
    sql`update enforcement_source set area_code = '532900', version = version + 1 where id = ${service}`,
  );
  expect(
    ok(await send({ source: service, key, rows: [...where, { plate: '云L77777', at, lng: 'x' }] }, 'positions')),
  ).toMatchObject({ stored: 1, refused: [{ place: 1 }] });
  expect(await app.db.row(sql`select of_id::int as id, speed from enforcement_position`)).toEqual({
    id: vehicle,
    speed: 60,
  });
});

test('a vehicle whose VIN is on record under another plate is looked at twice', async () => {
  const { vehicle } = await onTheRoad('云L88881');
  const { vehicle: other } = await onTheRoad('云L88882');
  const say = (vin: string, id: number) => app.db.query(sql`update crew_vehicle set vin = ${vin} where id = ${id}`);
  expect(ok(await look('云L88881'))).toMatchObject({ vehicle: { same_vin: [] } });
  await say('LZYTBTD60A1000001', vehicle);
  await say('lzytbtd60a1000001', other);
  const found = ok(await look('云L88881'));
  expect(found.vehicle?.same_vin).toEqual(['云L88882']);
  expect(found.concerns).toContain('same_vin');
});
