import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { DeadlineAlertPanel } from '#modules/wall-screen/contract/deadline-alert-panel.ts';
import { sql } from '#server/db/sql.ts';
import { readPdfText } from '../../../../e2e/support/pdf-text.ts';
import { type Client, startApp, type TestApp } from '../../../../test/support/test-engine.ts';
import type { GuideTeamsAnswer } from '../../contract/on-the-road/teams-of-guide-answer-types.ts';
import { type TeamCodePublicKey, verifyTeamCode } from '../../contract/team-code/format-and-verify-signed-team-code.ts';
import { sendGuideRatingLinks } from '../../server/rating/send-guide-rating-links-and-receive-ratings.ts';
import {
  addTeamCodeSigningKey,
  publishedTeamCodeKeys,
  rotateTeamCodeSigningKeys,
  teamCodeSigningKeyOfToday,
} from '../../server/team-code/team-code-signing-keys.ts';
import { type Agency, openAgency } from '../agency.ts';
import { newGuide, openFleet } from '../team.ts';

let app: TestApp;
let agency: Agency;
let other: Agency;
let admin: Client;
let nobody: Client;
let guide: number;
let made = 0;
const soon = Math.floor(Date.now() / 60_000) * 60 + 3600;

beforeAll(async () => {
  app = await startApp({ max: 20 });
  [agency, other] = [await openAgency(app), await openAgency(app)];
  [admin, nobody] = [await app.client({ officer: 'admin' }), await app.client('nobody')];
  guide = await newGuide(app);
});
afterAll(() => app.close());
beforeEach(() => app.db.query(sql`delete from travel_code_key`));

async function placeTeam(status = 'confirmed'): Promise<{ id: number; team_no: string }> {
  made += 1;
  const team_no = `T5301300501${String(made).padStart(5, '0')}`;
  const row = await app.db.row<{ id: number }>(sql`
    insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, total_fee,
      emergency_contact, emergency_mobile, status)
    values (${team_no}, ${agency.id}, 'one_day', to_timestamp(${soon}), to_timestamp(${soon + 36_000}), '530102', array[]::bigint[], 3, 300000,
      '赵六', '13500135000', ${status}) returning id`);
  const id = row?.id ?? 0;
  await app.db.query(
    sql`insert into travel_assigned_guide (itinerary_id, guide_id, role) values (${id}, ${guide}, 'national')`,
  );
  await app.db.query(sql`insert into travel_tourist (itinerary_id, name, id_type, id_no)
    values (${id}, '秘密游客', 'id_card', ${JSON.stringify(app.engine.seal.seal(`S${id}`, 'S*'))}::jsonb)`);
  await app.db.query(sql`insert into travel_itinerary_stop (itinerary_id, day_no, poi_type, name, arrive, stay_minutes)
    values (${id}, 1, 'scenic', '大理古城', '10:00', 60)`);
  return { id, team_no };
}

interface CodeText {
  code: string;
  exp: number;
}
const keysOf = async () => (await nobody.get<{ keys: TeamCodePublicKey[] }>('/api/travel.code/keys')).data.keys;

it('the agency and officers get the code of a confirmed team, others get none', async () => {
  const { id, team_no } = await placeTeam();
  const answer = await agency.owner.get<CodeText>('/api/travel.itinerary/codeText', { id });
  expect(answer.code).toBe(1);
  const { verdict, content } = await verifyTeamCode(answer.data.code, await keysOf());
  expect(verdict).toBe('genuine');
  expect(content).toMatchObject({
    kind: 'team',
    team: { team_no, version: 0, pax: 3, start: soon, end: soon + 36_000 },
  });
  expect((await admin.get<CodeText>('/admin/travel.itinerary/codeText', { id })).data.code).toBe(answer.data.code);
  expect((await other.owner.get('/api/travel.itinerary/codeText', { id })).code).toBe(0);
  const draft = await placeTeam('draft');
  expect((await agency.owner.get('/api/travel.itinerary/codeText', { id: draft.id })).data).toMatchObject({
    reason: 'wrong_state',
  });
});

