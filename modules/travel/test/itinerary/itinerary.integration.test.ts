import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { withoutWatch } from '../../../../test/support/watch-writes.ts';
import { recheckTeamsNightly } from '../../server/anomaly/recheck-teams-nightly.ts';
import { anonymiseTourists } from '../../server/itinerary/tourist/anonymise-tourists-after-retention.ts';
import { day, divisionOf, openAgency, stop } from '../agency.ts';
import { type Data, errorsOf, type OfficeSetup, office, openOffice, own } from '../office-setup.ts';
import { at, dayTrip, insure, newGuide, newIdNumber, tourist } from '../team.ts';

/**
 * Teams from the draft to the submission, as seen by an agency, a coach firm and the offices concerned; and years
 * afterwards.
 */
let app: OfficeSetup['app'];
let agency: OfficeSetup['agency'];
let fleet: OfficeSetup['fleet'];
let bureau: OfficeSetup['bureau'];
let read: OfficeSetup['read'];
let add: OfficeSetup['add'];
let draft: OfficeSetup['draft'];
let submit: OfficeSetup['submit'];
let coach: OfficeSetup['coach'];
let dispatches: OfficeSetup['dispatches'];
beforeAll(async () => {
  ({ app, agency, fleet, bureau, read, add, draft, submit, coach, dispatches } = await openOffice());
}, 120_000);
afterAll(() => app.close());

