import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { distanceBetween } from '#kernel/check/coordinate.ts';
import { findOrCreateShippedGroup } from '#modules/identity/server/administrator/shipped-permission-groups.ts';
import { type Agency, openAgency } from '#modules/travel/test/agency.ts';
import { newGuide } from '#modules/travel/test/team.ts';
import { sql } from '#server/db/sql.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { Incident } from '../contract/incident.ts';
import { gradeOf, gradeThresholds } from '../contract/incident-sources-grades-and-offices.ts';
import type { IncidentWallPanel } from '../contract/incident-wall-panels.ts';
import type { EmergencyResourcesNearIncident } from '../contract/resources-guides-and-coaches-near-incident-answer-types.ts';
import type { RiskNoticesInForce } from '../contract/risk-notices-answer-types-and-path-of-public-page.ts';
import { liftEndedRiskNotices } from '../server/validate-risk-notice-period-and-lift-ended-ones.ts';

interface Answered {
  readonly id?: number;
  readonly no?: string;
  readonly reason?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

let app: TestApp;
let agency: Agency;
let other: Agency;
/**
 * Officers of the county in which it happens, of whom the first also holds its command; one of another prefecture, and one who
 * may do everything.
 */
let duty: Client;
let reporter: Client;
let stranger: Client;
let admin: Client;
let nobody: Client;
let guide: number;
let guideClient: Client;
let made = 0;
const area = '530102';
const kunming = { lng: 102.71, lat: 25.05 };
const now = (): number => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  app = await startApp({ max: 20 });
  [agency, other] = [await openAgency(app), await openAgency(app)];
  await app.db.query(sql`update auth_admin set area_code = ${area}, mobile = '13988880001' where username = 'county1'`);
  await app.db.query(sql`update auth_admin set area_code = '532901', mobile = null where username = 'county2'`);
  await app.db.query(sql`update auth_admin set area_code = ${area} where username = 'county3'`);
  const command = await findOrCreateShippedGroup(app.db, 'command');
  await app.db.query(
    sql`update auth_admin set group_arr = group_arr || ${command}::bigint where username in ('county1', 'county2')`,
  );
  [duty, reporter, stranger, admin, nobody] = [
    await app.client({ officer: 'county1' }),
    await app.client({ officer: 'county3' }),
    await app.client({ officer: 'county2' }),
    await app.client({ officer: 'admin' }),
    await app.client('nobody'),
  ];
  guide = await newGuide(app, '杨导');
  const member = await app.member('guide_yang');
  await app.db.query(sql`update crew_guide set user_id = ${member.id} where id = ${guide}`);
  guideClient = await app.client({ member: 'guide_yang' });
});
afterAll(() => app.close());

function ok<T>(answer: WireAnswer<T>): T {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
}
const refusal = async (answer: Promise<WireAnswer<Answered>>) => {
  const { status, code, msg, data } = await answer;
  expect([status, code], msg).toEqual([200, 0]);
  return { msg, reason: data.reason, fields: Object.keys(data.errors ?? {}) };
};

const report = { title: '旅游大巴侧翻', kind: 'accident', place_name: '昆石高速 K38', reporter_name: '李某' };
const addIncident = async (more: object = {}, who: Client = duty): Promise<number> => {
  made += 1;
  const body = { ...report, happened_at: now() - 600, area_code: area, ...more };
  return ok(await who.post<Answered>('/admin/incident.incident/add', body)).id ?? 0;
};
const move = (id: number, name: string, input: object = {}, who: Client = duty) =>
  who.post<Answered>(`/admin/incident.incident/${name}`, { id, ...input });
const rowOf = async (id: number, who: Client = duty): Promise<Incident> =>
  ok(await who.get<{ row: Incident }>('/admin/incident.incident/edit', { id })).row;
const clocksOf = async (id: number) =>
  app.db.rows<{ clock: string; status: string }>(
    sql`select clock, status from deadline where resource = 'incident/incident' and row_id = ${id} order by clock`,
  );
const upward = { onward_to: 'prefecture', onward_way: '电话，市局值班室' };
const account = { cause: '雨天路滑，车速过快', outcome: '三人送医，其余转运安置', lessons: '雨天停驶山区路段' };

