import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { sql } from '#server/db/sql.ts';
import { callWhileLocked } from '../../../../test/support/call-while-locked.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../../test/support/test-engine.ts';
import { withoutWatch } from '../../../../test/support/watch-writes.ts';
import { amendmentKinds } from '../../contract/itinerary/itinerary-amendment-form.ts';
import { startAndFinishTeams } from '../../server/itinerary/start-and-finish-teams.ts';
import { type Agency, openAgency, stop } from '../agency.ts';
import { at, dayTrip, type Fleet, insure, newGuide, openFleet, tourist } from '../team.ts';

/** The effects of a change of a filed team on its coach firm, its tourists and its crew. */
let app: TestApp;
let agency: Agency;
let fleet: Fleet;
let bureau: Client;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  await insure(app, agency);
  fleet = await openFleet(app);
  bureau = await app.client({ officer: 'admin' });
}, 120_000);
afterAll(() => app.close());

type Data = Record<string, unknown> & { id: number; errors?: Record<string, string[]> };
const own = (action: string) => `/api/travel.itinerary/${action}`;
const errorsOf = (answer: WireAnswer<Data>) => Object.keys(answer.data?.errors ?? {}).toSorted();
/** Reads it as its agency: drafts are visible only to them. */
const read = async (id: number) =>
  (await agency.owner.get<{ row: Data }>('/api/travel.itinerary/edit', { id })).data.row;
const coach = async () => ({ vehicle_id: (await fleet.vehicle()).id, driver_id: await fleet.driver() });
const dispatches = (id: number) =>
  app.db.rows<{ id: number; status: string; driver_id: number; from: number; people: number }>(sql`
    select id, status, driver_id, extract(epoch from from_at)::int as "from", people from travel_dispatch where itinerary_id = ${id} order by id`);
const statesOf = async (id: number) => (await dispatches(id)).map(({ status }) => status);
const answer = (id: number, move: 'confirm' | 'decline', more: object = {}) =>
  fleet.owner.post<Data>(`/api/travel.dispatch/${move}`, { id, ...more });

async function agree(id: number): Promise<void> {
  for (const one of await dispatches(id)) if (one.status === 'asked') await answer(one.id, 'confirm');
}
async function confirmed(more: object = {}): Promise<number> {
  const trip = await dayTrip(app, agency, { vehicles: [await coach()], ...more });
  const { id } = (await agency.owner.post<Data>(own('add'), trip)).data;
  expect((await agency.owner.post(own('submit'), { id })).code).toBe(1);
  await agree(id);
  expect((await read(id)).status).toBe('confirmed');
  return id;
}
const change = (id: number, more: object) =>
  agency.owner.post<Data>(own('edit'), {
    id,
    change_kinds: Object.keys(amendmentKinds),
    change_reason: 'vehicle',
    change_note: `变更 ${process.hrtime.bigint()}`,
    ...more,
  });
async function changed(id: number, more: object): Promise<void> {
  const answer = await change(id, more);
  expect(answer.code, JSON.stringify(answer.data)).toBe(1);
}
const onTheRoad = (id: number) =>
  withoutWatch(app.db, (tx) =>
    tx.query(sql`update travel_itinerary set status = 'departed', departed_at = now() where id = ${id}`),
  );
const noticesOf = (code: string, id: number) =>
  app.db.rows<{ content: string }>(
    sql`select content from message_notice where template_code = ${code} and row_id = ${id} and resource = 'travel/itinerary'`,
  );