describe('a draft', () => {
  test('is numbered by area and day, and its counts are those of the list', async () => {
    const child = tourist({ id_no: newIdNumber('530103', '20200601'), guardian_mobile: '13600136001' });
    const foreign = {
      name: 'John Smith',
      id_type: 'passport',
      id_no: 'X1234567',
      birthday: '1950-02-03',
      nationality: '英国',
    };
    const row = await read(await draft({ tourists: [tourist(), tourist(), child, foreign] }));
    expect(row.team_no).toMatch(/^T5301300501\d{5}$/);
    expect(row).toMatchObject({
      status: 'draft',
      tourist_count: 4,
      adult_count: 3,
      child_count: 1,
      elder_count: 1,
      foreign_count: 1,
      per_capita: '750.00',
      person_days: 4,
      source_area: '510100',
    });
    expect(row.tourists).toMatchObject([
      { gender: expect.stringMatching(/male/), birthday: '1990-01-01', source_area: '510104', is_minor: 'no' },
      {},
      { is_minor: 'yes' },
      {},
    ]);
    expect(JSON.stringify(row.tourists)).not.toContain('X1234567');
    expect(row.stops).toMatchObject([{ plan_arrive: at('2030-05-01T10:00'), plan_leave: at('2030-05-01T12:00') }, {}]);
  });

  test('has each error of the list reported at its place', async () => {
    const wrong = newIdNumber();
    const flipped = wrong.slice(0, 17) + (wrong.endsWith('1') ? '2' : '1');
    const child = tourist({ id_no: newIdNumber('530103', '20200601'), mobile: null });
    const answer = await add({
      tourists: [tourist(), tourist({ id_no: flipped }), child, tourist({ id_type: 'passport', id_no: '??' })],
    });
    expect(errorsOf(answer)).toMatchObject({
      'tourists.3.id_no': [expect.stringMatching(/^证件号码不正确：应为 5 到 18 位/)],
    });
    const second = await add({ tourists: [tourist(), tourist({ id_no: flipped }), child] });
    expect(errorsOf(second)).toEqual({
      'tourists.1.id_no': ['身份证号校验位错误'],
      'tourists.2.guardian_mobile': ['必填'],
    });
    expect(second.msg).toContain('第 2 行');
    const twice = tourist();
    expect(errorsOf(await add({ tourists: [twice, twice] }))).toHaveProperty(['tourists.1.id_no']);
  });

  test('ends after it begins', async () => {
    const answer = await add({ end_at: at('2030-05-01T08:00') });
    expect(errorsOf(answer)).toEqual({ end_at: ['结束时间必须晚于开始时间'] });
  });

  test('matches its kind, and has a destination', async () => {
    const threeDays = { end_at: at('2030-05-03T18:00'), days: [day('一'), day('二'), day('三')] };
    const long = await agency.owner.post<Data>(own('add'), await dayTrip(app, agency, threeDays));
    expect(long.data.errors).toEqual({ kind: ['一日游当天往返，这里安排了 3 天：请改选类型或缩短行程'] });
    const night = await dayTrip(app, agency, { end_at: at('2030-05-02T01:00') });
    expect((await agency.owner.post<Data>(own('add'), night)).code).toBe(1);
    const home = { destination_areas: [await divisionOf(app, '530102')] };
    const stays = await agency.owner.post<Data>(own('add'), await dayTrip(app, agency, { kind: 'custom', ...home }));
    expect(Object.keys(stays.data.errors ?? {})).toEqual(['destination_areas']);
    const local = await agency.owner.post<Data>(own('add'), await dayTrip(app, agency, home));
    expect(local.code, local.msg).toBe(1);
    const { id } = local.data;
    const changed = await agency.owner.post<Data>(own('edit'), { id, kind: 'custom' });
    expect(Object.keys(changed.data.errors ?? {})).toEqual(['destination_areas']);
    expect((await agency.owner.post<Data>(own('edit'), { id, ...threeDays })).data.errors).toHaveProperty('kind');
    // the same is reported while the form is filled in, before it is saved
    const warned = async (query: Record<string, unknown>) =>
      (await agency.owner.get<{ list: object[] }>(own('tripFaults'), query)).data.list;
    const days = { start_at: at('2030-05-01T08:00'), end_at: at('2030-05-03T18:00') };
    expect(await warned({ kind: 'one_day', ...days })).toEqual([
      { field: 'kind', message: '一日游当天往返，这里安排了 3 天：请改选类型或缩短行程' },
    ]);
    expect(await warned({ kind: 'custom', from: '530102', destinations: String(home.destination_areas[0]) })).toEqual([
      { field: 'destination_areas', message: expect.stringMatching(/^目的地就是出发地/) },
    ]);
    expect(await warned({ kind: 'province', ...days, days: 3, from: '530102' })).toEqual([]);
  });

  test('has nobody with it before it begins or after it ends', async () => {
    const [guide_id, one] = [await newGuide(app), await coach()];
    const guide = (from: string, to: string) => ({ guide_id, role: 'national', from_at: at(from), to_at: at(to) });
    const early = { ...one, from_at: at('2030-05-01T07:59'), to_at: null };
    const answer = await add({ guides: [guide('2030-05-01T08:00', '2030-05-01T18:01')], vehicles: [early] });
    expect(errorsOf(answer)).toEqual({
      'guides.0.to_at': ['不能晚于行程结束时间 2030-05-01 18:00'],
      'vehicles.0.from_at': ['不能早于行程出发时间 2030-05-01 08:00'],
    });
    const id = await draft({ guides: [guide('2030-05-01T08:00', '2030-05-01T18:00')], vehicles: [one] });
    // a shortened trip reports those who stay longer
    const shorter = await agency.owner.post<Data>(own('edit'), { id, end_at: at('2030-05-01T17:00') });
    expect(errorsOf(shorter)).toEqual({ 'guides.0.to_at': ['不能晚于行程结束时间 2030-05-01 17:00'] });
    await withoutWatch(app.db, (tx) =>
      tx.query(sql`update travel_itinerary set end_at = '2030-05-01T17:00+08:00' where id = ${id}`),
    );
    expect(errorsOf(await submit(id))).toEqual({ 'guides.0.to_at': ['不能晚于行程结束时间 2030-05-01 17:00'] });
  });
});