async function placeTeam(status = 'departed'): Promise<number> {
  made += 1;
  const row = await app.db.row<{ id: number }>(sql`
    insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, total_fee,
      emergency_contact, emergency_mobile, status)
    values (${`T5301261129${String(made).padStart(5, '0')}`}, ${agency.id}, 'one_day', now() - interval '2 hours', now() + interval '8 hours', ${area},
      (select array_agg(id) from system_area where code = '530126'), 3, 300000, '赵六', '13500135000', ${status}) returning id`);
  const id = row?.id ?? 0;
  await app.db.query(
    sql`insert into travel_assigned_guide (itinerary_id, guide_id, role) values (${id}, ${guide}, 'national')`,
  );
  return id;
}

describe('grades', () => {
  test('follow from the numbers, in the database as in the form, at and below every threshold', async () => {
    const none = { dead: 0, missing: 0, hurt: 0, stranded: 0, stranded_long: false };
    const cases = Object.values(gradeThresholds).flatMap(({ dead, hurt, stranded }) =>
      [0, -1].flatMap((by) => [
        { ...none, dead: dead + by },
        { ...none, dead: 1, missing: dead - 1 + by },
        { ...none, hurt: hurt + by },
        { ...none, stranded: stranded + by, stranded_long: true },
        { ...none, stranded: stranded + by },
      ]),
    );
    const stored = await app.db.transaction(async (tx) => {
      const rows = await tx.rows<{ graded: string }>(sql`
        with added as (insert into incident (title, kind, happened_at, area_code, dead, missing, hurt, stranded, stranded_long)
          select 'x', 'accident', now(), ${area}, c.dead, c.missing, c.hurt, c.stranded, c.stranded_long
          from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as c (dead int, missing int, hurt int, stranded int, stranded_long boolean)
          returning id, graded)
        select graded from added order by id`);
      await tx.query(sql`delete from incident where title = 'x'`);
      return rows.map(({ graded }) => graded);
    });
    expect(stored).toEqual(cases.map(gradeOf));
    const [first] = Object.values(gradeThresholds);
    expect(gradeOf({ ...none, dead: first?.dead ?? 0 })).toBe('extreme');
    expect(gradeOf({ ...none, dead: 9 })).toBe('large');
    expect(gradeOf({ ...none, hurt: 9, dead: 2 })).toBe('ordinary');
  });

  test('set by hand stay beside the one that follows from the numbers, which later reports change', async () => {
    const id = await addIncident({ hurt: 2 });
    expect(await rowOf(id)).toMatchObject({ level: 'ordinary', graded: 'ordinary', grade_by_hand: null });
    expect((await refusal(move(id, 'grade', { grade_by_hand: 'grave', grade_reason: '重' }))).fields).toEqual([
      'grade_reason',
    ]);
    ok(await move(id, 'grade', { grade_by_hand: 'grave', grade_reason: '涉及外籍游客，影响较大' }));
    expect(await rowOf(id)).toMatchObject({ level: 'grave', graded: 'ordinary', grade_by_hand: 'grave' });
    ok(await move(id, 'update', { dead: 3, reason: '三人经抢救无效死亡' }));
    expect(await rowOf(id)).toMatchObject({ level: 'grave', graded: 'large', dead: 3, hurt: 2 });
    ok(await move(id, 'clearGrade', { reason: '按人数定级即可' }));
    expect(await rowOf(id)).toMatchObject({ level: 'large', grade_by_hand: null, grade_reason: null });
  });
});

it('is reported, verified and reported upward by every officer, and begun and ended by those who command', async () => {
  const id = await addIncident({}, reporter);
  const denied = async (name: string, input: object) =>
    expect((await move(id, name, input, reporter)).code, name).toBe(401);
  await denied('dismiss', { reason: '重复报告' });
  ok(await move(id, 'verify', { reason: '已电话核实现场' }, reporter));
  ok(await move(id, 'reportOnward', upward, reporter));
  const commander = { commander: '王队', commander_phone: '13900000000' };
  await denied('respond', commander);
  ok(await move(id, 'respond', commander));
  const instruction = { incident_id: id, addressee: 'outside', outside_name: '市急救中心', content: '派两辆救护车' };
  expect((await reporter.post('/admin/incident.instruction/add', instruction)).code).toBe(401);
  ok(await move(id, 'update', { hurt: 1, reason: '一人轻伤转重伤' }, reporter));
  await denied('control', { reason: '伤员全部送医' });
  ok(await move(id, 'control', { reason: '伤员全部送医' }));
  await denied('close', account);
  ok(await move(id, 'close', account));
});