it('the code shows the team to everybody, but no tourist', async () => {
  const { id, team_no } = await placeTeam();
  const fleet = await openFleet(app);
  for (const shown of ['云A76543', '云AD98765'])
    await app.db.query(sql`insert into travel_assigned_vehicle (itinerary_id, vehicle_id, driver_id, plate)
      values (${id}, ${(await fleet.vehicle()).id}, ${await fleet.driver('何师傅')}, ${shown})`);
  await app.db.query(sql`update travel_tourist set mobile = '13600136777', guardian_mobile = '13600136888', room_no = '808'
    where itinerary_id = ${id}`);
  const { code } = (await agency.owner.get<CodeText>('/api/travel.itinerary/codeText', { id })).data;
  const shown = await nobody.post('/api/travel.code/show', { code });
  expect(shown.data).toMatchObject({
    verdict: 'genuine',
    team: {
      team_no,
      agency: agency.name,
      changes: 0,
      pax: 3,
      stops: [{ name: '大理古城', arrive: '10:00' }],
      plates: ['云A·**543', '云A·***765'],
    },
  });
  // no tourists, no emergency contacts, no names of crew, and no complete plate
  const hidden = /秘密|S\*|emergency|赵六|13500135000|13600136|808|何师傅|张导|13700137000|A76543|AD98765/;
  expect(JSON.stringify(shown.data)).not.toMatch(hidden);
  // an officer sees no more at the same URL
  expect(JSON.stringify((await admin.post('/api/travel.code/show', { code })).data)).not.toMatch(hidden);
  await app.db.query(sql`update travel_itinerary set change_count = 2 where id = ${id}`);
  expect((await nobody.post('/api/travel.code/show', { code })).data).toMatchObject({
    verdict: 'old_version',
    team: { changes: 2 },
  });
  expect((await nobody.post('/api/travel.code/show', { code: `${code}x` })).data).toEqual({
    verdict: 'malformed',
    hotline: '',
  });
  expect((await nobody.post('/api/travel.code/show', {})).code).toBe(0);
});

it('a guide shows a card that is valid for a minute; nobody else has one', async () => {
  const username = `guide_${process.hrtime.bigint()}`.slice(0, 30);
  const caller = await app.member(username);
  const client = await app.client({ member: username });
  expect((await client.get('/api/crew.guide/code')).data).toMatchObject({ reason: 'not_found' });
  const own = await newGuide(app, '李导');
  await app.db.query(sql`update crew_guide set user_id = ${caller.id} where id = ${own}`);
  const { data } = await client.get<CodeText & { card_no: string }>('/api/crew.guide/code');
  expect(data.exp - Date.now() / 1000).toBeLessThanOrEqual(60);
  const keys = await keysOf();
  expect(await verifyTeamCode(data.code, keys)).toMatchObject({
    verdict: 'genuine',
    content: { card: { guide_card: data.card_no } },
  });
  expect((await verifyTeamCode(data.code, keys, Date.now() / 1000 + 120)).verdict).toBe('expired');
  expect((await nobody.post('/api/travel.code/show', { code: data.code })).data).toMatchObject({
    verdict: 'genuine',
    guide: { card_no: data.card_no, valid: true },
  });
});

it('simultaneous first uses get the same key', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => teamCodeSigningKeyOfToday(app.engine, soon)));
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
  expect(await publishedTeamCodeKeys(app.engine)).toHaveLength(1);
});