test('a coach and its driver hired by another agency cannot be in a team meanwhile, except one of that agency', async () => {
  const one = await coach();
  const stranger = await openAgency(app);
  const hire = async (agencyId: number, from: string, to: string) => {
    const demand = await app.db.row<{
      id: number;
    }>(sql`insert into rental_demand (agency_id, route, from_at, to_at, people, status)
      values (${agencyId}, '昆明—大理', to_timestamp(${at(from)}), to_timestamp(${at(to)}), 20, 'accepted') returning id`);
    await app.db.query(sql`insert into rental_order (coach_id, demand_id, agency, route, from_at, to_at, people, vehicle_id, driver_id, status)
      values (${fleet.id}, ${demand?.id ?? 0}, '某旅行社', '昆明—大理', to_timestamp(${at(from)}), to_timestamp(${at(to)}), 20,
        ${one.vehicle_id}, ${one.driver_id}, 'dispatched')`);
  };
  const trip = await dayTrip(app, agency, { vehicles: [one] });
  const { id } = (await agency.owner.post<Data>(own('add'), trip)).data;
  const free = async (lane: string) => {
    const query = { lane, from: at('2030-05-01T08:00'), to: at('2030-05-01T18:00'), agency_id: agency.id };
    const chosen = String(lane === 'drivers' ? one.driver_id : one.vehicle_id);
    const { data } = await agency.owner.get<{ list: { busy: object[] }[] }>('/api/travel.itinerary/available', {
      ...query,
      chosen,
    });
    return data.list[0]?.busy;
  };
  await hire(stranger.id, '2030-05-01T17:59', '2030-05-01T20:00');
  const refused = await agency.owner.post<Data>(own('submit'), { id });
  expect(refused.data.errors?.['vehicles.0.vehicle_id']?.[0]).toMatch(/^该车辆在 .* 已有用车安排$/);
  expect(refused.data.errors?.['vehicles.0.driver_id']?.[0]).toMatch(/^驾驶员时间冲突：.* 已受派驾驶包车$/);
  const busy = [{ from: at('2030-05-01T17:59'), to: at('2030-05-01T20:00'), team_no: null }];
  expect([await free('vehicles'), await free('drivers')]).toEqual([busy, busy]);
  await app.db.query(sql`delete from rental_order where vehicle_id = ${one.vehicle_id}`);
  // adjacent times are no conflict, nor is a hire by the own agency
  await hire(stranger.id, '2030-05-01T18:00', '2030-05-01T20:00');
  await hire(agency.id, '2030-05-01T08:00', '2030-05-01T18:00');
  const submitted = await agency.owner.post<Data>(own('submit'), { id });
  expect(submitted.code, JSON.stringify(submitted.data)).toBe(1);
});