it('goes from the report to the account, and each step asks for what the law asks for', async () => {
  const id = await addIncident({ place_name: '', place: kunming, area_code: null });
  // the county whose centre is nearest; the officer of it reads it
  const first = await rowOf(id, admin);
  expect(first.area_code).toMatch(/^5301/);
  ok(await admin.post('/admin/incident.incident/edit', { id, area_code: area, version: first.version }));
  expect(await rowOf(id)).toMatchObject({ status: 'reported', source: 'phone', title: report.title });
  expect((await clocksOf(id)).map(({ clock }) => clock)).toEqual(['attention', 'onward']);
  const alert = await duty.get<{ alerts: { resource: string; id: number; urgent: boolean }[] }>(
    '/admin/screen.alert/index',
  );
  expect(alert.data.alerts).toContainEqual(
    expect.objectContaining({ resource: 'incident/incident', id, urgent: true }),
  );
  expect((await refusal(move(id, 'respond', { commander: '王队', commander_phone: '13900000000' }))).reason).toBe(
    'bad_transition',
  );
  ok(await move(id, 'verify', { reason: '已电话核实现场', hurt: 3, stranded: 35 }));
  expect(await rowOf(id)).toMatchObject({ status: 'verified', hurt: 3, stranded: 35, dead: 0 });
  expect(await clocksOf(id)).toEqual([
    { clock: 'attention', status: 'done' },
    { clock: 'onward', status: 'running' },
  ]);
  ok(await move(id, 'respond', { commander: '王队', commander_phone: '13900000000' }));
  const early = await refusal(move(id, 'control', { reason: '伤员全部送医' }));
  expect(early.msg).toContain('上报');
  ok(await move(id, 'reportOnward', upward));
  expect(await rowOf(id)).toMatchObject({ onward_late: '0', onward_to: 'prefecture' });
  expect(await clocksOf(id)).toContainEqual({ clock: 'onward', status: 'done' });
  const given = { incident_id: id, addressee: 'outside', outside_name: '市急救中心', content: '派两辆救护车' };
  const order = ok(await duty.post<Answered>('/admin/incident.instruction/add', given)).id ?? 0;
  ok(await move(id, 'control', { reason: '伤员全部送医' }));
  expect((await refusal(move(id, 'close', account))).msg).toContain('1 条指令');
  ok(await duty.post('/admin/incident.instruction/acknowledge', { id: order, acknowledged_by: '调度员周某' }));
  expect((await refusal(duty.post<Answered>('/admin/incident.instruction/acknowledge', { id: order }))).reason).toBe(
    'bad_transition',
  );
  ok(await duty.post('/admin/incident.instruction/finish', { id: order, result: '伤员已送医' }));
  expect((await refusal(move(id, 'close', { ...account, cause: '' }))).fields).toEqual(['cause']);
  ok(await move(id, 'close', account));
  expect(await rowOf(id)).toMatchObject({ status: 'closed', open_instructions: 0 });
  // nothing is instructed any more, and nobody elsewhere reads it
  expect((await refusal(duty.post<Answered>('/admin/incident.instruction/add', given))).fields).toEqual([
    'incident_id',
  ]);
  expect((await refusal(stranger.get<Answered>('/admin/incident.incident/edit', { id }))).reason).toBe('not_found');
  expect((await refusal(move(id, 'verify', { reason: '核实' }, stranger))).reason).toBe('not_found');
  const log = await app.db.rows<{ move: string | null }>(
    sql`select move from history where resource = 'incident/incident' and row_id = ${id} order by id`,
  );
  expect(log.map((one) => one.move).filter(Boolean)).toEqual([
    'alarm',
    'verify',
    'respond',
    'reportOnward',
    'control',
    'close',
  ]);
});

