import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../../test/support/test-engine.ts';
import { type Agency, divisionOf, openAgency } from '../agency.ts';
import { at, dayTrip, type Fleet, newGuide, openFleet } from '../team.ts';

/** The names of teams, people and firms wherever they are shown and chosen. */
let app: TestApp;
let agency: Agency;
let rival: Agency;
let fleet: Fleet;
let officer: Client;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  rival = await openAgency(app);
  fleet = await openFleet(app);
  officer = await app.client({ officer: 'county1' });
}, 120_000);
afterAll(() => app.close());

type Named = { id: number; team_no?: string; _heading?: string; _subtitle?: string | null };
type Choices = { list: Named[] };

async function addTeam(who: Agency, more: object = {}): Promise<Named> {
  const added = await who.owner.post<{ id: number }>('/api/travel.itinerary/add', await dayTrip(app, who, more));
  expect(added.code, JSON.stringify(added.data)).toBe(1);
  const { id } = added.data;
  const row = await app.db.row<{ team_no: string }>(sql`select team_no from travel_itinerary where id = ${id}`);
  return { id, team_no: row?.team_no ?? '' };
}
const listed = async (client: Client, api: string, id: number) => {
  const { data } = await client.get<Choices>(`/${api}/travel.itinerary/index`, { limit: 100 });
  return data.list.find((one) => one.id === id);
};

test('a team is named by its route, day and number of people, besides its team number', async () => {
  const team = await addTeam(agency);
  const called = '昆明—大理一日游 · 2030-05-01 · 3 人';
  expect(await listed(agency.owner, 'api', team.id)).toMatchObject({ team_no: team.team_no, _heading: called });
  const english = await app.client({ member: agency.username }, 'en');
  expect((await listed(english, 'api', team.id))?._heading).toBe('昆明—大理一日游 · 2030-05-01 · 3 pax');
  const record = await agency.owner.get<{ row: Named }>('/api/travel.itinerary/edit', { id: team.id });
  expect(record.data.row).toMatchObject({ team_no: team.team_no, _heading: called });

  // choices contain it too, with the pair of keys that BuildAdmin clients read
  const choices = await agency.owner.get<Choices>('/api/travel.itinerary/index', {
    select: true,
    quick_search: '昆明—大理',
  });
  expect(choices.data.list.find(({ id }) => id === team.id)).toMatchObject({ team_no: team.team_no, _heading: called });
  // and so does the search across all resources, once the team is submitted
  await app.db.query(sql`update travel_itinerary set status = 'confirmed' where id = ${team.id}`);
  const found = await officer.get<{ list: { id: number; title: string; subtitle: string }[] }>('/admin/search/index', {
    quick_search: '大理一日游',
  });
  const hit = found.data.list.find(({ id }) => id === team.id);
  expect(hit).toMatchObject({ title: called, subtitle: expect.stringContaining(team.team_no ?? '?') });
});

test('its route is made of its destinations and duration, within one city by district', async () => {
  const route = async (more: object) => {
    const { id } = await addTeam(agency, more);
    return (await listed(agency.owner, 'api', id))?._heading?.split(' · ')[0];
  };
  const near = [await divisionOf(app, '530129')];
  expect(await route({ destination_areas: near })).toBe('昆明—寻甸一日游');
  const far = [await divisionOf(app, '532901'), await divisionOf(app, '530702')];
  const five = { kind: 'province', end_at: at('2030-05-05T18:00') };
  expect(await route({ ...five, destination_areas: far })).toBe('昆明—大理—丽江五日游');
  // a city without districts below its province, and one that is a province
  expect(await route({ ...five, destination_areas: [await divisionOf(app, '429004')] })).toMatch(/^昆明—仙桃/);
  expect(await route({ ...five, destination_areas: [await divisionOf(app, '110101')] })).toMatch(/^昆明—北京/);
});

test('a child row of a team is named by its team in other rows', async () => {
  const team = await addTeam(agency);
  const { id: coach } = await fleet.vehicle();
  await app.db.query(sql`insert into travel_dispatch (coach_id, itinerary_id, team_no, vehicle_id, from_at, to_at, people, status)
    values (${fleet.id}, ${team.id}, ${team.team_no ?? ''}, ${coach}, now(), now() + interval '1 day', 3, 'asked')`);
  const { data } = await fleet.owner.get<{ list: (Named & { itinerary: Named })[] }>('/api/travel.dispatch/index', {});
  const row = data.list.find((one) => one.team_no === team.team_no);
  expect(row).toMatchObject({ _heading: '昆明—大理一日游 · 2030-05-01 · 3 人' });
  expect(row?.itinerary).toMatchObject({ id: team.id, _heading: '昆明—大理一日游 · 2030-05-01 · 3 人' });
});

test('choices distinguish people of one name, with the end of their mobile only if the caller may list them', async () => {
  const [own, foreign] = [await newGuide(app, '同名导'), await newGuide(app, '同名导')];
  await app.db.query(sql`update crew_guide set agency_id = ${agency.id} where id = ${own}`);
  await app.db.query(sql`update crew_guide set agency_id = ${rival.id} where id = ${foreign}`);
  const choose = (client: Client, api: string) =>
    client.get<Choices>(`/${api}/crew.guide/index`, {
      select: true,
      quick_search: '同名导',
      of: 'travel/assignedGuide.guide_id',
    });
  const { list } = (await choose(agency.owner, 'api')).data;
  const of = (id: number, rows = list) => rows.find((one) => one.id === id)?._subtitle;
  expect(of(own)).toMatch(new RegExp(`^${agency.name} · D-5301-\\d+ · 尾号 7000$`));
  expect(of(foreign)).toMatch(new RegExp(`^${rival.name} · D-5301-\\d+$`));
  const seen = (await choose(officer, 'admin')).data.list;
  expect(of(foreign, seen)).toMatch(/尾号 7000$/);
});

test("one's own rows come first in choices, however old, and the next pages continue with the others", async () => {
  const own = await newGuide(app, '自家导');
  await app.db.query(sql`update crew_guide set agency_id = ${agency.id} where id = ${own}`);
  const others: number[] = [];
  for (let n = 0; n < 12; n += 1) others.push(await newGuide(app, '别家导'));
  const page = async (n: number, search = '') => {
    const params = { select: true, page: n, limit: 10, quick_search: search, of: 'travel/template.guide_id' };
    return (await agency.owner.get<Choices & { total: number }>('/api/crew.guide/index', params)).data;
  };
  const first = await page(1);
  const isOwn = async (id: number) =>
    (await app.db.row<{ agency_id: number }>(sql`select agency_id from crew_guide where id = ${id}`))?.agency_id ===
    agency.id;
  expect(await isOwn(first.list[0]?.id ?? 0)).toBe(true);
  expect(first.list.map(({ id }) => id)).toContain(own);
  const all = [...first.list, ...(await page(2)).list].map(({ id }) => id);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBe(Math.min(first.total, 20));
  expect((await page(1, '家导')).list[0]?.id).toBe(own);
  expect((await page(100_000)).list).toEqual([]);
  // with more own rows than fit on a page, the next page begins with the rest of them
  for (let n = 0; n < 11; n += 1)
    await app.db.query(
      sql`update crew_guide set agency_id = ${agency.id} where id = ${await newGuide(app, '又一自家导')}`,
    );
  const owned = await Promise.all([...(await page(1)).list, ...(await page(2)).list].map(({ id }) => isOwn(id)));
  expect(owned.indexOf(false)).toBe(owned.lastIndexOf(true) + 1);
  expect(owned.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => true));
});
