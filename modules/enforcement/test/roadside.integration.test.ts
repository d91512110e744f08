import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { anomalySettings } from '#modules/travel/contract/anomaly/anomaly-settings.ts';
import { recheckTeamsNightly } from '#modules/travel/server/anomaly/recheck-teams-nightly.ts';
import { storeUnfiledCoachesFoundInCaptures } from '#modules/travel/server/anomaly/store-unfiled-coaches-found-in-camera-captures.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { RoadsideLookupAnswer } from '../contract/roadside-lookup-screen-and-answer-types.ts';

/** Roadside lookups of plates, in any area. */
let app: TestApp;
let county: Client;
const look = (q: string, as = county) => as.get<RoadsideLookupAnswer>('/admin/enforcement.roadside/look', { q });
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

/** A team of another prefecture, under way in the given vehicle. */
async function onTheRoad(
  plate: string,
  {
    papers = '2099-12-31',
    people = 20,
    status = 'departed',
    from = '-2 hours',
    insured = '{[2020-01-01,2099-12-31]}',
  } = {},
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
  await app.db.query(sql`insert into insurance_policy (enterprise_id, kind, insurer, policy_no, from_on, to_on, file, per_person_limit, verification, validity, status)
    select ${agency}, 'liability', '某财产保险', ${`R${n}-`} || lower(d), lower(d), upper(d) - 1, '', 30000000, 'verified', 'valid', 'valid'
    from unnest(${insured}::datemultirange) d`);
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

test('a coach of another prefecture is found by its plate in any notation, without its tourists, and the look-up is logged', async () => {
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

test('reasons to stop a coach are shown: documents, seats, no team, unknown vehicle', async () => {
  await onTheRoad('云L22222', { papers: '2020-01-01', people: 49 });
  expect(ok(await look('云L22222')).concerns).toEqual(['vehicle_papers', 'over_seats']);
  await onTheRoad('云L33333', { from: '+3 days' });
  const waiting = ok(await look('云L33333'));
  expect([waiting.teams, waiting.concerns]).toEqual([[], ['no_team']]);
  const unknown = ok(await look('云L33334'));
  expect(unknown).toMatchObject({ vehicle: null, concerns: ['unknown_vehicle', 'no_team'], similar: ['云L33333'] });
  expect(ok(await look('33333')).similar).toContain('云L33333');
});

test('the insurance of a team by its agency through its last day is shown, by one policy or two, or its absence', async () => {
  const today = shanghaiToday();
  const upTo = (day: number) => `[2020-01-01,${addDays(today, day)}]`;
  const of = async (plate: string, insured: string) => {
    await onTheRoad(plate, { insured, from: '+11 hours' });
    const { teams, concerns } = ok(await look(plate));
    return [teams.map((one) => one.insured), concerns];
  };
  expect(await of('云L70001', `{${upTo(0)},[${addDays(today, 1)},2099-12-31]}`)).toEqual([[true], []]);
  expect(await of('云L70002', `{${upTo(-1)}}`)).toEqual([[false], ['uninsured']]);
  expect(await of('云L70003', `{${upTo(-1)},[${addDays(today, 3)},2099-12-31]}`)).toEqual([[false], ['uninsured']]);
  await app.db.query(sql`update insurance_policy set verification = 'unverified' where enterprise_id =
    (select agency_id from travel_itinerary where id in (select itinerary_id from travel_assigned_vehicle where plate = '云L70001'))`);
  expect(ok(await look('云L70001')).concerns).toEqual(['uninsured']);
});

test('a driver takes a seat if the rules for teams say so', async () => {
  await onTheRoad('云L70010', { people: 48 });
  expect(ok(await look('云L70010')).concerns).toEqual(['over_seats']);
  const chief = await app.client({ officer: 'admin' });
  const count = async (drivers_count: '0' | '1') => {
    ok(
      await chief.post('/admin/system.setting/save', {
        section: 'travel/rules',
        values: { drivers_count },
        versions: {},
      }),
    );
    await expect.poll(() => app.engine.settings(anomalySettings).drivers_count).toBe(drivers_count);
  };
  await count('0');
  expect(ok(await look('云L70010')).concerns).toEqual([]);
});

test('a team number, like a plate, opens a team of another area in the hours around its trip', async () => {
  const { team } = await onTheRoad('云L70020', { from: '+3 days' });
  const over = await onTheRoad('云L70021', { from: '-3 days', status: 'finished' });
  const numberOf = async (id: number) =>
    String(
      (await app.db.row<{ team_no: string }>(sql`select team_no from travel_itinerary where id = ${id}`))?.team_no,
    );
  for (const id of [team, over.team]) {
    const found = ok(await look(await numberOf(id)));
    expect([found.means, found.teams, found.concerns]).toEqual(['team', [], ['no_team']]);
  }
  // officers of its own area also see it in the list
  const chief = await app.client({ officer: 'admin' });
  expect(ok(await look(await numberOf(team), chief)).teams).toMatchObject([{ id: team, own: true }]);
  await app.db.query(sql`update travel_itinerary set area_code = '530102' where id = ${over.team}`);
  expect(ok(await look(await numberOf(over.team))).teams).toMatchObject([{ id: over.team, own: true }]);
});

test('a guide is found by card, a team by number', async () => {
  const { team, card } = await onTheRoad('云L44444');
  expect(ok(await look(card))).toMatchObject({ means: 'guide', guide: { card_no: card }, teams: [{ id: team }] });
  const { team_no } = ok(await look('云L44444')).teams[0] ?? {};
  expect(ok(await look(String(team_no)))).toMatchObject({ means: 'team', teams: [{ id: team }] });
  expect(ok(await look(card.toLowerCase().replaceAll('-', ' ')))).toMatchObject({ guide: { card_no: card } });
  const spoken = String(team_no).replace(/^T(\d{6})/, 't $1－');
  expect(ok(await look(spoken))).toMatchObject({ means: 'team', teams: [{ id: team }] });
});

test('an unusable search is refused, and an officer without permission sees nothing', async () => {
  const refused = await look('你好世界');
  expect([refused.status, refused.code]).toEqual([200, 0]);
  expect(refused.data).toMatchObject({ errors: { q: [expect.stringContaining('车牌')] } });
  for (const odd of ["云A'; drop", '%%%%', '_______']) expect([0, 1]).toContain((await look(odd)).code);
  expect((await look('云LD12345', await app.client('nobody'))).code).toBe(302);
});

test('a check records the officer, the expected data, and a reason unless the coach may go on', async () => {
  const { team, vehicle } = await onTheRoad('云L55555');
  const add = (more: object) =>
    county.post<{ id: number; errors?: object }>('/admin/enforcement.roadsideCheck/add', {
      plate: '云l 55555',
      itinerary_id: team,
      result: 'passed',
      headcount: 20,
      area_code: '530102',
      ...more,
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

test('a check made offline is accepted late, with discrepancies from the record', async () => {
  const { team } = await onTheRoad('云L55556');
  const { team_no } = ok(await look('云L55556')).teams[0] ?? {};
  const made_at = Math.floor(Date.now() / 1000) - 3600;
  const note = async (more: object) => {
    const { id, ...answer } = ok(
      await county.post<{ id: number; remark?: string }>('/admin/enforcement.roadside/note', {
        plate: '云l 55556',
        team_no,
        result: 'passed',
        headcount: 20,
        area_code: '530102',
        made_at,
        ...more,
        place: { lng: 102.7, lat: 25, accuracy: 12, from: 'device' },
      }),
    );
    const row = await app.db.row(
      sql`select itinerary_id::int as team, expected, late, doubt, floor(extract(epoch from made_at))::int as at from enforcement_roadside_check where id = ${id}`,
    );
    return { ...answer, ...row };
  };
  expect(await note({})).toEqual({ team, expected: 20, late: 'yes', doubt: null, at: made_at });
  expect(await note({ plate: '云L44444' })).toMatchObject({
    team: null,
    doubt: 'other_team',
    remark: '该团队没有登记这辆车',
  });
  expect(await note({ team_no: 'T5300000000000' })).toMatchObject({ team: null, doubt: 'no_team' });
  const forged = `1t.Abcd.${Buffer.from([team_no, '0', '云L55556', 'D', 'k', '1', '1', '1'].join('\u001f')).toString('base64url')}.${'A'.repeat(86)}`;
  expect(await note({ team_no: '', code: forged })).toMatchObject({ team: null, doubt: 'not_signed' });
  expect(await note({ made_at: undefined })).toMatchObject({ late: 'no' });
  const wrong = await county.post('/admin/enforcement.roadside/note', {
    plate: '云L55556',
    result: 'held',
    headcount: 900,
  });
  expect([wrong.code, wrong.data]).toMatchObject([0, { errors: { headcount: [expect.anything()] } }]);
  expect((await (await app.client('nobody')).post('/admin/enforcement.roadside/note', {})).code).toBe(302);
});

test('cameras and positioning services report in batches, each reading once, with errors by row', async () => {
  const key = 'Key-of-a-camera-0123456789';
  const chief = await app.client({ officer: 'admin' });
  const add = (more: object) =>
    chief.post<{ id: number; errors?: object }>('/admin/enforcement.source/add', {
      name: '大观服务区',
      area_code: '530102',
      open: '1',
      key,
      ...more,
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
  interface BatchAnswer {
    stored: number;
    known: number;
    refused: { place: number; errors: object }[];
  }
  const send = (body: object, what = 'captures') => camera.post<BatchAnswer>(`/api/enforcement.readings/${what}`, body);
  const notices = ok(await send({ source, key, rows }));
  expect([notices.stored, notices.known, notices.refused.map(({ place }) => place)]).toEqual([2, 1, [3, 4, 5, 6]]);
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

  const { team, vehicle } = await onTheRoad('云L77777');
  const gate = (more: object) => ({ team_no: teamNo, at: at - 3600 * 2, people: 30, ...more });
  const { team_no: teamNo } =
    (await app.db.row<{ team_no: string }>(sql`select team_no from travel_itinerary where id = ${team}`)) ?? {};
  // a gate accepts teams under way through its area
  expect(ok(await send({ source, key, rows: [gate({})] }, 'entries'))).toMatchObject({
    stored: 0,
    refused: [{ place: 0 }],
  });
  await app.db.query(
    sql`update travel_itinerary set destination_areas = array(select id from system_area where code = '530100') where id = ${team}`,
  );
  const entries = [
    gate({ people: 10, gate: '东门' }),
    gate({ people: 15, gate: '西门' }),
    gate({ at: at - 86_400 }),
    gate({ people: -1 }),
    gate({ team_no: 'T0' }),
    null,
  ];
  expect(ok(await send({ source, key, rows: entries }, 'entries'))).toMatchObject({
    stored: 2,
    refused: [{ place: 2 }, { place: 3 }, { place: 4 }, { place: 5 }],
  });
  const service = ok(await add({ name: '定位平台', area_code: '530102' })).id;
  const where = [{ plate: '云L77777', at, lng: 102.7, lat: 25, speed: 60 }];
  // the operator is in another prefecture, whose own service reports it
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

test('a vehicle with a VIN on record under another plate is flagged', async () => {
  const { vehicle } = await onTheRoad('云L88881');
  const { vehicle: other } = await onTheRoad('云L88882');
  const setVin = (vin: string, id: number) => app.db.query(sql`update crew_vehicle set vin = ${vin} where id = ${id}`);
  expect(ok(await look('云L88881'))).toMatchObject({ vehicle: { same_vin: [] } });
  await setVin('LZYTBTD60A1000001', vehicle);
  await setVin('lzytbtd60a1000001', other);
  const found = ok(await look('云L88881'));
  expect(found.vehicle?.same_vin).toEqual(['云L88882']);
  expect(found.concerns).toContain('same_vin');
});

test('nightly rules on road readings: an unplanned shop, a different head count at a gate, a coach without a team', async () => {
  const { team, vehicle } = await onTheRoad('云L91001', { from: '-20 hours', status: 'finished' });
  const other = await onTheRoad('云L91002', { from: '-3 hours' });
  await app.db.query(
    sql`update travel_itinerary set adult_count = 20, submitted_at = start_at - interval '3 days', finished_at = case when id = ${team} then end_at end where id = any(${[team, other.team]}::bigint[])`,
  );
  await app.db.query(sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status, place)
    values ('某翡翠城', '91530102MA6R999999', 'shop', '甲', '13800000001', '乙', '13800000002', '530102', '路', 'active', point(102.71, 25.04))`);
  const begin = Math.floor(Date.now() / 1000) - 19 * 3600;
  await app.db.query(sql`insert into enforcement_position (of_id, source, at, place)
    select ${vehicle}, '1', to_timestamp(${begin} + n * 60), point(102.7101, 25.0401) from generate_series(0, 30) n`);
  await app.db.query(
    sql`insert into enforcement_entry (of_id, source, at, people, place) values (${team}, '9', to_timestamp(${begin}), 25, '石林'), (${other.team}, '9', now() - interval '2 hours', 24, '石林')`,
  );
  await recheckTeamsNightly(app.engine);
  await recheckTeamsNightly(app.engine);
  const found = await app.db.rows<{ id: number; code: string; summary: string }>(
    sql`select itinerary_id::int as id, code, summary from travel_finding where itinerary_id = any(${[team, other.team]}::bigint[]) and code in ('I10', 'I12') order by code`,
  );
  expect(found).toEqual([
    { id: team, code: 'I10', summary: expect.stringMatching(/“某翡翠城”停留 30 分钟以上（云L91001/) },
    { id: team, code: 'I12', summary: expect.stringContaining('“石林”入园 25 人，名单 20 人') },
  ]);

  const camera = await idOf(
    sql`insert into enforcement_source (name, area_code) values ('嵩明服务区', '530127') returning id`,
  );
  const idle = await onTheRoad('云L91003', { status: 'draft' });
  const noon = sql`(date_trunc('day', now(), 'Asia/Shanghai') - interval '12 hours')`;
  await app.db.query(
    sql`update travel_itinerary set start_at = ${noon} - interval '3 hours', end_at = ${noon} + interval '3 hours' where id = any(${[other.team, idle.team]}::bigint[])`,
  );
  await app.db.query(sql`insert into enforcement_capture (of_id, source, at, plate, type)
    select ${camera}, c.plate, ${noon} + n * interval '1 hour', c.plate, c.type from generate_series(0, 1) n,
      (values ('云L91002', null), ('云L91003', null), ('云M00001', 'tour_coach'), ('云M00002', 'other'), ('云M00003', null)) c (plate, type)`);
  const { id: hirer } = (await app.db.row<{ id: number }>(sql`
    insert into rental_demand (agency_id, route, from_at, to_at, people, status)
    values (${await firm('530102', 'agency')}, '昆明—石林', ${noon}, ${noon} + interval '2 hours', 30, 'accepted') returning id`)) ?? {
    id: 0,
  };
  await app.db.query(sql`insert into rental_order (coach_id, demand_id, agency, route, from_at, to_at, people, vehicle_id, status)
    select enterprise_id, ${hirer}, '昆明包车旅行社', '昆明—石林', ${noon}, ${noon} + interval '2 hours', 30, id, 'running' from crew_vehicle where id = ${idle.vehicle}`);
  expect(await storeUnfiledCoachesFoundInCaptures(app.engine, { together: 1 })).toMatchObject({ stored: 2 });
  expect(await storeUnfiledCoachesFoundInCaptures(app.engine)).toMatchObject({ coaches: 3, stored: 0 });
  const list = async (as: Client) =>
    ok(
      await as.get<{ list: { plate: string; times: number; vehicle_id: number | null; hired_by: string | null }[] }>(
        '/admin/travel.unfiledCoach/index',
        { order: 'plate,asc' },
      ),
    ).list;
  const chief = await app.client({ officer: 'admin' });
  expect(await list(chief)).toMatchObject([
    // the hirer is asked where the team is
    { plate: '云L91003', times: 2, vehicle_id: idle.vehicle, hired_by: '昆明包车旅行社' },
    { plate: '云M00001', times: 2, vehicle_id: null, hired_by: null },
  ]);
  expect(await list(county)).toEqual([]);
  // the county of the sighting is asked
  await app.db.query(sql`update enforcement_source set area_code = '530102' where id = ${camera}`);
  expect(await storeUnfiledCoachesFoundInCaptures(app.engine)).toMatchObject({ stored: 2 });
  expect(await list(county)).toHaveLength(2);
  const { id: officer } = await app.officer('county1');
  const notices = () =>
    app.db.rows<{ content: string }>(
      sql`select content from message_notice where template_code = 'coaches_unfiled' and admin_id = ${officer}`,
    );
  expect(await notices()).toEqual([{ content: expect.stringContaining('2 辆次') }]);
  await storeUnfiledCoachesFoundInCaptures(app.engine);
  expect(await notices()).toHaveLength(1);
  // if a nightly run ends between storing and notifying, the next one notifies
  await app.db.query(sql`delete from message_notice where template_code = 'coaches_unfiled' and admin_id = ${officer}`);
  expect(await storeUnfiledCoachesFoundInCaptures(app.engine)).toMatchObject({ stored: 0 });
  expect(await notices()).toEqual([{ content: expect.stringContaining('2 辆次') }]);
  const rules = ok(await chief.get<{ list: { code: string; open: number }[] }>('/admin/travel.threshold/rules')).list;
  expect(rules.find(({ code }) => code === 'I14')).toMatchObject({ open: 4 });
  expect(rules).toHaveLength(18);
});