it('refuses what cannot be, and loses nothing to empty numbers', async () => {
  const add = (more: object, who: Client = duty) =>
    refusal(
      who.post<Answered>('/admin/incident.incident/add', { ...report, happened_at: now(), area_code: area, ...more }),
    );
  expect((await add({ happened_at: now() + 3600 })).fields).toEqual(['happened_at']);
  expect((await add({ happened_at: now() - 40 * 86_400 })).fields).toEqual(['happened_at']);
  expect((await add({ place_name: '' })).fields).toEqual(['place_name']);
  // an officer without an area has to say where
  const anywhere = await admin.post<Answered>('/admin/incident.incident/add', {
    ...report,
    happened_at: now(),
    area_code: '',
  });
  expect(anywhere.data.errors).toEqual({ area_code: ['请选择发生地'] });
  expect((await add({ title: '', kind: 'war', reporter_name: '' })).fields.toSorted()).toEqual([
    'kind',
    'reporter_name',
    'title',
  ]);
  expect((await add({ dead: -1 })).fields).toEqual(['dead']);
  expect((await add({ hurt: 'many' })).fields).toEqual(['hurt']);
  expect((await add({ source: 'sos' })).fields).toEqual(['source']);
  expect((await add({ place: { lng: 2.35, lat: 48.85 } })).fields).toEqual(['place']);
  const id = await addIncident({ dead: null, hurt: '', stranded_long: null });
  expect(await rowOf(id)).toMatchObject({ dead: 0, hurt: 0, missing: 0, stranded: 0, level: 'ordinary' });
  ok(await move(id, 'dismiss', { reason: '误报：车辆抛锚，无人受伤' }));
  expect((await clocksOf(id)).every(({ status }) => status === 'done')).toBe(true);
});

it('opens with a call for help, and the operator has an hour to report', async () => {
  const itinerary_id = await placeTeam();
  const road = (place: object | undefined) =>
    guideClient.post<Answered>('/api/travel.road/sos', { itinerary_id, ...(place && { place }) });
  const call = ok(await road(kunming)).id ?? 0;
  ok(await road(kunming));
  const opened = await app.db.rows<{ id: number }>(sql`select id from incident where sos_id = ${call}`);
  expect(opened).toHaveLength(1);
  const id = opened[0]?.id ?? 0;
  expect(await rowOf(id, admin)).toMatchObject({
    source: 'sos',
    enterprise_id: agency.id,
    itinerary_id,
    title: expect.stringMatching(/^SOS 杨导 T53/),
    operator_reported_at: null,
  });
  expect((await clocksOf(id)).map(({ clock }) => clock)).toEqual(['onward', 'operator_report']);
  const own = ok(await agency.owner.get<{ list: { id: number }[] }>('/api/incident.incident/index')).list;
  expect(own.map((one) => one.id)).toContain(id);
  expect(ok(await other.owner.get<{ list: unknown[] }>('/api/incident.incident/index')).list).toEqual([]);
  const told = { id, hurt: 2, first_response: '已拨打 120，其余游客在服务区安置' };
  expect((await refusal(other.owner.post<Answered>('/api/incident.incident/supplement', told))).reason).toBe(
    'not_found',
  );
  ok(await agency.owner.post('/api/incident.incident/supplement', told));
  expect(await rowOf(id, admin)).toMatchObject({ hurt: 2, operator_late: '0', first_response: told.first_response });
  expect((await refusal(agency.owner.post<Answered>('/api/incident.incident/supplement', told))).msg).toContain('续报');
  expect(await clocksOf(id)).toContainEqual({ clock: 'operator_report', status: 'done' });
  const inbox = await app.db.rows<{ template_code: string }>(sql`
    select distinct template_code from message_notice where resource = 'incident/incident' and row_id = ${id} and user_id is not null`);
  expect(inbox).toEqual([{ template_code: 'incident_operator_report' }]);
  // without a position the place has to be found out before it is verified
  const second = await placeTeam();
  await app.db.query(sql`update travel_sos set status = 'closed' where id = ${call}`);
  const blind = ok(await guideClient.post<Answered>('/api/travel.road/sos', { itinerary_id: second })).id ?? 0;
  const row = await app.db.row<{ id: number }>(sql`select id from incident where sos_id = ${blind}`);
  expect((await refusal(move(row?.id ?? 0, 'verify', { reason: '已核实' }, admin))).msg).toContain('地点');
});

