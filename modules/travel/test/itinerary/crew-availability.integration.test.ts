import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../../test/support/test-engine.ts';
import { placePerson } from '../../../enterprise/test/people.ts';
import type { CrewCandidate } from '../../contract/itinerary/crew-availability-answer-types.ts';
import { type Agency, openAgency } from '../agency.ts';
import { at, dayTrip, type Fleet, insure, newGuide, openFleet } from '../team.ts';

/** Crew that is available for a team at certain hours, and crew that is with another one then. */
let app: TestApp;
let agency: Agency;
let rival: Agency;
let fleet: Fleet;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  rival = await openAgency(app);
  for (const one of [agency, rival]) await insure(app, one);
  fleet = await openFleet(app);
}, 120_000);
afterAll(() => app.close());

type Answer = { list: CrewCandidate[]; more: boolean };
const trip = { from: at('2030-05-01T08:00'), to: at('2030-05-01T18:00') };
const available = async (lane: string, more: object = {}, client: Client = agency.owner) =>
  client.get<Answer>('/api/travel.itinerary/available', { lane, ...trip, agency_id: agency.id, ...more });
const namesOf = async (lane: string, more: object = {}) =>
  (await available(lane, more)).data.list.map(({ name }) => name);

/** Submits a team with a guide, a coach and its driver; returns its number. */
async function file(who: Agency, guide: number, coach: { id: number; driver: number }, more: object = {}) {
  const crew = {
    guides: [{ guide_id: guide, role: 'national' }],
    vehicles: [{ vehicle_id: coach.id, driver_id: coach.driver }],
  };
  const added = await who.owner.post<{ id: number }>(
    '/api/travel.itinerary/add',
    await dayTrip(app, who, { ...crew, ...more }),
  );
  const { id } = added.data;
  const sent = await who.owner.post('/api/travel.itinerary/submit', { id });
  expect(sent.code, JSON.stringify(sent.data)).toBe(1);
  const [row] = await app.db.rows<{ team_no: string }>(sql`select team_no from travel_itinerary where id = ${id}`);
  return { id, team_no: row?.team_no ?? '' };
}
const coach = async () => ({ ...(await fleet.vehicle()), driver: await fleet.driver() });

test('available crew comes first; busy crew is shown with its hours, and with the team if the caller may see it', async () => {
  const [own, theirs, free] = [await newGuide(app, '甲忙'), await newGuide(app, '乙忙'), await newGuide(app, '丙有空')];
  const [one, other] = [await coach(), await coach()];
  const mine = await file(agency, own, one);
  await file(rival, theirs, other);
  const { list } = (await available('guides')).data;
  expect(list.map(({ name }) => name).indexOf('丙有空')).toBeLessThan(list.length - 2);
  const of = (id: number) => list.find((each) => each.id === id);
  expect(of(free)).toMatchObject({ busy: [], lasts: true, about: expect.stringMatching(/^D-5301-\d+$/) });
  expect(of(own)?.busy).toEqual([{ ...trip, team_no: mine.team_no }]);
  expect(of(theirs)?.busy).toEqual([{ ...trip, team_no: null }]);
  // the team itself does not count
  const again = (await available('guides', { id: mine.id })).data.list.find((each) => each.id === own);
  expect(again?.busy).toEqual([]);
  for (const lane of ['vehicles', 'drivers'] as const) {
    const key = lane === 'vehicles' ? one.id : one.driver;
    expect((await available(lane)).data.list.find(({ id }) => id === key)?.busy).toHaveLength(1);
  }
  // a team may leave when the previous one is back: adjacent teams do not conflict
  const after = { from: trip.to, to: trip.to + 3600 };
  const next = (await available('guides', after)).data.list;
  expect(next.find((each) => each.id === own)?.busy).toHaveLength(1);
  const before = next.findIndex((each) => each.id === own);
  expect(next.slice(0, before).every(({ busy }) => busy.length === 0 || busy[0]?.to === trip.to)).toBe(true);
  const long = (await available('guides', { from: trip.to + 13 * 3600, to: trip.to + 14 * 3600 })).data.list;
  expect(long.every(({ busy }) => busy.length === 0)).toBe(true);
});