describe('a submission', () => {
  test('reports at each field what is missing', async () => {
    const id = await draft({
      tourists: [],
      kind: 'inbound',
      start_at: at('2030-05-01T08:00'),
      end_at: at('2030-05-02T18:00'),
      stops: [stop(1, '早', '07:00', 30), stop(1, '一', '10:00', 120), stop(1, '二', '11:00', 60)],
    });
    const errors = errorsOf(await submit(id));
    expect(Object.keys(errors).toSorted()).toEqual([
      'days',
      'guides',
      'stops.0.arrive',
      'stops.2.arrive',
      'tourists',
      'vehicles',
    ]);
    expect(errors.days).toEqual(['行程 2 天，每日安排 1 行']);
  });

  test('accepts a team of foreigners only, with names as in their passports and foreign telephone numbers', async () => {
    const guest = (name: string, mobile: string | null, id_no: string) => ({
      name,
      mobile,
      id_type: 'passport',
      id_no,
      birthday: '1990-02-03',
      nationality: '美国',
    });
    const tourists = [
      guest('SMITH/JOHN', '+1 (415) 555-0100', 'X 1234567'),
      guest('O’BRIEN, JEAN–LUC', '0044 20 7946 0958', 'x7654321'),
      guest('TAN (CHEN) WEI', null, 'K1234567Z'),
    ];
    const wrong = await add({ tourists: [guest('SMITH/JOHN', '4155550100', 'X1234567')] });
    expect(errorsOf(wrong)['tourists.0.mobile']).toEqual([expect.stringContaining('+14155550100')]);
    const id = await draft({
      tourists,
      vehicles: [await coach()],
      guides: [{ guide_id: await newGuide(app), role: 'national' }],
      emergency_contact: 'SMITH/ANN',
      emergency_mobile: '001 415 555 0199',
    });
    const contact = await app.db.row(sql`select emergency_mobile from travel_itinerary where id = ${id}`);
    expect(contact).toEqual({ emergency_mobile: '+14155550199' });
    const stored = await app.db.rows(
      sql`select name, mobile from travel_tourist where itinerary_id = ${id} order by weigh, id`,
    );
    expect(stored).toEqual([
      { name: 'SMITH/JOHN', mobile: '+14155550100' },
      { name: "O'BRIEN, JEAN-LUC", mobile: '+442079460958' },
      { name: 'TAN (CHEN) WEI', mobile: null },
    ]);
    const handed = await submit(id);
    expect([handed.code, handed.msg]).toEqual([1, expect.anything()]);
    expect(
      (await bureau.get<{ list: Data[] }>(office('index').replace('itinerary', 'tourist'), { limit: 3 })).text,
    ).toContain('+14*****0100');
    expect(await read(id)).toMatchObject({ status: 'submitted', foreign_count: 3 });
  });

  test('sends a request to the firm of the coach, whose people confirm without seeing tourists', async () => {
    const id = await draft({
      vehicles: [await coach()],
      guides: [{ guide_id: await newGuide(app), role: 'national' }],
    });
    expect((await submit(id)).code).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'submitted', late: 'no', open_findings: 0 });
    const [one] = (await fleet.owner.get<{ list: Data[] }>('/api/travel.dispatch/index')).data.list;
    expect(one).toMatchObject({ status: 'asked', people: 3 });
    const notices = await app.db.rows(
      sql`select template_code, content from message_notice where resource = 'travel/dispatch' and row_id = ${one?.id ?? 0}`,
    );
    expect(notices).toEqual([{ template_code: 'team_coach_asked', content: expect.stringContaining('请确认派车') }]);
    expect((await fleet.owner.get(own('edit'), { id })).code).toBe(0);
    expect((await fleet.owner.post('/api/travel.dispatch/confirm', { id: one?.id })).code).toBe(1);
    expect((await read(id)).status).toBe('confirmed');
    const confirmer = await app.db.row<{ name: string }>(
      sql`select coalesce(nullif(m.nickname, ''), m.username) as name from history h join member m on m.id = h.actor_id
        where h.resource = 'travel/dispatch' and h.row_id = ${one?.id ?? 0} and h.move = 'confirm'`,
    );
    const story = (await bureau.get<{ list: Data[] }>(office('timeline'), { id })).data.list;
    expect(
      story.find(({ move }) => move === 'confirm'),
      'attributed to the person, not the platform',
    ).toMatchObject({ actor_name: confirmer?.name, actor_role: '会员' });
    // the timeline keeps the old name of a renamed account, and still attributes it to the person
    const renamed = `renamed_${one?.id}`;
    const account = await app.db.row<{ id: number; username: string }>(
      sql`select m.id, m.username from history h join member m on m.id = h.actor_id
        where h.resource = 'travel/dispatch' and h.row_id = ${one?.id ?? 0} and h.move = 'confirm'`,
    );
    await app.db.query(sql`update member set username = ${renamed} where id = ${account?.id ?? 0}`);
    const later = (await bureau.get<{ list: Data[] }>(office('timeline'), { id })).data.list;
    await app.db.query(sql`update member set username = ${account?.username ?? ''} where id = ${account?.id ?? 0}`);
    expect(later.find(({ move }) => move === 'confirm')).toMatchObject({
      actor_name: account?.username,
      actor_role: '',
    });
  });

  test('is confirmed if two firms agree simultaneously', async () => {
    const id = await draft({ vehicles: [await coach(), await coach()] });
    expect((await submit(id)).code).toBe(1);
    const both = await dispatches(id);
    await Promise.all(both.map((one) => fleet.owner.post('/api/travel.dispatch/confirm', { id: one.id })));
    expect((await read(id)).status).toBe('confirmed');
  });

  test('is refused for an agency that is not insured through the last day', async () => {
    const bare = await openAgency(app);
    await insure(app, bare, '2029-05-02', '2030-05-01');
    const trip = await dayTrip(app, bare, {
      kind: 'self_drive',
      end_at: at('2030-05-02T18:00'),
      days: [day('去'), day('回')],
    });
    const { id } = (await bare.owner.post<Data>(own('add'), trip)).data;
    const refused = await bare.owner.post<Data>(own('submit'), { id });
    expect(errorsOf(refused)).toEqual({
      agency_id: ['2030-05-02 至 2030-05-02 没有经核验的旅行社责任险保单（旅游法第五十六条）'],
    });
    await insure(app, bare, '2030-05-02', '2031-05-01');
    expect((await bare.owner.post(own('submit'), { id })).code).toBe(1);
  });

  test('is refused for an agency that does not trade, also as a local operator; teams on their way may end', async () => {
    const halted = await openAgency(app);
    await insure(app, halted);
    const file = async (more: object) => {
      const trip = await dayTrip(app, halted, { kind: 'self_drive', ...more });
      const { id } = (await halted.owner.post<Data>(own('add'), trip)).data;
      return { id, hand: async () => errorsOf(await halted.owner.post<Data>(own('submit'), { id })) };
    };
    const [away, next] = [await file({}), await file({})];
    expect(await away.hand()).toEqual({});
    const put = (status: string, { id } = halted) =>
      withoutWatch(app.db, (tx) => tx.query(sql`update enterprise set status = ${status} where id = ${id}`));
    await put('suspended');
    expect((await next.hand()).agency_id?.[0]).toContain('停业整顿');
    await put('revoked');
    expect((await next.hand()).agency_id?.[0]).toContain('已吊销');
    const why = { change_kinds: ['contract'], change_reason: 'weather', change_note: '下雨改线' };
    await put('suspended');
    expect((await halted.owner.post<Data>(own('edit'), { id: away.id, ...why, remark: '改线' })).code).toBe(1);
    await put('change_pending');
    const receiving = await openAgency(app, { area: '532901' });
    const sent = await file({});
    await withoutWatch(app.db, (tx) =>
      tx.query(
        sql`update travel_itinerary set ground_agency_id = ${receiving.id}, ground_fee = 250000, delegation_file = 'x' where id = ${sent.id}`,
      ),
    );
    await put('suspended', receiving);
    expect((await sent.hand()).ground_agency_id?.[0]).toContain('停业整顿');
    await put('active', receiving);
    expect(await sent.hand()).toEqual({});
    expect(await next.hand()).toEqual({});
  });

  test('requires a valid permit, one for outbound tours if the team goes abroad, and valid insurance', async () => {
    const bare = await openAgency(app);
    await insure(app, bare);
    const form = { kind: 'self_drive' };
    const { id } = (await bare.owner.post<Data>(own('add'), await dayTrip(app, bare, form))).data;
    const hand = async (team = id) => errorsOf(await bare.owner.post<Data>(own('submit'), { id: team }));
    const validity = (validity: string) =>
      app.db.query(sql`update enterprise_licence set validity = ${validity} where enterprise_id = ${bare.id}`);
    await validity('suspended');
    expect(await hand()).toEqual({ agency_id: [`${bare.name}（旅行社业务经营许可证） 没有在册的有效证件`] });
    await validity('valid');
    await app.db.query(sql`update insurance_policy set validity = 'ended' where enterprise_id = ${bare.id}`);
    expect((await hand()).agency_id?.[0]).toContain('没有经核验的旅行社责任险保单');
    await app.db.query(sql`update insurance_policy set validity = 'valid' where enterprise_id = ${bare.id}`);
    expect(await hand()).toEqual({});
    const leader = [{ guide_id: await newGuide(app), role: 'leader' }];
    const abroad = await dayTrip(app, bare, { kind: 'outbound', guides: leader, vehicles: [await coach()] });
    const far = (await bare.owner.post<Data>(own('add'), abroad)).data.id;
    expect((await hand(far)).kind?.[0]).toContain('不含出境旅游业务');
    const choose = (kinds: readonly string[]) =>
      app.db.query(
        sql`update enterprise_licence set tourism_scope = ${kinds}::text[] where enterprise_id = ${bare.id}`,
      );
    await choose([]);
    expect((await hand(far)).kind?.[0], 'at the field where it is chosen').toContain(
      '尚未选择旅游业务范围：请旅行社在“许可证”中',
    );
    await choose(['domestic', 'outbound']);
    expect(await hand(far)).toEqual({});
  });

  test('uses the permit and the insurance of the agency for a branch', async () => {
    const parent = await openAgency(app);
    await insure(app, parent);
    const branch = await openAgency(app, { ent_type: 'agency_branch' });
    await app.db.query(sql`delete from enterprise_licence where enterprise_id = ${branch.id}`);
    const { id } = (await branch.owner.post<Data>(own('add'), await dayTrip(app, branch, { kind: 'self_drive' }))).data;
    expect(errorsOf(await branch.owner.post<Data>(own('submit'), { id }))).toHaveProperty('agency_id');
    await withoutWatch(app.db, (tx) =>
      tx.query(sql`update enterprise set parent_id = ${parent.id} where id = ${branch.id}`),
    );
    const handed = await branch.owner.post<Data>(own('submit'), { id });
    expect(handed.code, JSON.stringify(handed.data)).toBe(1);
  });

  test('is refused with crew or vehicles that were stopped after they were chosen', async () => {
    const [guide_id, one, second] = [await newGuide(app, '停导'), await coach(), await fleet.driver('副师傅')];
    const vehicles = [{ ...one, second_driver_id: second }];
    const id = await draft({ guides: [{ guide_id, role: 'national' }], vehicles });
    const put = (table: string, row: number, status: string) =>
      app.db.query(sql`update ${sql.id(table)} set status = ${status} where id = ${row}`);
    await put('crew_guide', guide_id, 'suspended');
    await put('crew_vehicle', one.vehicle_id, 'maintenance');
    await put('crew_driver', second, 'stopped');
    expect(errorsOf(await submit(id))).toEqual({
      'guides.0.guide_id': ['停导暂扣，不能选用'],
      'vehicles.0.vehicle_id': [expect.stringMatching(/^云A\d{5}检修，不能选用$/)],
      'vehicles.0.second_driver_id': ['副师傅责令停岗，不能选用'],
    });
    await put('crew_guide', guide_id, 'valid');
    await put('crew_vehicle', one.vehicle_id, 'changing');
    await put('crew_driver', second, 'working');
    expect((await submit(id)).code).toBe(1);
    const [request] = await dispatches(id);
    const confirm = () => fleet.owner.post<Data>('/api/travel.dispatch/confirm', { id: request?.id });
    await put('crew_driver', second, 'stopped');
    expect((await confirm()).msg).toContain('责令停岗');
    await put('crew_driver', second, 'working');
    await put('crew_vehicle', one.vehicle_id, 'stopped');
    expect((await confirm()).msg).toContain('责令停运');
    await put('crew_vehicle', one.vehicle_id, 'normal');
    const inspected = (last: string) =>
      app.db.query(sql`update crew_vehicle set inspect_valid_to = ${last} where id = ${one.vehicle_id}`);
    await inspected('2030-04-30');
    expect((await confirm()).msg).toContain('证件将于行程期间到期（机动车检验）');
    await inspected('2030-05-01');
    expect((await confirm()).code).toBe(1);
    // a filed team is reported at night, an ended one is not
    await put('crew_guide', guide_id, 'revoked');
    await recheckTeamsNightly(app.engine);
    const found = await app.db.rows(sql`select code, summary from travel_finding where itinerary_id = ${id}`);
    expect(found).toEqual([{ code: 'I09', summary: '停导已吊销，不能选用' }]);
  });

  test('returns to the agency if a firm declines', async () => {
    const id = await draft({ vehicles: [await coach()] });
    await submit(id);
    const [one] = await dispatches(id);
    await fleet.owner.post('/api/travel.dispatch/decline', { id: one?.id, reason: '车辆临时检修' });
    expect((await read(id)).status).toBe('returned');
    const english = await app.client({ officer: 'city' }, 'en');
    const story = (await english.get<{ list: Data[] }>(office('timeline'), { id })).data.list;
    expect(story.map(({ note }) => note)).toContain('The coach company cannot provide the coach: 车辆临时检修');
    // what a person writes afterwards is the same in every language
    expect((await submit(id)).code).toBe(1);
    expect((await bureau.post(office('return'), { id, reason: '请更换车辆' })).code).toBe(1);
    const later = (await english.get<{ list: Data[] }>(office('timeline'), { id })).data.list;
    expect(later[0]?.note ?? later[1]?.note).toBe('请更换车辆');
  });

  test('requires no firm for a day with private cars', async () => {
    const id = await draft({ kind: 'self_drive' });
    expect((await submit(id)).code).toBe(1);
    expect((await read(id)).status).toBe('confirmed');
  });
});