it('is reported with a phone by a guide or somebody of the operator, for what is theirs only', async () => {
  const itinerary_id = await placeTeam();
  const send = (who: Client, more: object = {}) =>
    who.post<Answered>('/api/incident.report/send', {
      title: '游客中暑',
      kind: 'health',
      place: kunming,
      hurt: 1,
      ...more,
    });
  const choices = ok(
    await guideClient.get<{ teams: { id: number }[]; enterprises: unknown[] }>('/api/incident.report/choices'),
  );
  expect(choices.teams.map(({ id }) => id)).toContain(itinerary_id);
  expect(choices.enterprises).toEqual([]);
  const by = ok(await send(guideClient, { itinerary_id }));
  expect(by.no).toMatch(/^SJ20\d{2}\d{5}$/);
  expect(await rowOf(by.id ?? 0, admin)).toMatchObject({ source: 'guide', enterprise_id: agency.id, itinerary_id });
  const file = await agency.paper();
  const own = ok(await send(agency.owner, { enterprise_id: agency.id, pictures: [file] }));
  expect(await rowOf(own.id ?? 0, admin)).toMatchObject({ source: 'operator', operator_late: '0', itinerary_id: null });
  // what waited on a phone without a network happened when it was written, as far as that can be
  const happened = async (reported_at: number) =>
    (await rowOf(ok(await send(guideClient, { itinerary_id, reported_at })).id ?? 0, admin)).happened_at ?? 0;
  const written = now() - 7200;
  expect(await happened(written)).toBe(written);
  expect(Math.abs((await happened(now() + 86_400)) - now())).toBeLessThan(120);
  expect(Math.abs((await happened(0)) - (now() - 3 * 86_400))).toBeLessThan(120);
  expect((await refusal(send(other.owner, { itinerary_id }))).fields).toEqual(['itinerary_id']);
  expect((await refusal(send(other.owner, { enterprise_id: agency.id }))).fields).toEqual(['enterprise_id']);
  expect((await refusal(send(other.owner, { pictures: [file] }))).fields).toEqual(['pictures']);
  expect((await refusal(send(other.owner, { place: null, place_name: '' }))).fields).toEqual(['place_name']);
  expect((await refusal(send(other.owner, { title: '', dead: 1.5 }))).fields.toSorted()).toEqual(['dead', 'title']);
  await app.member('passer_by');
  const passer = await app.client({ member: 'passer_by' });
  expect((await refusal(send(passer))).reason).toBe('not_ready');
  expect((await nobody.post('/api/incident.report/send', {})).code).not.toBe(1);
});

it('an instruction to an operator is read and acknowledged by its people, others by officers only', async () => {
  const id = await addIncident({ enterprise_id: agency.id });
  const give = (more: object) =>
    duty.post<Answered>('/admin/incident.instruction/add', { incident_id: id, content: '核对游客名单', ...more });
  expect((await refusal(give({ addressee: 'enterprise' }))).fields).toEqual(['enterprise_id']);
  const mine = ok(await give({ addressee: 'enterprise', enterprise_id: agency.id })).id ?? 0;
  ok(await give({ addressee: 'outside', outside_name: '交警支队' }));
  const list = ok(await agency.owner.get<{ list: { id: number }[] }>('/api/incident.instruction/index')).list;
  expect(list.map((one) => one.id)).toEqual([mine]);
  expect(
    (await refusal(other.owner.post<Answered>('/api/incident.instruction/acknowledge', { id: mine }))).reason,
  ).toBe('not_found');
  ok(await agency.owner.post('/api/incident.instruction/acknowledge', { id: mine }));
  ok(await agency.owner.post('/api/incident.instruction/finish', { id: mine, result: '名单已核对，38 人' }));
  const me = await app.db.row<{ id: number }>(sql`select id from auth_admin where username = 'county1'`);
  const toMe = ok(await give({ addressee: 'officer', officer_id: me?.id })).id ?? 0;
  const sent = await app.db.rows<{ template_code: string }>(
    sql`select template_code from message_sms where resource = 'incident/instruction' and row_id = ${toMe}`,
  );
  expect(sent).toEqual([{ template_code: 'incident_instruction' }]);
});

