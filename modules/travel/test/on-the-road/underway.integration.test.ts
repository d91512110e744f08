import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { withoutWatch } from '../../../../test/support/watch-writes.ts';
import { placePerson } from '../../../enterprise/test/people.ts';
import type { AnomalyRuleInArea } from '../../contract/anomaly/anomaly-rule-in-area-answer-types.ts';
import { startAndFinishTeams } from '../../server/itinerary/start-and-finish-teams.ts';
import { day, divisionOf, openAgency, stop } from '../agency.ts';
import { type Data, errorsOf, type OfficeSetup, office, openOffice, own } from '../office-setup.ts';
import { at, insure, newGuide, tourist } from '../team.ts';

/** Teams after their confirmation, and the thresholds of an area that apply to them. */
let app: OfficeSetup['app'];
let agency: OfficeSetup['agency'];
let fleet: OfficeSetup['fleet'];
let bureau: OfficeSetup['bureau'];
let read: OfficeSetup['read'];
let draft: OfficeSetup['draft'];
let submit: OfficeSetup['submit'];
let coach: OfficeSetup['coach'];
let dispatches: OfficeSetup['dispatches'];
let confirmed: OfficeSetup['confirmed'];
beforeAll(async () => {
  ({ app, agency, fleet, bureau, read, draft, submit, coach, dispatches, confirmed } = await openOffice());
}, 120_000);
afterAll(() => app.close());

describe('thresholds of an area', () => {
  const move = (more: object) =>
    bureau.post<Data>('/admin/travel.threshold/add', {
      parameter: 'I07.percent',
      value: 50,
      area_code: '530000',
      why: '本省自由购物多，误报较多',
      ...more,
    });
  const ruleOf = async (area: string, code: string) => {
    const { data } = await bureau.get<{ list: AnomalyRuleInArea[] }>('/admin/travel.threshold/rules', { area });
    return data.list.find((one) => one.code === code);
  };

  test('the most specific value applies, within bounds, and is shown with the precision of the rule', async () => {
    const stops = [stop(1, '大理古城', '10:00', 120), stop(1, '玉器店', '14:00', 100, { poi_type: 'shop' })];
    const seen = async (area: string) => {
      const id = await draft({ stops, vehicles: [await coach()], area_code: area });
      expect((await submit(id)).code).toBe(1);
      const rows = await app.db.rows<{ id: number }>(
        sql`select id from travel_finding where itinerary_id = ${id} and code = 'I07'`,
      );
      return rows.map((one) => one.id);
    };
    const [first = 0] = await seen('530102');
    const [second = 0] = await seen('532901');
    expect(first * second).toBeGreaterThan(0);
    expect(errorsOf(await move({ value: 90 }))).toEqual({ value: ['应在 5 至 60 之间'] });
    const { id } = (await move({})).data;
    expect((await move({})).data.errors).toHaveProperty('parameter');
    await move({ area_code: '530100', value: 45 });
    expect(await ruleOf('530102', 'I07')).toMatchObject({
      thresholds: [{ name: 'I07.percent', usual: 25, value: 45, area: { code: '530100' }, own: null }, {}],
    });
    expect(await ruleOf('530000', 'I07')).toMatchObject({ thresholds: [{ value: 50, own: { id } }, {}] });
    expect(await ruleOf('510000', 'I07')).toMatchObject({ thresholds: [{ value: 25, area: null }, {}] });
    // a reason is required for each value
    const edit = (more: object) =>
      bureau.post<Data>('/admin/travel.threshold/edit', {
        id,
        parameter: 'I07.percent',
        area_code: '530000',
        why: '本省自由购物多，误报较多',
        ...more,
      });
    expect(Object.keys(errorsOf(await edit({ value: 40 })))).toEqual(['why']);
    expect((await edit({ value: 40, why: '复核后适当收紧' })).code).toBe(1);
    await bureau.post('/admin/travel.finding/confirm', { id: first, officer_note: '确实过多' });
    await bureau.post('/admin/travel.finding/dismiss', { id: second, officer_note: '系自由活动' });
    const whole = await ruleOf('530000', 'I07');
    expect(whole).toMatchObject({ judged: { confirmed: 1, false_alarm: 1 } });
    expect(whole?.areas).toMatchObject([
      { code: '530102', confirmed: 1, false_alarm: 0 },
      { code: '532901', confirmed: 0, false_alarm: 1 },
    ]);
  });

  test('the thresholds of its area of departure apply to a team', async () => {
    const shops = [stop(1, '大理古城', '10:00', 120), stop(1, '玉器店', '14:00', 30, { poi_type: 'shop' })];
    const found = async (area_code: string) => {
      const id = await draft({ stops: shops, vehicles: [await coach()], area_code });
      expect((await submit(id)).code).toBe(1);
      return app.db.rows(sql`select 1 as n from travel_finding where itinerary_id = ${id} and code = 'I07'`);
    };
    expect(await found('530102')).toEqual([]);
    await move({ parameter: 'I07.percent', area_code: '530102', value: 10, why: '辖区整治购物' });
    expect(await found('530102')).toHaveLength(1);
    expect(await found('530103')).toEqual([]);
  });
});