it('a key is replaced before its end, and published until everything it signed has expired', async () => {
  await rotateTeamCodeSigningKeys(app.engine);
  expect(await publishedTeamCodeKeys(app.engine)).toHaveLength(0);
  const first = await teamCodeSigningKeyOfToday(app.engine, soon);
  await rotateTeamCodeSigningKeys(app.engine);
  expect(await publishedTeamCodeKeys(app.engine)).toHaveLength(1);
  const move = (days: number) =>
    app.db.query(sql`update travel_code_key set valid_from = valid_from - make_interval(days => ${days}),
      signs_until = signs_until - make_interval(days => ${days}), published_until = published_until - make_interval(days => ${days})`);
  await move(84);
  await rotateTeamCodeSigningKeys(app.engine);
  // published a week before its first signature
  const [second] = await publishedTeamCodeKeys(app.engine);
  expect(await publishedTeamCodeKeys(app.engine)).toHaveLength(2);
  expect((await teamCodeSigningKeyOfToday(app.engine, soon)).kid).toBe(first.kid);
  expect(await addTeamCodeSigningKey(app.engine, 7)).toBe(false);
  await move(7);
  expect((await teamCodeSigningKeyOfToday(app.engine, soon)).kid).toBe(second?.kid);
  await rotateTeamCodeSigningKeys(app.engine);
  expect(await app.db.rows(sql`select kid from travel_code_key where private_key is null`)).toEqual([
    { kid: first.kid },
  ]);
  await move(66);
  await rotateTeamCodeSigningKeys(app.engine);
  expect((await publishedTeamCodeKeys(app.engine)).map(({ kid }) => kid)).toEqual([second?.kid]);
  // the key of a team filed long ahead stays published
  const far = Math.floor(Date.now() / 1000) + 400 * 86_400;
  await teamCodeSigningKeyOfToday(app.engine, far);
  const stored = await app.db.row<{ stored: boolean }>(
    sql`select published_until > to_timestamp(${far}) as stored from travel_code_key where kid = ${second?.kid ?? null}`,
  );
  expect(stored).toEqual({ stored: true });
});

it('a filed team is cancelled and never deleted, and deleting is offered to nobody', async () => {
  const { id } = await placeTeam();
  const read = await agency.owner.get<{ row: { _actions: string[] } }>('/api/travel.itinerary/edit', { id });
  expect(read.data.row._actions).toContain('edit');
  expect(read.data.row._actions).not.toContain('del');
  for (const [client, side] of [
    [agency.owner, 'api'],
    [admin, 'admin'],
  ] as const)
    expect((await client.post(`/${side}/travel.itinerary/del`, { ids: [id] })).data).toMatchObject({
      reason: 'bad_transition',
      from: 'confirmed',
    });
});

it('the itinerary is printed for those who may see the team, and the list of tourists without identity numbers', async () => {
  const { id, team_no } = await placeTeam();
  const sums: string[] = [];
  const paper = async ({ token }: Client, side: string, name: string) => {
    const named = side === 'admin' ? 'batoken' : 'ba-user-token';
    const answer = await fetch(`${app.address}/${side}/travel.itinerary/${name}?id=${id}&${named}=${token}&server=1`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    sums.push(createHash('sha256').update(bytes).digest('hex'));
    return bytes.toString('latin1');
  };
  for (const name of ['sheet', 'touristList'])
    for (const [client, side] of [
      [admin, 'admin'],
      [agency.owner, 'api'],
    ] as const)
      expect(await paper(client, side, name)).toMatch(/^%PDF-/);
  expect(await paper(admin, 'admin', 'dayTable')).toMatch(/^%PDF-/);
  expect((await admin.get('/admin/travel.itinerary/dayTable', { day: '2026-13-40' })).code).toBe(0);
  expect((await other.owner.get('/api/travel.itinerary/sheet', { id })).code).toBe(0);
  expect((await other.owner.get('/api/travel.itinerary/touristList', { id })).code).toBe(0);
  expect((await admin.get('/admin/travel.itinerary/sheet', { id: 'x' })).code).toBe(0);

  const refused = await admin.post('/admin/travel.itinerary/fullList', { id, reason: ' ' });
  expect(refused.data).toMatchObject({ errors: { reason: [expect.any(String)] } });
  const full = await admin.post<{ name: string; pdf: string }>('/admin/travel.itinerary/fullList', {
    id,
    reason: '核对走失游客',
  });
  expect(full.data.name).toBe(`旅游团队游客名单_${team_no}.pdf`);
  const pages = readPdfText(Buffer.from(full.data.pdf, 'base64'));
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) {
    expect(page).toContain('秘密游客');
    expect(page).toContain('核对走失游客');
    expect(page).toContain('admin');
    expect(page).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d/);
  }
  const notices = await app.db.rows(sql`select row_id, fields, reason from reveal_log where title = ${team_no}`);
  expect(notices).toEqual([{ row_id: id, fields: ['tourists'], reason: '核对走失游客' }]);
  expect((await agency.owner.post('/api/travel.itinerary/fullList', { id, reason: '想看' })).code).toBe(404);

  // its code shows whether a print is genuine, and whether the team has changed since
  const prints = await app.db.rows<{ code: string; sha256: string }>(
    sql`select code, sha256 from paper_print where of_id = ${id} or of_id is null order by made_at`,
  );
  sums.push(createHash('sha256').update(Buffer.from(full.data.pdf, 'base64')).digest('hex'));
  expect(prints.map(({ sha256 }) => sha256)).toEqual(sums);
  const showAt = async (at: number) =>
    (await app.client('nobody')).get<{ title: string; sha256: string; print: Record<string, unknown> }>(
      '/api/document/check',
      {
        code: prints[at]?.code,
      },
    );
  const opened = (as: Client) =>
    as.get<{ resource: string; id: number }>('/admin/search/code', { code: prints[0]?.code ?? '' });
  expect((await opened(admin)).data).toEqual({ resource: 'travel/itinerary', id });
  const first = (await showAt(0)).data;
  expect(first).toMatchObject({
    title: '旅游团队行程单',
    sha256: sums[0],
    print: { made_by: '主管部门', changed: false },
  });
  expect(first.print.facts).toContainEqual({ label: '团号', value: team_no });
  expect((await showAt(1)).data.print).toMatchObject({ made_by: expect.stringContaining('旅行社') });
  expect((await showAt(4)).data).toMatchObject({ title: '日团队表', print: { changed: null, state: null } });
  const people = await app.db.rows<{ name: string }>(sql`select name from travel_tourist where itinerary_id = ${id}`);
  const whole = JSON.stringify((await showAt(5)).data);
  expect(whole).toContain('完整');
  expect(people.filter(({ name }) => whole.includes(name))).toEqual([]);
  await app.db.query(
    sql`update travel_itinerary set change_count = change_count + 1, status = 'terminated' where id = ${id}`,
  );
  expect((await showAt(0)).data.print).toMatchObject({ changed: true, state: { before: '已确认', now: '已终止' } });
});