it('tells officers on duty of a report, and leaders of a grave grade and of a limit that has passed, once each', async () => {
  const id = await addIncident({ dead: 4 });
  const messagesOf = async (code: string) =>
    (
      await app.db.rows(
        sql`select admin_id from message_notice where row_id = ${id} and resource = 'incident/incident' and template_code = ${code}`,
      )
    ).length;
  await expect.poll(() => messagesOf('incident_reported')).toBeGreaterThan(0);
  await expect.poll(() => messagesOf('incident_grave')).toBeGreaterThan(0);
  const leaders = await messagesOf('incident_grave');
  ok(await move(id, 'update', { dead: 5, reason: '又一人死亡' }));
  await app.db.query(sql`update deadline set due_at = now() - interval '2 minutes', warnings = '[{"at": 1, "fact": "overdue", "left": 0}]', warn_at = now() - interval '1 minute'
    where resource = 'incident/incident' and row_id = ${id} and clock = 'onward'`);
  await emitDeadlineEvents(app.engine);
  await expect.poll(() => messagesOf('incident_overdue')).toBeGreaterThan(0);
  expect(await messagesOf('incident_grave')).toBe(leaders);
});

describe('help near by', () => {
  test('is the nearest of each kind in metres, whatever the area', async () => {
    const places = [
      ['近医院', 'hospital', 102.72, 25.05],
      ['东医院', 'hospital', 102.75, 25.05],
      ['北医院', 'hospital', 102.71, 25.082],
      ['远医院', 'hospital', 102.9, 25.3],
      ['消防站', 'fire', 102.7, 25.0],
      ['外省医院', 'hospital', 120.2, 30.3],
    ] as const;
    for (const [name, kind, lng, lat] of places)
      ok(
        await admin.post('/admin/incident.emergencyResource/add', {
          name,
          kind,
          phone: '0871-1',
          place: { lng, lat },
          area_code: '530126',
        }),
      );
    const id = await addIncident({ place: kunming });
    const near = ok(await duty.get<EmergencyResourcesNearIncident>('/admin/incident.command/nearby', { id }));
    expect(near.resources.map(({ name }) => name)).toEqual(['近医院', '北医院', '东医院', '消防站']);
    for (const one of near.resources)
      expect(Math.abs(one.distance - distanceBetween([kunming.lng, kunming.lat], [one.lng, one.lat]))).toBeLessThan(30);
    const close = ok(
      await duty.get<EmergencyResourcesNearIncident>('/admin/incident.command/nearby', { id, radius: 2000 }),
    );
    expect(close.resources.map(({ name }) => name)).toEqual(['近医院']);
    expect((await refusal(stranger.get<Answered>('/admin/incident.command/nearby', { id }))).reason).toBe('not_found');
    const vague = await addIncident();
    expect(
      ok(await duty.get<EmergencyResourcesNearIncident>('/admin/incident.command/nearby', { id: vague })).origin,
    ).toBeNull();
  });

  test('includes guides of teams on the way, by their last check-in', async () => {
    const itinerary_id = await placeTeam();
    await app.db.query(sql`insert into travel_road_note (itinerary_id, team_no, kind, place, made_at, late, guide_id)
      values (${itinerary_id}, 'T1', 'arrive', point(102.712, 25.051), now() - interval '5 minutes', 'no', ${guide})`);
    const id = await addIncident({ place: kunming });
    const near = ok(await duty.get<EmergencyResourcesNearIncident>('/admin/incident.command/nearby', { id }));
    expect(near.guides).toMatchObject([{ name: '杨导', phone: '13700137000' }]);
  });
});