test("chosen crew comes first, then crew of earlier teams of the agency; drivers are those of the chosen coach's firm", async () => {
  const [worked, usual, unknown] = [await newGuide(app, '丁常带'), await newGuide(app, '戊选定'), await newGuide(app)];
  await file(agency, worked, await coach(), { start_at: at('2030-04-20T08:00'), end_at: at('2030-04-20T18:00') });
  const { list } = (await available('guides', { chosen: `${unknown},${usual}` })).data;
  expect(list.slice(0, 3).map(({ id }) => id)).toEqual(expect.arrayContaining([unknown, usual, worked]));
  expect(list[2]?.id).toBe(worked);
  const distant = await openFleet(app);
  const [here, there] = [await fleet.driver('甲师傅'), await distant.driver('阿师傅')];
  const [bus] = [await distant.vehicle()];
  expect((await available('drivers', { vehicles: bus.id })).data.list[0]).toMatchObject({ id: there });
  expect((await available('drivers', { quick_search: '甲师傅' })).data.list.map(({ id }) => id)).toEqual([here]);
  expect(await namesOf('vehicles', { quick_search: bus.plate.slice(2).toLowerCase() })).toEqual([bus.plate]);
  for (const typed of [`车牌 ${bus.plate.slice(0, 2)} ${bus.plate.slice(2)}`, bus.plate.replace('云A', '云A·')])
    expect(await namesOf('vehicles', { quick_search: typed }), typed).toEqual([bus.plate]);
});

test('documents that expire during the trip are reported, and stopped crew is not offered', async () => {
  const [short, stopped] = [await newGuide(app, '己到期'), await newGuide(app, '庚停')];
  await app.db.query(sql`update crew_guide set valid_to = '2030-04-30' where id = ${short}`);
  await app.db.query(sql`update crew_guide set status = 'suspended' where id = ${stopped}`);
  const found = (await available('guides', { quick_search: '己' })).data.list;
  expect(found).toMatchObject([{ id: short, lasts: false }]);
  expect(await namesOf('guides', { quick_search: '庚停', chosen: stopped })).toEqual([]);
});

test('candidates come twenty at a time', async () => {
  for (let n = 0; n < 23; n++) await newGuide(app, `众${String(n).padStart(2, '0')}`);
  const first = (await available('guides', { quick_search: '众' })).data;
  const second = (await available('guides', { quick_search: '众', page: 2 })).data;
  expect([first.list.length, first.more, second.list.length, second.more]).toEqual([20, true, 3, false]);
  expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(23);
});

test('candidates are listed only for an agency that the caller files for, and invalid requests are refused', async () => {
  expect((await available('guides', {}, rival.owner)).data.list).toEqual([]);
  expect((await available('guides', {}, fleet.owner)).data.list).toEqual([]);
  const officer = await app.client({ officer: 'admin' });
  const seen = await officer.get<Answer>('/admin/travel.itinerary/available', {
    lane: 'guides',
    ...trip,
    agency_id: agency.id,
  });
  expect(seen.data.list.length).toBeGreaterThan(0);
  for (const wrong of [
    { lane: 'cooks' },
    { to: trip.from },
    { from: 'x' },
    { agency_id: 0 },
    { chosen: '1,x' },
    { page: 0 },
    { to: trip.from + 61 * 86_400 },
    { lane: 'constructor' },
    { vehicles: '-1' },
  ]) {
    const answer = await available('guides', wrong);
    expect([wrong, answer.code]).toEqual([wrong, 0]);
    expect(['invalid', 'parameter']).toContain((answer.data as { reason?: string }).reason);
  }
});

test('impossible times are refused', async () => {
  for (const from of [9_007_199_254_000_000, 253_402_300_800, 0]) {
    const answer = await available('guides', { from, to: from + 3600 });
    expect([answer.status, answer.code]).toEqual([200, 0]);
    expect(['invalid', 'parameter']).toContain((answer.data as { reason?: string }).reason);
  }
});

test("an agency's own coaches and drivers come before those of other firms", async () => {
  const { id: mine } = await fleet.vehicle();
  const driver = await fleet.driver('自家师傅');
  const other = await openFleet(app);
  await other.vehicle();
  await other.driver('阿别家师傅');
  await placePerson(app.db, fleet.id, await app.member(agency.username));
  for (const [lane, own] of [
    ['vehicles', mine],
    ['drivers', driver],
  ] as const) {
    const { list } = (await available(lane)).data;
    const owned = await app.db.rows<{ id: number }>(
      sql`select id from ${sql.id(lane === 'vehicles' ? 'crew_vehicle' : 'crew_driver')} where enterprise_id = ${fleet.id}`,
    );
    const isOwn = (id: number) => owned.some((one) => one.id === id);
    const free = list.filter(({ busy, lasts }) => busy.length === 0 && lasts).map(({ id }) => isOwn(id));
    expect(free.indexOf(true)).toBe(0);
    expect(free.lastIndexOf(true), lane).toBeLessThan(free.indexOf(false));
    // and their own drivers are shown with their masked telephone number
    expect(list.find(({ id }) => id === own)?.about).toMatch(lane === 'vehicles' ? / · 49 座$/ : / · 尾号 9000$/);
  }
});