type Answered = Record<string, unknown> & { id: number; reason?: string; errors?: Record<string, string[]> };
const dali = { lng: 100.1649, lat: 25.6942 };

/** A guide with an account, travelling with a team. */
async function onTheRoad(name: string) {
  const own = await newGuide(app, name);
  const member = await app.member(`road_${own}`);
  await app.db.query(sql`update crew_guide set user_id = ${member.id} where id = ${own}`);
  const { id, team_no } = await placeTeam('departed');
  await app.db.query(sql`update travel_itinerary set departed_at = now() - interval '1 hour' where id = ${id}`);
  await app.db.query(sql`update travel_assigned_guide set guide_id = ${own} where itinerary_id = ${id}`);
  await app.db.query(
    sql`update travel_itinerary_stop set place = point(${dali.lng}, ${dali.lat}) where itinerary_id = ${id}`,
  );
  const client = await app.client({ member: `road_${own}` });
  const road = (action: string, body: object = {}) =>
    client.post<Answered>(`/api/travel.road/${action}`, { itinerary_id: id, ...body });
  const seen = async () => (await client.get<GuideTeamsAnswer>('/api/travel.road/teams')).data;
  const team = async () => (await seen()).teams.find((one) => one.id === id);
  return { id, team_no, client, road, seen, team, guide: own };
}