it('the wall counts what its lists have', async () => {
  await addIncident();
  const panel = ok(await duty.get<IncidentWallPanel>('/admin/screen.incident/index', { area }));
  const total = async (search: object[]) =>
    ok(await duty.get<{ total: number }>('/admin/incident.incident/index', { search })).total;
  const open = { field: 'status', operator: 'IN', val: 'reported,verified,responding,controlled' };
  expect(panel.open).toBeGreaterThan(0);
  expect(panel.open).toBe(await total([open]));
  expect(panel.unverified).toBe(await total([{ field: 'status', operator: '=', val: 'reported' }]));
  expect(panel.not_onward).toBe(await total([open, { field: 'onward_at', operator: 'NULL', val: '' }]));
  expect(panel.levels.reduce((sum, { n }) => sum + n, 0)).toBe(panel.open);
  expect(panel.latest[0]).toMatchObject({ title: report.title, status: 'reported' });
});

describe('risk notices', () => {
  const notice = {
    title: '暴雨橙色预警',
    title_en: 'Orange warning of heavy rain',
    level: 'orange',
    kind: 'weather',
    area_code: area,
    content: '请避开山区道路，服从景区疏导。',
    content_en: 'Avoid mountain roads and follow the directions of scenic areas.',
  };
  const add = async (more: object = {}, who: Client = duty) =>
    who.post<Answered>('/admin/incident.riskNotice/add', {
      ...notice,
      valid_from: now() - 60,
      valid_to: now() + 3600,
      ...more,
    });
  const act = (id: number, name: string, input: object = {}, who: Client = duty) =>
    who.post<Answered>(`/admin/incident.riskNotice/${name}`, { id, ...input });
  const inForce = async (query: object = {}) =>
    ok(await nobody.get<RiskNoticesInForce>('/api/incident.safety/notices', query as never)).notices;

  test('are approved by somebody else, published to all, and lifted by time or by hand', async () => {
    await placeTeam();
    expect((await refusal(add({ valid_to: now() - 30 }))).fields).toEqual(['valid_to']);
    expect((await refusal(add({ valid_from: now() + 7200 }))).fields).toEqual(['valid_to']);
    const id = ok(await add()).id ?? 0;
    expect((await refusal(act(id, 'publish'))).reason).toBe('bad_transition');
    expect((await refusal(act(id, 'approve'))).msg).toContain('另一人');
    ok(await act(id, 'approve', {}, admin));
    expect(await inForce()).toEqual([]);
    ok(await act(id, 'publish'));
    expect(await inForce()).toMatchObject([{ id, level: 'orange', title: notice.title, title_en: notice.title_en }]);
    expect(await inForce({ area: '530100' })).toHaveLength(1);
    expect(await inForce({ area: '532900' })).toEqual([]);
    expect(await inForce({ area: "x';--" })).toHaveLength(1);
    const told = () =>
      app.db.rows(
        sql`select user_id from message_notice where template_code = 'risk_notice_published' and row_id = ${id}`,
      );
    await expect.poll(async () => (await told()).length).toBe(1);
    const about = await addIncident();
    ok(await move(about, 'reportOnward', upward));
    const tied = ok(await add({ incident_id: about, title: '道路封闭提示' })).id ?? 0;
    ok(await act(tied, 'approve', {}, admin));
    ok(await act(tied, 'publish'));
    ok(await move(about, 'verify', { reason: '已核实' }));
    ok(await move(about, 'respond', { commander: '王队', commander_phone: '1' }));
    ok(await move(about, 'control', { reason: '已控制' }));
    expect((await refusal(move(about, 'close', account))).msg).toContain('风险提示');
    ok(await act(tied, 'lift', { reason: '道路恢复通行' }));
    ok(await move(about, 'close', account));
    await app.db.query(sql`update incident_risk_notice set valid_to = now() where id = ${id}`);
    expect(await inForce()).toEqual([]);
    await liftEndedRiskNotices.run(app.engine, { log: app.log } as never);
    expect(await app.db.row(sql`select status from incident_risk_notice where id = ${id}`)).toEqual({
      status: 'lifted',
    });
  });

  test('with a mobile number in the text are published only when an officer says that it may be', async () => {
    const id = ok(await add({ content: '如需帮助请拨打 13812345678 联系值班员。' })).id ?? 0;
    ok(await act(id, 'approve', {}, admin));
    expect((await refusal(act(id, 'publish'))).fields.length).toBeGreaterThan(0);
    ok(await act(id, 'publish', { harmless: '1' }));
    ok(await act(id, 'lift', { reason: '测试结束' }));
  });
});