describe('conflicts', () => {
  test('a plate in two teams is refused with time and number, and the next team may have it right afterwards', async () => {
    const vehicles = [await coach()];
    const first = await draft({ vehicles, end_at: at('2030-05-01T16:00') });
    await submit(first);
    const { team_no } = await read(first);
    const overlapping = await draft({ vehicles, start_at: at('2030-05-01T09:00') });
    const refused = await submit(overlapping);
    expect(errorsOf(refused)['vehicles.0.vehicle_id']).toEqual([`该车辆在 2030-05-01 08:00–16:00 已有团队 ${team_no}`]);
    expect(errorsOf(refused)['vehicles.0.driver_id']?.[0]).toContain('驾驶员时间冲突');
    expect((await read(overlapping)).status).toBe('draft');
    const after = await draft({
      vehicles,
      start_at: at('2030-05-01T16:00'),
      end_at: at('2030-05-01T20:00'),
      stops: [stop(1, '夜游', '18:00', 60)],
    });
    expect((await submit(after)).code).toBe(1);
  });

  test('of two simultaneous requests for one vehicle one succeeds', async () => {
    const vehicle_id = (await fleet.vehicle()).id;
    const ids = await Promise.all(
      [0, 1, 2, 3].map(async () => draft({ vehicles: [{ vehicle_id, driver_id: await fleet.driver() }] })),
    );
    const answers = await Promise.all(ids.map(submit));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    const states = await Promise.all(ids.map(async (id) => (await read(id)).status));
    expect(states.toSorted()).toEqual(['draft', 'draft', 'draft', 'submitted']);
  });

  test('three hundred tourists do not fit into one coach, but into seven', async () => {
    const tourists = Array.from({ length: 300 }, () => tourist());
    const id = await draft({ tourists, vehicles: [await coach()] });
    expect(errorsOf(await submit(id))).toEqual({ vehicles: ['核载 49 人，实载 301 人'] });
    const vehicles = await Promise.all(Array.from({ length: 7 }, () => coach()));
    const { version } = await read(id);
    expect((await agency.owner.post<Data>(own('edit'), { id, version, vehicles })).code).toBe(1);
    expect((await submit(id)).code).toBe(1);
    expect(await dispatches(id)).toHaveLength(7);
  });

  test('of two operators who edit one team the second is refused, and nothing of the first is lost', async () => {
    const id = await draft();
    const { version } = await read(id);
    const edit = (remark: string) => agency.owner.post<Data>(own('edit'), { id, version, remark });
    const answers = await Promise.all([edit('甲计调'), edit('乙计调')]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(answers.find(({ code }) => code === 0)?.data.reason).toBe('stale_version');
    const first = answers[0]?.code === 1 ? '甲计调' : '乙计调';
    expect((await read(id)).remark).toBe(first);
  });

  test('a guide in two teams, more people than seats, and a document that expires during the trip are refused', async () => {
    const guides = [{ guide_id: await newGuide(app, '双面导游'), role: 'national' }];
    await submit(await draft({ guides, vehicles: [await coach()] }));
    const second = await draft({ guides, vehicles: [await coach({ seats: 4, inspect: '2030-04-30' })] });
    const errors = errorsOf(await submit(second));
    expect(errors['guides.0.guide_id']?.[0]).toContain('导游时间冲突');
    expect(errors.vehicles).toEqual(['核载 4 人，实载 5 人']);
    expect(errors['vehicles.0.vehicle_id']?.[0]).toMatch(/^云A\d{5}（车辆检验） 证件将于行程期间到期$/);
  });

  test('a finding for review is stored once, confirmed or rejected by an officer, and hidden from the agency', async () => {
    const same = tourist();
    await submit(await draft({ tourists: [same], vehicles: [await coach()] }));
    const id = await draft({ tourists: [same, tourist()], vehicles: [await coach()], total_fee: '0.00' });
    expect((await submit(id)).code).toBe(1);
    const list = async () =>
      (
        await bureau.get<{ list: Data[] }>('/admin/travel.finding/index', {
          search: [{ field: 'itinerary_id', operator: '=', val: id }],
        })
      ).data.list;
    const found = await list();
    expect(found.map(({ code }) => code).toSorted()).toEqual(['I06', 'I08']);
    expect(found.find(({ code }) => code === 'I08')?.summary).toMatch(/^游客 王\* 已在 T\d+ 中申报$/);
    // English readers see it in English, in lists and records, with the article
    const abroad = await app.client({ officer: 'admin' }, 'en');
    const { data } = await abroad.get<{ list: Data[] }>('/admin/travel.finding/index', {
      search: [{ field: 'itinerary_id', operator: '=', val: id }],
    });
    const same08 = data.list.find(({ code }) => code === 'I08');
    expect(same08?.summary).toMatch(/^[^\p{Script=Han}]*王\*[^\p{Script=Han}]*$/u);
    const record = await abroad.get<{ row: Data }>('/admin/travel.finding/edit', { id: same08?.id });
    expect(record.data.row).toMatchObject({ summary: same08?.summary, article: 'Tourism Law, Art. 57' });
    const judged = await bureau.post('/admin/travel.finding/dismiss', { id: found[0]?.id, officer_note: '家庭同行' });
    expect(judged.code).toBe(1);
    expect((await read(id)).open_findings).toBe(1);
    expect((await agency.owner.get('/api/travel.finding/index')).code).not.toBe(1);
    expect((await agency.owner.get<{ row: Data }>(own('edit'), { id })).data.row.open_findings ?? 0).toBe(0);
  });
});

describe('years after the trip', () => {
  const traces = (name: string) =>
    app.db.rows<{ place: string }>(sql`
      select 'history' as place from history where changes::text like ${`%${name}%`}
      union all select 'event' from event where payload::text like ${`%${name}%`}
      union all select 'recycled' from security_data_recycle_log r where r::text like ${`%${name}%`}
      union all select 'tourist' from travel_tourist t where t::text like ${`%${name}%`}
      union all select 'looks' from reveal_log r where r::text like ${`%${name}%`}`);

  test('tourists are anonymised; ages, sexes and origins are kept', async () => {
    const child = tourist({
      name: '龙忘川',
      id_type: 'passport',
      id_no: `E${newIdNumber().slice(6, 14)}`,
      birthday: '2008-09-30',
      guardian_mobile: '13600136001',
      room_no: '808',
      seat_no: '9',
      source_area: '510104',
      gender: 'female',
    });
    const list = [child, tourist({ name: '龙二' }), tourist({ name: '龙三' })];
    const [id, dropped, later] = [await draft({ tourists: list }), await draft({ tourists: [child] }), await draft()];
    const { tourists } = (await read(id)) as unknown as { tourists: Data[] };
    const renamed = tourists.slice(0, 2).map((one, at) => (at === 0 ? { ...one, name: '龙忘川改' } : one));
    const edited = await agency.owner.post<Data>(own('edit'), { ...(await read(id)), tourists: renamed });
    expect(edited.code, JSON.stringify(edited.data)).toBe(1);
    await withoutWatch(app.db, (tx) => tx.query(sql`update travel_itinerary set status = 'finished' where id = ${id}`));
    const person = tourists[0]?.id ?? 0;
    await bureau.post('/admin/travel.tourist/reveal', { id: person, fields: ['id_no'], reason: '核对名单' });
    await agency.owner.post(own('del'), { id: dropped });
    expect(new Set((await traces('龙')).map(({ place }) => place)).size).toBe(5);
    // only these are old enough
    await app.db.query(sql`update security_data_recycle_log set data = data || '{"end_at": "2020-05-01T18:00:00+08:00"}'
      where resource = 'travel/itinerary' and row_id = ${dropped}`);
    await withoutWatch(app.db, (tx) =>
      tx.query(
        sql`update travel_itinerary set start_at = start_at - interval '10 years', end_at = end_at - interval '10 years' where id = ${id}`,
      ),
    );
    expect(await anonymiseTourists(app.engine, { together: 1 })).toEqual({ teams: 1, tourists: 2 });
    expect(await anonymiseTourists(app.engine)).toEqual({ teams: 0, tourists: 0 });
    const left = await app.db.rows(sql`select h.area_code, e.payload ->> 'title' as title
      from history h join event e on e.resource = h.resource and e.row_id = h.row_id and e.createtime = h.createtime
      where h.resource = 'travel/tourist' and h.row_id = ${tourists[0]?.id ?? 0} order by h.id desc limit 1`);
    expect(left).toEqual([{ area_code: '530102', title: '***' }]);
    // events of these rows, and of rows removed from lists, are anonymised at the same age
    expect([...new Set((await traces('龙')).map(({ place }) => place))].toSorted()).toEqual(['event']);
    await anonymiseTourists(app.engine, { now: new Date(Date.now() + 750 * 86_400_000) });
    expect(await traces('龙')).toEqual([]);
    const found = await read(id);
    expect(found).toMatchObject({ tourist_count: 2, forgotten_at: expect.any(Number) });
    expect(found.tourists).toMatchObject([
      {
        name: '***',
        id_no: '***',
        mobile: null,
        guardian_mobile: null,
        room_no: null,
        seat_no: null,
        // with the same age on that day, but another birthday
        birthday: '2009-05-01',
        gender: 'female',
        source_area: '510104',
        is_minor: 'no',
      },
      { name: '***', id_no: '***' },
    ]);
    const looked = await bureau.post<{ row: object }>('/admin/travel.tourist/reveal', {
      id: person,
      fields: ['id_no', 'mobile'],
      reason: '核对名单',
    });
    expect(looked.data.row).toEqual({ id_no: '***', mobile: null });
    expect((await read(later)).forgotten_at).toBeNull();
  });
});

test('a team is seen by the offices of its agency, its departure and its destinations, and by no others', async () => {
  const elsewhere = await openAgency(app, { area: '533401' });
  const form = await dayTrip(app, elsewhere, { area_code: '530103' });
  const { id } = (await elsewhere.owner.post<Data>(own('add'), form)).data;
  await withoutWatch(app.db, (tx) => tx.query(sql`update travel_itinerary set status = 'confirmed' where id = ${id}`));
  await app.db.query(sql`update auth_group set rules = (select array_agg(id order by id) from auth_menu)`);
  const sees = async (area: string) => {
    await app.db.query(sql`update auth_admin set area_code = ${area} where username = 'county2'`);
    const officer = await app.client({ officer: 'county2' });
    const listed = await officer.get<{ list: Data[] }>(office('index'), {
      search: [{ field: 'id', operator: '=', val: id }],
    });
    const shown = await officer.get(office('edit'), { id });
    expect(shown.code === 1).toBe(listed.data.list.length === 1);
    return shown.code === 1;
  };
  expect(await sees('533401')).toBe(true);
  expect(await sees('530103')).toBe(true);
  expect(await sees('532901')).toBe(true);
  expect(await sees('530000')).toBe(true);
  expect(await sees('530102')).toBe(false);
});