test('of two simultaneous changes of one team the second is refused by its version, or follows the first', async () => {
  const id = await confirmed();
  const { version } = await read(id);
  const seen = await Promise.all([1, 2].map((n) => change(id, { version, remark: `说明 ${n}` })));
  expect(seen.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(seen.find(({ code }) => code === 0)?.data).toMatchObject({ reason: 'stale_version' });
  const blind = await Promise.all([3, 4].map((n) => change(id, { remark: `说明 ${n}` })));
  expect(blind.map(({ code }) => code)).toEqual([1, 1]);
  expect((await read(id)).change_count).toBe(3);
});

describe('the confirmation of a coach firm', () => {
  test('is for a vehicle with its driver and hours: another driver or other hours are requested again', async () => {
    const one = await coach();
    const id = await confirmed({ vehicles: [one] });
    const [row] = (await read(id)).vehicles as [object];
    const driver_id = await fleet.driver('王师傅');
    await changed(id, { vehicles: [{ ...row, driver_id }] });
    expect(await dispatches(id)).toMatchObject([
      { status: 'released', driver_id: one.driver_id },
      { status: 'asked', driver_id },
    ]);
    await agree(id);
    await changed(id, { start_at: at('2030-05-01T09:00') });
    expect(await dispatches(id)).toMatchObject([
      { status: 'released' },
      { status: 'released', from: at('2030-05-01T08:00') },
      { status: 'asked', driver_id, from: at('2030-05-01T09:00') },
    ]);
    await agree(id);
    const rows = (await read(id)).vehicles as [object];
    await changed(id, { vehicles: [{ ...rows[0], to_at: at('2030-05-01T17:00') }] });
    expect(await statesOf(id)).toEqual(['released', 'released', 'released', 'asked']);
  });

  test('stays if neither has changed, and has the new number of people', async () => {
    const id = await confirmed();
    await changed(id, { remark: '只改备注' });
    expect(await statesOf(id)).toEqual(['confirmed']);
    const list = (await read(id)).tourists as object[];
    await changed(id, { tourists: [...list, tourist(), tourist()] });
    expect(await dispatches(id)).toMatchObject([{ status: 'confirmed', people: 5 }]);
  });

  test('of one vehicle in two parts of a trip is requested for both', async () => {
    const { vehicle_id, driver_id } = await coach();
    const noon = at('2030-05-01T13:00');
    const parts = [
      { vehicle_id, driver_id, to_at: noon },
      { vehicle_id, driver_id: await fleet.driver('赵师傅'), from_at: noon },
    ];
    const id = await confirmed({ vehicles: parts });
    expect(await statesOf(id)).toEqual(['confirmed', 'confirmed']);
    const [first] = (await read(id)).vehicles as [object];
    await changed(id, { vehicles: [first] });
    expect(await statesOf(id)).toEqual(['confirmed', 'released']);
  });

  test('can be given by an officer on its behalf, and the team leaves', async () => {
    const trip = await dayTrip(app, agency, { vehicles: [await coach(), await coach()] });
    const { id } = (await agency.owner.post<Data>(own('add'), trip)).data;
    await agency.owner.post(own('submit'), { id });
    expect((await bureau.post('/admin/travel.itinerary/confirm', { id })).code).toBe(1);
    expect(await statesOf(id)).toEqual(['confirmed', 'confirmed']);
    await startAndFinishTeams(app.engine, new Date(at('2030-05-01T08:00') * 1000));
    expect((await read(id)).status).toBe('departed');
  });

  test('can be withdrawn, which is reported to the agency of a team on the road, which has to act', async () => {
    const id = await confirmed();
    await onTheRoad(id);
    await changed(id, { vehicles: [await coach()] });
    const last = (await dispatches(id)).at(-1);
    expect((await answer(last?.id ?? 0, 'decline', { reason: '车辆临时检修' })).code).toBe(1);
    expect((await read(id)).status).toBe('departed');
    expect(await noticesOf('team_coach_declined', id)).toEqual([{ content: expect.stringContaining('车辆临时检修') }]);
    // saved again with the same vehicle, the firm gets a new request
    await changed(id, { remark: '再次联系车企' });
    expect(await statesOf(id)).toEqual(['released', 'declined', 'asked']);
  });
});

describe('before and after the trip', () => {
  test('a simultaneous cancellation and confirmation wait for each other at the team, which never waits for its coach firm', async () => {
    const trip = await dayTrip(app, agency, { vehicles: [await coach()] });
    const { id } = (await agency.owner.post<Data>(own('add'), trip)).data;
    expect((await agency.owner.post(own('submit'), { id })).code).toBe(1);
    const [word] = await dispatches(id);
    const { answers, locked } = await callWhileLocked(app, {
      row: sql`select from travel_itinerary where id = ${id}`,
      rows: sql`select id from travel_dispatch where itinerary_id = ${id}`,
      calls: [
        () => answer(word?.id ?? 0, 'confirm'),
        () => agency.owner.post<Data>(own('cancel'), { id, reason: '游客取消，团队不再成行' }),
      ],
    });
    expect([locked, answers[1]?.code]).toEqual([0, 1]);
    expect([(await read(id)).status, await statesOf(id)]).toEqual(['cancelled', ['released']]);
  });

  test('the agency withdraws a submitted team, which frees the coach, and submits it again', async () => {
    const one = await coach();
    const trip = await dayTrip(app, agency, { vehicles: [one] });
    const { id } = (await agency.owner.post<Data>(own('add'), trip)).data;
    const withdraw = (client = agency.owner) => client.post<Data>(own('withdraw'), { id });
    expect((await withdraw()).data).toMatchObject({ reason: 'bad_transition', from: 'draft' });
    await agency.owner.post(own('submit'), { id });
    expect((await withdraw(fleet.owner)).code).toBe(0);
    expect((await withdraw()).code).toBe(1);
    expect([(await read(id)).status, await statesOf(id)]).toEqual(['draft', ['released']]);
    // a withdrawn request cannot be confirmed, and its coach is available to other teams
    expect((await answer((await dispatches(id))[0]?.id ?? 0, 'confirm')).code).toBe(0);
    const other = await confirmed({ vehicles: [one] });
    expect((await agency.owner.post<Data>(own('submit'), { id })).data.errors).toHaveProperty([
      'vehicles.0.vehicle_id',
    ]);
    await agency.owner.post(own('cancel'), { id: other, reason: '游客全部退团' });
    expect((await agency.owner.post(own('submit'), { id })).code).toBe(1);
    expect(await statesOf(id)).toEqual(['released', 'asked']);
    await agree(id);
    expect((await withdraw()).data).toMatchObject({ reason: 'bad_transition', from: 'confirmed' });
  });

  test('an officer archives ended teams, several at once, and nobody can change them any more', async () => {
    const ids = [await confirmed(), await confirmed()];
    const archive = (client: Client, side: string, id: number) =>
      client.post<Data>(`/${side}/travel.itinerary/archive`, { id });
    expect((await archive(bureau, 'admin', ids[0] ?? 0)).data).toMatchObject({ reason: 'bad_transition' });
    await withoutWatch(app.db, (tx) =>
      tx.query(
        sql`update travel_itinerary set status = 'finished', finished_at = now() where id = any(${ids}::bigint[])`,
      ),
    );
    expect((await archive(agency.owner, 'api', ids[0] ?? 0)).code).not.toBe(1);
    for (const id of ids) expect((await archive(bureau, 'admin', id)).code).toBe(1);
    for (const id of ids) {
      expect((await read(id)).status).toBe('archived');
      expect((await change(id, { remark: '补记' })).code).toBe(0);
      expect((await agency.owner.post(own('del'), { ids: [id] })).code).not.toBe(1);
      expect((await archive(bureau, 'admin', id)).data).toMatchObject({ reason: 'bad_transition' });
    }
  });
});

test('one act is one entry of the timeline: rows written by a change or a confirmation carry its comment, and no others', async () => {
  const trip = await dayTrip(app, agency, { vehicles: [await coach()] });
  const { id } = (await agency.owner.post<Data>(own('add'), trip)).data;
  await agency.owner.post(own('submit'), { id });
  await agree(id);
  interface Entry extends Data {
    kind: string;
    action: string;
    move: string | null;
    act: string | null;
    actor_name: string;
    of?: { resource: string };
  }
  const story = async () => (await bureau.get<{ list: Entry[] }>('/admin/travel.itinerary/timeline', { id })).data.list;
  const noticesOf = (list: readonly Entry[], act: string | null | undefined) =>
    list
      .filter((one) => one.act === act)
      .map(({ kind, action, move, of }) => `${kind} ${of?.resource ?? ''} ${move ?? action}`)
      .toSorted();
  const first = await story();
  const [created, confirm] = [
    first.find(({ action }) => action === 'add'),
    first.find(({ move }) => move === 'confirm'),
  ];
  expect(noticesOf(first, created?.act).filter((one) => one.startsWith('part'))).not.toEqual([]);
  // the confirmation of the firm, the resulting move of the team, and its notifications are one act of a person
  expect(noticesOf(first, confirm?.act)).toContain('change  confirm');
  expect(noticesOf(first, confirm?.act).some((one) => one.startsWith('notice'))).toBe(true);
  expect(confirm?.actor_name).not.toBe('');
  const list = (await read(id)).tourists as object[];
  await changed(id, { tourists: [...list, tourist()] });
  const second = await story();
  const edit = second.find(({ kind, action }) => kind === 'change' && action === 'edit');
  expect(noticesOf(second, edit?.act)).toEqual(expect.arrayContaining(['change  edit', 'part travel/tourist add']));
  expect(new Set([created?.act, confirm?.act, edit?.act]).size).toBe(3);
  // entries from before transactions were recorded are grouped by moment and actor
  await withoutWatch(app.db, (tx) => tx.query(sql`update history set tx = null where resource like 'travel/%'`));
  const old = await story();
  expect(noticesOf(old, old.find(({ kind, action }) => kind === 'change' && action === 'add')?.act)).toEqual(
    noticesOf(first, created?.act).filter((one) => !one.startsWith('notice') && !one.startsWith('message')),
  );
});

test('a preview shows its agency the effects of a change in words for agencies, and nothing of it happens', async () => {
  interface Ahead extends Data {
    row: Data;
    changes: { kind: string; changes: Record<string, unknown>; of?: { resource: string } }[];
    sentences: string[];
    messages: { by: string; words: string }[];
  }
  const one = await coach();
  const guide_id = await newGuide(app, '李导');
  await app.db.query(sql`update crew_guide set mobile = '13700137009' where id = ${guide_id}`);
  const id = await confirmed({ vehicles: [one], guides: [{ guide_id, role: 'national' }], accident_count: 3 });
  const before = await read(id);
  const change = {
    change_kinds: ['time', 'tourists'],
    change_reason: 'weather',
    change_note: '推迟一小时，加一人',
    start_at: at('2030-05-01T09:00'),
    tourists: [...(before.tourists as object[]), tourist()],
  };
  const ahead = (more: object, who = agency.owner) => who.post<Ahead>(own('foresee'), { id, ...more });
  const counts = () =>
    app.db.row(sql`select (select count(*)::int from message_sms) as sms, (select count(*)::int from message_notice) as notices,
      (select count(*)::int from history) as lines, (select count(*)::int from travel_dispatch) as coaches`);
  const still = await counts();
  const { code, msg, data } = await ahead(change);
  expect([code, msg]).toEqual([1, '']);
  expect(data.row).toMatchObject({ change_count: 1, tourist_count: 4 });
  const [whole] = data.changes.filter(({ kind }) => kind === 'change');
  expect(whole?.changes).toMatchObject({
    start_at: [before.start_at, change.start_at],
    tourists: [null, { added: 1 }],
    change_note: [null, '推迟一小时，加一人'],
  });
  const answer = data.sentences.join('\n');
  expect(answer).toContain('已重新核对');
  expect(answer).toMatch(/须重新确认 云A\d+/);
  expect(answer).toMatch(/云A\d+ 不再使用，原派车确认取消/);
  expect(answer).toContain('导游须重新确认带团：李导');
  expect(answer).toContain('人均团费由 1000.00 元变为 750.00 元');
  expect(answer).toContain('意外险 3 人，名单 4 人：请为其余 1 人投保');
  expect(answer).toContain('变更 1 次');
  expect(data.messages.map(({ by }) => by)).toContain('sms');
  expect(await counts(), 'nothing of it happened').toEqual(still);
  expect(await read(id)).toMatchObject({ version: before.version, change_count: before.change_count });
  // refused like the change itself
  expect(errorsOf(await ahead({ ...change, change_kinds: [] }))).toContain('change_kinds');
  expect(errorsOf(await ahead({ ...change, end_at: at('2030-05-01T08:30') }))).toContain('end_at');
  const stranger = await openAgency(app);
  expect((await ahead(change, stranger.owner)).code).toBe(0);
  // for a move they learn that it is possible, but not its effects
  const cancelled = await ahead({ move: 'cancel', reason: '游客全部退团' });
  expect([cancelled.code, cancelled.data.messages, cancelled.data.rows]).toEqual([1, [], []]);
  // notifications to officers are shown only to officers who change a team themselves
  const busy = await fleet.vehicle({ seats: 49 });
  await changed(id, { vehicles: [{ vehicle_id: busy.id, driver_id: await fleet.driver() }] });
  const office = await bureau.post<Ahead>('/admin/travel.itinerary/foresee', {
    id,
    change_kinds: ['contract'],
    change_reason: 'weather',
    change_note: '补记',
    remark: '补记一句',
  });
  expect([office.code, office.data.changes[0]?.changes]).toMatchObject([1, { remark: [null, '补记一句'] }]);
});

describe('consent of the tourists', () => {
  const consents = { change_reason: 'weather' };
  test('is required for whatever becomes a shop or a paid extra, not only for new stops', async () => {
    const shop = stop(1, '茶叶店', '12:30', 30, { poi_type: 'shop' });
    const extra = stop(1, '温泉', '16:30', 60, { is_optional_paid: '1', fee: '98.00' });
    const id = await confirmed({ stops: [stop(1, '大理古城', '10:00', 120), shop, extra] });
    const stopsOf = async () => (await read(id)).stops as [object, object, object];
    const [before, its, late] = await stopsOf();
    const errorsWith = async (...stops: object[]) => errorsOf(await change(id, { ...consents, stops }));
    // a stop that only changes its hour requires none
    await changed(id, { ...consents, stops: [before, { ...its, arrive: '13:00' }, late] });
    const [town, tea, spring] = await stopsOf();
    expect(await errorsWith({ ...town, poi_type: 'shop' }, tea, spring)).toEqual(['consent_file']);
    expect(await errorsWith(town, { ...tea, name: '玉器城' }, spring)).toEqual(['consent_file']);
    expect(await errorsWith({ ...town, is_optional_paid: '1', fee: '60.00' }, tea, spring)).toEqual(['consent_file']);
    expect(await errorsWith(town, tea, { ...spring, name: '索道' })).toEqual(['consent_file']);
    const dance = stop(1, '歌舞表演', '17:40', 15, { is_optional_paid: '1', fee: '120.00' });
    expect(await errorsWith(town, tea, spring, dance)).toEqual(['consent_file']);
    // a shop turned into a paid extra requires it again
    expect(await errorsWith(town, { ...tea, poi_type: 'scenic', is_optional_paid: '1', fee: '9.00' }, spring)).toEqual([
      'consent_file',
    ]);
    const consent_file = await agency.paper();
    await changed(id, { ...consents, consent_file, stops: [town, tea, spring, dance] });
    expect((await read(id)).stops).toMatchObject([{}, {}, {}, { name: '歌舞表演' }]);
    // the consent is for that change, not for the next
    const more = (await read(id)).stops as object[];
    expect(await errorsWith(...more, stop(1, '特产超市', '15:59', 1, { poi_type: 'shop' }))).toContain('consent_file');
  });
});

describe('the call to the crew', () => {
  const called = (id: number) =>
    app.db.rows<{ mobile: string; content: string }>(
      sql`select mobile, content from message_sms where template_code = 'team_called' and row_id = ${id} order by id`,
    );
  const guideOf = async (mobile: string) => {
    const guide_id = await newGuide(app);
    await app.db.query(sql`update crew_guide set mobile = ${mobile} where id = ${guide_id}`);
    return { guide_id, role: 'national' };
  };
  const driverOf = async (mobile: string) => {
    const driver_id = await fleet.driver();
    await app.db.query(sql`update crew_driver set mobile = ${mobile} where id = ${driver_id}`);
    return { vehicle_id: (await fleet.vehicle()).id, driver_id };
  };
  const mobilesOf = async (id: number, from = 0) =>
    (await called(id))
      .slice(from)
      .map(({ mobile }) => mobile)
      .toSorted();

  test('reaches new crew of a filed team, drivers after the confirmation of their firm, and everybody if the start changes', async () => {
    const first = await guideOf('13700137001');
    const id = await confirmed({ guides: [first], vehicles: [await driverOf('13900139001')] });
    expect(await mobilesOf(id)).toEqual(['13700137001', '13900139001']);
    const second = await guideOf('13700137002');
    const guides = [...((await read(id)).guides as object[]), second];
    await changed(id, { guides });
    expect(await mobilesOf(id, 2)).toEqual(['13700137002']);
    await changed(id, { vehicles: [await driverOf('13900139002')] });
    expect(await mobilesOf(id, 3)).toEqual([]);
    await agree(id);
    expect(await mobilesOf(id, 3)).toEqual(['13900139002']);
    await changed(id, { remark: '与人员无关' });
    expect(await called(id)).toHaveLength(4);
    await changed(id, { start_at: at('2030-05-01T09:00') });
    expect(await mobilesOf(id, 4)).toEqual(['13700137001', '13700137002']);
    await agree(id);
    expect(await mobilesOf(id, 6)).toEqual(['13900139002']);
    expect((await called(id)).at(-1)?.content).toContain('2030-05-01 09:00');
  });

  test('contains the URL of the team code, if the public address of the platform is set', async () => {
    const without = await confirmed({ guides: [await guideOf('13700137003')] });
    expect((await called(without))[0]?.content).toContain('二维码：见行程单');
    const set = { section: 'site', values: { address: 'https://tour.example.gov.cn/' }, versions: {} };
    expect((await bureau.post('/admin/system.setting/save', set)).code).toBe(1);
    await expect.poll(() => app.engine.settings(siteSettings).address).toBe('https://tour.example.gov.cn/');
    const id = await confirmed({ guides: [await guideOf('13700137004')] });
    const [notice] = await called(id);
    const [, code = ''] = /二维码：https:\/\/tour\.example\.gov\.cn\/team\/(\S+)/.exec(notice?.content ?? '') ?? [];
    const shown = await (await app.client('nobody')).post<{ verdict: string; team: Data }>('/api/travel.code/show', {
      code,
    });
    expect(shown.data).toMatchObject({ verdict: 'genuine', team: { team_no: (await read(id)).team_no } });
  });

  test('the coach firm is notified at its request that the team is confirmed', async () => {
    const id = await confirmed({ vehicles: [await coach(), await coach()] });
    const { team_no } = await read(id);
    const notices =
      await app.db.rows(sql`select n.content from message_notice n join travel_dispatch d on d.id = n.row_id
      where n.resource = 'travel/dispatch' and n.template_code = 'team_confirmed' and d.itinerary_id = ${id}`);
    expect(notices).toEqual([{ content: expect.stringContaining(`团号 ${team_no}）已确认`) }]);
  });
});