test('a team without a product is compared with the guidance price for its kind, destination, duration and season', async () => {
  const [dali, kunming] = ['532901', '530102'];
  const price = (more: object) =>
    bureau.post<Data>('/admin/travel.guidancePrice/add', {
      title: '七月大理一日游指导价',
      route_kind: 'one_day',
      dest_area: '532900',
      day_count: 1,
      price_per_person_day: '2000.00',
      from_month: 7,
      to_month: 7,
      issued_by: '云南省文化和旅游厅',
      valid_from: '2030-01-01',
      ...more,
    });
  expect((await price({})).code).toBe(1);
  const found = async (more: object) => {
    const july = { start_at: at('2030-07-03T08:00'), end_at: at('2030-07-03T18:00') };
    const id = await draft({ ...july, vehicles: [await coach()], ...more });
    const answer = await submit(id);
    expect(answer.code, JSON.stringify(answer.data)).toBe(1);
    return (await app.db.rows<{ code: string }>(sql`select code from travel_finding where itinerary_id = ${id}`)).map(
      ({ code }) => code,
    );
  };
  // 70 % of it for three people is 4,200
  expect(await found({ total_fee: '4200.00' })).toEqual(['I05']);
  expect(await found({ total_fee: '4200.01' })).toEqual([]);
  expect(await found({ kind: 'custom' })).toEqual([]);
  expect(await found({ destination_areas: [await divisionOf(app, kunming)] })).toEqual([]);
  expect(await found({ start_at: at('2030-08-01T08:00'), end_at: at('2030-08-01T18:00') })).toEqual([]);
  const two = { end_at: at('2030-07-04T18:00'), days: [day('去'), day('回')] };
  expect(await found({ ...two, kind: 'province', destination_areas: [await divisionOf(app, dali)] })).toEqual([]);
});

test('driving hours of two teams on one day add up for their driver', async () => {
  const vehicles = [await coach()];
  const drives = (...hours: string[]) => hours.map((one) => stop(1, `转场 ${one}`, one, 150, { poi_type: 'transfer' }));
  const found = async (more: object) => {
    const id = await draft({ vehicles, ...more });
    const answer = await submit(id);
    expect(answer.code, JSON.stringify(answer.data)).toBe(1);
    const rows = await app.db.rows<{ summary: string }>(
      sql`select summary from travel_finding where itinerary_id = ${id} and code = 'I03'`,
    );
    return { id, seen: rows.map(({ summary }) => summary) };
  };
  const first = await found({ stops: drives('08:00', '11:00') });
  expect(first.seen).toEqual([]);
  const { team_no } = await read(first.id);
  await withoutWatch(app.db, (tx) =>
    tx.query(sql`update travel_itinerary set status = 'finished' where id = ${first.id}`),
  );
  const span = { start_at: at('2030-05-01T18:00'), end_at: at('2030-05-01T23:59') };
  const second = await found({ ...span, stops: drives('18:00', '21:00') });
  expect(second.seen).toEqual([`李师傅 24 小时内驾驶 10 小时，连续驾驶 2.5 小时（含团队 ${team_no}）`]);
});