it('a guide checks in within 500 m, or gives a reason; once, and also later without a network', async () => {
  const { id, road, team, client } = await onTheRoad('段导');
  const stop_id = (await team())?.stops[0]?.id;
  const far = await road('checkIn', { stop_id, place: { lng: dali.lng + 0.006, lat: dali.lat } });
  expect(far.data.errors?.reason?.[0]).toMatch(/\d{3}/);
  expect((await road('checkIn', { stop_id })).data.errors).toHaveProperty('reason');
  const made_at = Math.floor(Date.now() / 1000) - 1800;
  const place = { lng: dali.lng + 0.004, lat: dali.lat, accuracy: 12.5 };
  const both = await Promise.all([
    road('checkIn', { stop_id, place, made_at }),
    road('checkIn', { stop_id, place, made_at }),
  ]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect((await road('checkIn', { stop_id, place })).data).toMatchObject({ reason: 'duplicate' });
  expect((await team())?.stops[0]?.actual_arrive).toBe(made_at);
  expect((await road('headcount', { people: 2 })).data.errors).toHaveProperty('reason');
  expect((await road('headcount', { people: 2.5 })).data.errors).toHaveProperty('people');
  expect((await road('headcount', { people: 2, reason: '一人留在酒店' })).code).toBe(1);
  expect((await team())?.counted).toMatchObject({ people: 2 });
  const notes = await agency.owner.get<{ list: Answered[] }>('/api/travel.roadNote/index', {
    search: [{ field: 'itinerary_id', operator: '=', val: id }],
  });
  expect(notes.data.list).toMatchObject([
    { kind: 'headcount', people: 2, expected: 3, late: 'no' },
    { kind: 'arrive', stop_name: '大理古城', late: 'yes', made_at, distance: 401 },
  ]);
  const stored = await app.db.row<{ found: object }>(
    sql`select place_found as found from travel_road_note where itinerary_id = ${id} and kind = 'arrive'`,
  );
  expect(stored?.found).toEqual({ from: 'device', accuracy: 13 });
  // a team of somebody else is not found
  expect((await nobody.post('/api/travel.road/checkIn', { itinerary_id: id, stop_id, place })).code).not.toBe(1);
  const stranger = await onTheRoad('白导');
  expect((await stranger.client.post('/api/travel.road/checkIn', { itinerary_id: id, stop_id, place })).code).toBe(0);
  expect((await other.owner.get<{ total: number }>('/api/travel.roadNote/index')).data.total).toBe(0);
  expect((await client.get<{ list?: unknown[] }>('/api/travel.roadNote/index')).data?.list ?? []).toEqual([]);
});

it('a guide confirms to come: once, before the departure, and again for another guide or hour', async () => {
  const { id, road, team } = await onTheRoad('诺导');
  const stranger = await onTheRoad('他导');
  const confirmed = async () => (await team())?.confirmed_at ?? null;
  expect((await road('confirm')).data).toMatchObject({ reason: 'not_ready', status: 'departed' });
  await app.db.query(
    sql`update travel_itinerary set status = 'confirmed', departed_at = null, start_at = now() + interval '1 day',
      end_at = now() + interval '34 hours' where id = ${id}`,
  );
  expect(await confirmed()).toBeNull();
  expect((await stranger.client.post('/api/travel.road/confirm', { itinerary_id: id })).code).toBe(0);
  expect((await nobody.post('/api/travel.road/confirm', { itinerary_id: id })).code).not.toBe(1);
  expect(await confirmed()).toBeNull();
  expect((await road('confirm')).code).toBe(1);
  const confirmedAt = await confirmed();
  expect(Math.abs((confirmedAt ?? 0) - Date.now() / 1000)).toBeLessThan(60);
  expect((await road('confirm')).code).toBe(1);
  expect(await confirmed()).toBe(confirmedAt);
  const rows = await app.db.rows<{
    id: number;
  }>(sql`select h.id from history h join travel_assigned_guide a on a.id = h.row_id
    where h.resource = 'travel/assignedGuide' and a.itinerary_id = ${id} and h.changes ? 'confirmed_at'`);
  expect(rows).toHaveLength(1);
  // another hour requires a new confirmation, and so does another guide
  await app.db.query(sql`update travel_itinerary set status = 'returned' where id = ${id}`);
  const edit = (more: object) => agency.owner.post<Answered>('/api/travel.itinerary/edit', { id, ...more });
  const stored = () =>
    app.db.row(sql`select id, guide_id, confirmed_at from travel_assigned_guide where itinerary_id = ${id}`);
  const moved = await edit({ start_at: Math.floor(Date.now() / 1000) + 90_000 });
  expect([moved.code, (await stored())?.confirmed_at], JSON.stringify(moved.data)).toEqual([1, null]);
  await app.db.query(sql`update travel_assigned_guide set confirmed_at = now() where itinerary_id = ${id}`);
  const given = await edit({ guides: [{ id: (await stored())?.id, guide_id: await newGuide(app, '替导') }] });
  expect([given.code, (await stored())?.confirmed_at], JSON.stringify(given.data)).toEqual([1, null]);
});

it('the guide of the team starts and ends it, and no other guide can', async () => {
  const { id, road, team, client } = await onTheRoad('施导');
  const stranger = await onTheRoad('外导');
  const before = (status: string) =>
    app.db.query(sql`update travel_itinerary set status = ${status}, departed_at = null, start_at = now() - interval '10 minutes',
      end_at = now() + interval '9 hours' where id = ${id}`);
  await before('confirmed');
  expect((await road('finish')).data).toMatchObject({ reason: 'bad_transition', from: 'confirmed' });
  for (const action of ['depart', 'finish']) {
    expect((await stranger.client.post(`/api/travel.road/${action}`, { itinerary_id: id })).code).toBe(0);
    expect((await nobody.post(`/api/travel.road/${action}`, { itinerary_id: id })).code).not.toBe(1);
  }
  expect((await road('depart', { itinerary_id: 0 })).code).toBe(0);
  // a firm that has not confirmed yet prevents it
  const fleet = await openFleet(app);
  await app.db.query(sql`insert into travel_dispatch (coach_id, itinerary_id, team_no, vehicle_id, driver_id, from_at, to_at)
    values (${fleet.id}, ${id}, 'T', ${(await fleet.vehicle()).id}, ${await fleet.driver()}, now(), now() + interval '1 hour')`);
  expect((await road('depart')).data).toMatchObject({ reason: 'not_ready' });
  await app.db.query(sql`update travel_dispatch set status = 'confirmed' where itinerary_id = ${id}`);
  const both = await Promise.all([road('depart'), road('depart')]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(await team()).toMatchObject({ status: 'departed' });
  const left = await app.db.row<{ ago: number }>(
    sql`select extract(epoch from now() - departed_at)::float8 as ago from travel_itinerary where id = ${id}`,
  );
  expect(left?.ago).toBeLessThan(60);
  // there was no check-in at the only stop: the reason is given
  expect((await road('finish')).data.errors).toHaveProperty('finish_note');
  expect((await road('finish', { finish_note: '景区临时关闭' })).code).toBe(1);
  expect(await team()).toMatchObject({ status: 'finished' });
  const notices =
    await app.db.rows(sql`select from_status, to_status from history where resource = 'travel/itinerary' and row_id = ${id}
    and to_status is not null order by id`);
  expect(notices).toEqual([
    { from_status: 'confirmed', to_status: 'departed' },
    { from_status: 'departed', to_status: 'finished' },
  ]);
  expect((await client.post('/api/travel.road/depart', { itinerary_id: id })).code).toBe(0);
});

it('a guide asks the agency for a change, and gets its answer', async () => {
  const { id, road, team } = await onTheRoad('和导');
  const stop_id = (await team())?.stops[0]?.id;
  expect((await road('request', { kind: 'sing', reason: '游客要求' })).data.errors).toHaveProperty('kind');
  expect((await road('request', { kind: 'time', stop_id, reason: '堵车' })).data.errors).toHaveProperty('arrive');
  expect((await road('request', { kind: 'leave_out', stop_id, reason: '景区关闭' })).code).toBe(1);
  const [changeRequest] = (await team())?.requests ?? [];
  expect(changeRequest).toMatchObject({ kind: 'leave_out', status: 'asked', stop_name: '大理古城' });
  // marking it as changed changes nothing
  const settled = await agency.owner.post<Answered>('/api/travel.changeRequest/settle', { id: changeRequest?.id });
  expect(settled.data).toMatchObject({ reason: 'not_ready' });
  const answer = { id: changeRequest?.id, answer: '请按原行程' };
  expect((await agency.owner.post('/api/travel.changeRequest/refuse', answer)).code).toBe(1);
  expect((await team())?.requests[0]).toMatchObject({ status: 'refused', answer: '请按原行程' });
  expect((await road('request', { kind: 'add', stop_name: '双廊', reason: '游客要求' })).code).toBe(1);
  const [added] = (await team())?.requests ?? [];
  await app.db.query(sql`insert into history (resource, row_id, action, actor_type, actor_name, area_code)
    values ('travel/itinerary', ${id}, 'edit', 'member', '计调', '530102')`);
  expect((await agency.owner.post('/api/travel.changeRequest/settle', { id: added?.id })).code).toBe(1);
  expect((await team())?.requests[0]).toMatchObject({ status: 'settled', stop_name: '双廊' });
});

it('tourists rate by links that are valid once, and get one answer', async () => {
  const { id, road, team_no, client, guide: own } = await onTheRoad('李导');
  expect((await road('ratingCode')).code).toBe(0);
  await app.db.query(
    sql`update travel_itinerary set status = 'finished', finished_at = now() - interval '1 hour' where id = ${id}`,
  );
  const { data } = await client.post<{ address: string; picture: string }>('/api/travel.road/ratingCode', {
    itinerary_id: id,
  });
  const token = data.address.split('/').at(-1);
  const opened = await nobody.post<Answered>('/api/travel.rating/open', { token });
  expect(opened.data).toMatchObject({ team_no, agency: agency.name });
  const rating = { token, service: 5, narration: 4, safety: 5, honesty: 3, remark: '讲解细致' };
  expect((await nobody.post('/api/travel.rating/send', { ...rating, honesty: 6 })).code).toBe(0);
  // the guides of the team may rate others
  expect((await client.post<Answered>('/api/travel.rating/open', { token })).data.reason).toBe('forbidden');
  expect((await client.post('/api/travel.rating/send', rating)).code).toBe(0);
  const ratingsOfGuide = () =>
    app.db.row<{ n: number }>(sql`select ratings_count as n from crew_guide where id = ${own}`);
  const waiting = { service: 5, narration: 5, safety: 5, honesty: 5, remark: null };
  await app.db.query(sql`insert into travel_rating_waiting (guide_id, team_no, content)
    select ${own}, 'T' || n, ${JSON.stringify(waiting)}::jsonb from generate_series(1, 4) n`);
  expect((await ratingsOfGuide())?.n).toBe(0);
  const all = await Promise.all(Array.from({ length: 4 }, () => nobody.post('/api/travel.rating/send', rating)));
  expect(all.filter(({ code }) => code === 1)).toHaveLength(1);
  expect((await nobody.post<Answered>('/api/travel.rating/open', { token })).data.reason).toBe('not_found');
  // they appear five at once, and none is told apart by the number of its team
  expect((await ratingsOfGuide())?.n).toBe(5);
  const { list } = (await client.get<{ list: Answered[] }>('/api/crew.rating/own')).data;
  expect(list.map((one) => (one as { team_no?: unknown }).team_no)).toEqual([null, null, null, null, null]);
  const sentOne = list.find((one) => (one as { honesty?: unknown }).honesty === 3);
  expect(sentOne).toMatchObject({ remark: '讲解细致', reply: null });
  const reply = { id: sentOne?.id, reply: '谢谢，会改进' };
  expect((await other.owner.post('/api/crew.rating/reply', reply)).code).toBe(0);
  const replies = await Promise.all([client, client].map((one) => one.post('/api/crew.rating/reply', reply)));
  expect(replies.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  // the platform has a public address: each mobile of the list is asked once
  await app.db.query(sql`update travel_tourist set mobile = '13600136000' where itinerary_id = ${id}`);
  const set = { section: 'site', values: { address: 'https://ly.example.cn/' }, versions: {} };
  expect((await admin.post('/admin/system.setting/save', set)).code).toBe(1);
  await expect.poll(() => app.engine.settings(siteSettings).address).toBe('https://ly.example.cn/');
  const ended = { id, team_no, route: '大理一日游', start_at: Math.floor(Date.now() / 1000), area_code: '530102' };
  await Promise.all([1, 2].map(() => app.engine.db.transaction((tx) => sendGuideRatingLinks(app.engine, tx, ended))));
  const sent = await app.db.rows<{ content: string }>(
    sql`select content from message_sms where template_code = 'team_rate' and row_id = ${id}`,
  );
  expect(sent).toHaveLength(1);
  // one per tourist, however often it is requested
  const more = await Promise.all(Array.from({ length: 6 }, () => road('ratingCode')));
  expect(more.filter(({ code }) => code === 1)).toHaveLength(2);
  // unused codes are replaced by new ones and become invalid: a team has as many ratings as tourists
  const codes = [...more];
  for (let round = 0; round < 2; round += 1) {
    await app.db.query(
      sql`update travel_rating_link set createtime = createtime - interval '11 minutes' where itinerary_id = ${id}`,
    );
    codes.push(...(await Promise.all(Array.from({ length: 3 }, () => road('ratingCode')))));
  }
  const tokens = codes
    .filter(({ code }) => code === 1)
    .map((one) => String((one.data as unknown as { address: string }).address.split('/').at(-1)));
  expect(tokens).toHaveLength(6);
  await app.db.query(sql`update travel_itinerary set tourist_count = 2 where id = ${id}`);
  const tried = await Promise.all(
    tokens.map((each) => nobody.post<Answered>('/api/travel.rating/send', { ...rating, token: each })),
  );
  expect(tried.map(({ code, data }) => (code === 1 ? 'rated' : data.reason)).toSorted()).toEqual([
    'limit',
    ...Array.from({ length: 4 }, () => 'not_found'),
    'rated',
  ]);
});

it('an emergency call is made whatever position and time the phone sends with it', async () => {
  const { road } = await onTheRoad('柳导');
  const sent = await road('sos', { place: { lng: 2.35, lat: 'x' }, made_at: 'soon' });
  expect(sent.code, sent.msg).toBe(1);
  const stored = await app.db.row<{ place: unknown; late: string }>(
    sql`select place, late from travel_sos where id = ${sent.data.id ?? 0}`,
  );
  expect(stored).toEqual({ place: null, late: 'no' });
  expect((await admin.post('/admin/travel.sos/acknowledge', { id: sent.data.id })).code).toBe(1);
  expect((await admin.post('/admin/travel.sos/close', { id: sent.data.id, outcome: '误触' })).code).toBe(1);
});

it('an emergency call is first on the wall until an officer on duty acknowledges it', async () => {
  const { road, seen, team_no } = await onTheRoad('杨导');
  // the officers on duty in the county of the team, by the shipped group for it
  await app.db.query(
    sql`update auth_admin set area_code = '530102', mobile = '13988880001' where username = 'county2'`,
  );
  const calls = await Promise.all([road('sos', { place: dali }), road('sos', { place: dali })]);
  expect(calls.map(({ code }) => code)).toEqual([1, 1]);
  const id = calls[0]?.data.id ?? 0;
  expect(calls[1]?.data.id).toBe(id);
  const wall = await admin.get<DeadlineAlertPanel>('/admin/screen.alert/index');
  expect(wall.data.alerts[0]).toMatchObject({ resource: 'travel/sos', id, urgent: true, acknowledged: null });
  expect(wall.data.alerts[0]?.title).toContain(team_no);
  expect((await seen()).sos).toMatchObject({ id, status: 'raised' });
  const noted = { resource: 'travel/sos', id, name: '赵值班' };
  expect((await admin.post('/admin/screen.alert/acknowledge', noted)).code).toBe(1);
  expect((await seen()).sos).toMatchObject({ status: 'acknowledged', acknowledged_by: '赵值班' });
  expect((await admin.post('/admin/travel.sos/close', { id, outcome: '已送医' })).code).toBe(1);
  expect((await seen()).sos).toBeNull();
  const notices = await app.db.row<{ n: number }>(
    sql`select count(*)::int as n from message_notice where template_code = 'sos_raised' and row_id = ${id}`,
  );
  expect(notices?.n).toBeGreaterThan(0);
  const rung = await app.db.rows(
    sql`select template_code from message_sms where mobile = '13988880001' and resource = 'travel/sos' and row_id = ${id}`,
  );
  expect(rung).toEqual([{ template_code: 'sos_raised' }]);
});