describe('a confirmed team', () => {
  const noticesOf = (code: string, id: number) =>
    app.db.rows<{ content: string }>(
      sql`select content from message_notice where template_code = ${code} and row_id = ${id} and resource = 'travel/itinerary'`,
    );

  test('the local operator is notified, can open it and sees numbers masked; before that, and for writing, it has no access', async () => {
    const ground = await openAgency(app);
    const id = await draft({ vehicles: [await coach()] });
    await withoutWatch(app.db, (tx) =>
      tx.query(
        sql`update travel_itinerary set ground_agency_id = ${ground.id}, ground_fee = 250000, delegation_file = 'x' where id = ${id}`,
      ),
    );
    const opens = () => ground.owner.get<{ row: Data }>(own('edit'), { id });
    expect((await opens()).code).toBe(0);
    expect((await submit(id)).code).toBe(1);
    for (const one of await dispatches(id)) await fleet.owner.post('/api/travel.dispatch/confirm', { id: one.id });
    expect(await noticesOf('team_confirmed', id)).toHaveLength(2);
    const { row } = (await opens()).data;
    expect(row).toMatchObject({ status: 'confirmed', emergency_mobile: '135****5000' });
    expect((row.tourists as Data[])[0]?.id_no).toMatch(/\*{4}/);
    // its own price, and not what the tourists paid
    expect([row.ground_fee, row.total_fee ?? null, row.per_capita ?? null]).toEqual(['2500.00', null, null]);
    expect((await read(id)).total_fee).toBe('3000.00');
    // a viewer of the organising agency reads the fee, a viewer of the local operator does not
    const clerk = await app.member(`clerk_of_two_${id}`);
    await placePerson(app.db, agency.id, clerk, 'viewer');
    await placePerson(app.db, ground.id, clerk, 'viewer');
    const looks = await app.client({ member: `clerk_of_two_${id}` });
    const feeOf = async (one: number) => (await looks.get<{ row: Data }>(own('edit'), { id: one })).data.row.total_fee;
    const received = await draft({ vehicles: [] });
    await withoutWatch(app.db, (tx) =>
      tx.query(sql`update travel_itinerary set agency_id = ${ground.id}, ground_agency_id = ${agency.id},
        total_fee = 300000, status = 'confirmed' where id = ${received}`),
    );
    expect(await Promise.all([feeOf(id), feeOf(received)])).toEqual(['3000.00', '3000.00']);
    await app.db.query(sql`delete from enterprise_person where user_id = ${clerk.id} and enterprise_id = ${ground.id}`);
    expect(await Promise.all([feeOf(id), feeOf(received)])).toEqual(['3000.00', null]);
    await app.db.query(sql`delete from enterprise_person where user_id = ${clerk.id}`);
    await withoutWatch(app.db, (tx) => tx.query(sql`delete from travel_itinerary where id = ${received}`));
    expect((row.tourists as Data[])[0]?.mobile).toBe('136****6000');
    const { list } = (await ground.owner.get<{ list: Data[] }>(own('index'))).data;
    expect(list.map((one) => one.id)).toEqual([id]);
    for (const action of ['edit', 'cancel', 'del'])
      expect((await ground.owner.post(own(action), { id, reason: '不是本社的团队', remark: '改' })).code).not.toBe(1);
    expect(await read(id)).toMatchObject({ status: 'confirmed' });
  });

  test('its agency is notified, guide and driver are called once, and a return carries its reason', async () => {
    const id = await confirmed({ guides: [{ guide_id: await newGuide(app), role: 'national' }] });
    const { team_no } = await read(id);
    expect(await noticesOf('team_confirmed', id)).toEqual([
      { content: expect.stringContaining(`“昆明—大理一日游”团队（2030-05-01 08:00 出发，团号 ${team_no}）已确认`) },
    ]);
    const called = () =>
      app.db.rows<{ mobile: string }>(
        sql`select mobile from message_sms where template_code = 'team_called' and row_id = ${id} order by mobile`,
      );
    expect(await called()).toEqual([{ mobile: '13700137000' }, { mobile: '13900139000' }]);

    const reason = '车辆保险将在行程期间到期';
    expect((await bureau.post('/admin/travel.itinerary/return', { id, reason })).code).toBe(1);
    expect(await noticesOf('team_returned', id)).toEqual([{ content: expect.stringContaining(reason) }]);
    expect((await agency.owner.post('/api/travel.itinerary/submit', { id })).code).toBe(1);
    for (const one of await dispatches(id)) await fleet.owner.post('/api/travel.dispatch/confirm', { id: one.id });
    expect(await noticesOf('team_confirmed', id)).toHaveLength(2);
    expect(await called()).toHaveLength(2);
  });

  test('a change has a reason, increases the version, and is checked against the rules again', async () => {
    const id = await confirmed();
    const row = await read(id);
    const edit = (more: object) => agency.owner.post<Data>(own('edit'), { id, ...more });
    const stops = row.stops as object[];
    const shop = stop(1, '茶叶店', '16:30', 30, { poi_type: 'shop' });
    for (const move of ['flag', 'clear']) await bureau.post(office(move), { id, reason: '核对车辆信息' });
    // a plain edit is refused with a hint at the change
    const plain = errorsOf(await edit({ stops: [...stops, shop], remark: '改线' }));
    expect(Object.keys(plain).toSorted()).toEqual(['change_kinds', 'change_note', 'change_reason', 'remark', 'stops']);
    expect(plain.change_kinds).toEqual(['“已确认”状态下须按“变更行程”办理：先选择变更类型，并填写变更理由、变更说明']);
    expect(plain.stops).toEqual(['已备案，须通过“变更行程”修改此项，变更类型选“时间与出发地”或“行程站点、购物与自费”']);
    const why = { change_kinds: ['contract'], change_reason: 'weather', change_note: '下雨改为古镇' };
    // of another kind than stated, without any change, and with the previous reason
    expect(Object.keys(errorsOf(await edit({ ...why, stops: [...stops, shop] })))).toEqual(['stops']);
    expect(errorsOf(await edit({ ...why, remark: row.remark }))).toEqual({
      change_kinds: ['没有修改“合同与备注”中的任何内容'],
    });
    expect(Object.keys(errorsOf(await edit({ ...why, change_kinds: ['stops'], stops: [...stops, shop] })))).toEqual([
      'consent_file',
    ]);
    expect((await edit({ ...why, remark: '改线' })).code).toBe(1);
    expect(Object.keys(errorsOf(await edit({ ...why, remark: '再改线' })))).toEqual(['change_note']);
    // a BuildAdmin client sends back everything it read: unchanged values are no change
    const { version: _version, ...whole } = await read(id);
    expect(errorsOf(await edit({ ...whole, ...why, change_note: '下雨再改', remark: '改线二' }))).toEqual({});
    expect(await read(id)).toMatchObject({ change_count: 2, status: 'confirmed' });
    const busy = await coach();
    const other = { change_kinds: ['vehicle'], change_reason: 'vehicle' };
    await submit(await draft({ vehicles: [busy] }));
    const refused = await edit({ ...other, change_note: '换车', vehicles: [busy] });
    expect(errorsOf(refused)['vehicles.0.vehicle_id']?.[0]).toContain('该车辆在');
    expect((await edit({ ...other, change_note: '换另一辆车', vehicles: [await coach()] })).code).toBe(1);
    expect((await dispatches(id)).map(({ status }) => status)).toEqual(['released', 'asked']);
    const history = await app.db.rows<{ changes: Record<string, unknown> }>(
      sql`select changes from history where resource = 'travel/itinerary' and row_id = ${id} and action = 'edit' order by id`,
    );
    expect(history.at(-1)?.changes).toMatchObject({ change_count: [2, 3], vehicles: [null, { added: 1, removed: 1 }] });
    // officers who dealt with it are notified of each change, once
    const heard = (await noticesOf('team_changed', id)).map(({ content }) => content);
    expect(heard.length).toBe(new Set(heard).size);
    expect(heard).toContainEqual(expect.stringContaining('换另一辆车'));
  });

  test('a change to the list of another team is reported', async () => {
    const [same, second] = [tourist(), tourist()];
    const list = (...people: object[]) => ({ tourists: people });
    const id = await confirmed({
      start_at: at('2030-06-01T08:00'),
      end_at: at('2030-06-01T18:00'),
      ...list(tourist()),
    });
    await confirmed({ start_at: at('2030-06-03T08:00'), end_at: at('2030-06-03T18:00'), ...list(second, same) });
    const hash = () =>
      app.db.row(sql`select list_hash as said, (select md5(string_agg(id_no->>'hash', ',' order by id_no->>'hash'))
      from travel_tourist where itinerary_id = ${id}) as is from travel_itinerary where id = ${id}`);
    const edit = async (tourists: readonly object[]) => {
      const answer = await agency.owner.post<Data>(own('edit'), {
        id,
        ...list(...tourists),
        change_kinds: ['tourists'],
        change_reason: 'weather',
        change_note: `换人 ${tourists.length}`,
      });
      expect(answer.code, JSON.stringify(answer.data)).toBe(1);
      const row = await hash();
      expect(row?.said).toBe(row?.is);
      return (await read(id)).tourists as object[];
    };
    const unchanged = await edit([same]);
    await edit([...unchanged, second]);
    expect(await app.db.rows(sql`select code from travel_finding where itinerary_id = ${id}`)).toEqual([
      { code: 'I18' },
    ]);
  });

  test('stops move with the departure', async () => {
    const id = await draft();
    await agency.owner.post(own('edit'), { id, start_at: at('2030-05-03T08:00'), end_at: at('2030-05-03T18:00') });
    expect((await read(id)).stops).toMatchObject([{ plan_arrive: at('2030-05-03T10:00') }, {}]);
  });

  test('it departs and ends by schedule', async () => {
    const id = await confirmed();
    const by = async (moment: string) => {
      await startAndFinishTeams(app.engine, new Date(at(moment) * 1000));
      return (await read(id)).status;
    };
    expect(await by('2030-05-01T07:59')).toBe('confirmed');
    expect(await by('2030-05-01T08:00')).toBe('departed');
    expect(await by('2030-05-02T05:59')).toBe('departed');
    expect(await by('2030-05-02T06:00')).toBe('finished');
    expect(await read(id)).toMatchObject({ departed_at: at('2030-05-01T08:00'), finished_at: at('2030-05-01T18:00') });
    // there were no check-ins: the scheduled end states what is missing
    expect((await read(id)).finish_note).toBe('到时自动结束：2 个站点签到 0 个，未签到：大理古城、洱海');
    const english = await app.client({ officer: 'city' }, 'en');
    const inEnglish = async () => {
      const story = await english.get<{ list: Data[] }>(office('timeline'), { id });
      return {
        row: (await english.get<{ row: Data }>(office('edit'), { id })).data.row.finish_note,
        changed: story.data.list.flatMap((entry) => (entry.changes as Data | undefined)?.finish_note ?? []),
      };
    };
    const sentence = 'Ended automatically: of 2 stops, 0 have a check-in. Without one: 大理古城, 洱海';
    expect(await inEnglish()).toEqual({ row: sentence, changed: [null, sentence] });
  });

  test('a cancellation releases the coach; an early end requires a reason for the omitted stops', async () => {
    const vehicles = [await coach()];
    const id = await confirmed({ vehicles });
    expect((await agency.owner.post(own('cancel'), { id, reason: '游客全部退团' })).code).toBe(1);
    expect((await dispatches(id)).map(({ status }) => status)).toEqual(['released']);
    const far = await confirmed({ vehicles });
    const early = await agency.owner.post(own('depart'), { id: far });
    expect([early.code, early.msg]).toEqual([0, '尚未到出发日期']);
    const today = shanghaiToday();
    await insure(app, agency, addDays(today, -1), addDays(today, 1));
    const span = { start_at: at(`${today}T00:01`), end_at: at(`${today}T23:59`) };
    const again = await confirmed({ vehicles: [await coach()], ...span });
    expect((await read(again)).late).toBe('yes');
    expect((await agency.owner.post(own('depart'), { id: again })).code).toBe(1);
    expect(errorsOf(await agency.owner.post<Data>(own('finish'), { id: again }))).toHaveProperty('finish_note');
    expect((await agency.owner.post(own('finish'), { id: again, finish_note: '签到设备故障' })).code).toBe(1);
    const third = await confirmed({ vehicles: [await coach()] });
    const ended = { id: third, incident_no: 'SJ2030-1', reason: '山体滑坡封路' };
    expect((await bureau.post(office('terminate'), ended)).code).toBe(1);
    expect(await read(third)).toMatchObject({ status: 'terminated', incident_no: 'SJ2030-1' });
  });
});
