import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorSlugs } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../../test/support/test-engine.ts';
import { type Agency, openAgency } from '../agency.ts';
import { at, dayTrip, type Fleet, openFleet } from '../team.ts';

/** The home page of the people of agencies and coach firms. */
let app: TestApp;
let agency: Agency;
let fleet: Fleet;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  fleet = await openFleet(app);
}, 120_000);
afterAll(() => app.close());

interface Home {
  todo: { title: string; count: number; path: string }[];
  today: { resource: string; title: string; none: string | null; count: number; path: string; rows: Shown[] }[];
  acts: { resource: string; title: string; path: string }[];
}
type Shown = { id: number; title: string; at: number; state: string };
const home = async (client: Client) => (await client.get<Home>('/api/account/overview')).data;
/** The number of rows in the list that a link of the home page opens. */
async function listed(client: Client, path: string): Promise<number> {
  const [, resource = '', query = ''] = /^\/user\/([\w/]+)\?(.*)$/.exec(path) ?? [];
  const operators = Object.fromEntries(Object.entries(operatorSlugs).map(([operator, slug]) => [slug, operator]));
  const search = [...new URLSearchParams(query)].flatMap(([name, val]) => {
    const [field, slug = ''] = name.split('.');
    return slug === '' ? [] : [{ field, operator: operators[slug] ?? slug, val }];
  });
  const { data } = await client.get<{ total: number }>(`/api/${resource.replace('/', '.')}/index`, { search });
  return data.total;
}

const today = shanghaiToday();
async function addTeam(day: string, status: string): Promise<number> {
  const span = { start_at: at(`${day}T08:00`), end_at: at(`${day}T18:00`) };
  const added = await agency.owner.post<{ id: number }>('/api/travel.itinerary/add', await dayTrip(app, agency, span));
  expect(added.code, JSON.stringify(added.data)).toBe(1);
  await app.db.query(sql`update travel_itinerary set status = ${status} where id = ${added.data.id}`);
  return added.data.id;
}

test('an agency sees the teams of the day by name, those that leave soon, and its first steps', async () => {
  const before = await home(agency.owner);
  expect(before.today.find(({ title }) => title === '今日团队')).toMatchObject({
    count: 0,
    rows: [],
    none: expect.stringMatching(/^今天没有团队/),
  });
  expect(before.today.find(({ title }) => title === '七天内出发的团队')).toMatchObject({ count: 0, none: null });
  expect(before.acts[0]).toEqual({
    resource: 'travel/itinerary',
    title: '新建团队',
    path: '/user/travel/itinerary?form=add',
  });

  const now = await addTeam(today, 'confirmed');
  const soon = await addTeam(addDays(today, 3), 'draft');
  await addTeam(addDays(today, 30), 'draft');
  const after = await home(agency.owner);
  const part = after.today.find(({ title }) => title === '今日团队');
  expect(part).toMatchObject({
    count: 1,
    rows: [{ id: now, title: `昆明—大理一日游 · ${today} · 3 人`, state: '已确认' }],
  });
  expect(part?.rows[0]?.at).toBe(at(`${today}T08:00`));
  expect(await listed(agency.owner, part?.path ?? '')).toBe(1);
  const next = after.today.find(({ title }) => title === '七天内出发的团队');
  expect(next?.rows.map(({ id }) => id)).toEqual([soon]);
  expect(after.todo.find(({ title }) => title === '尚未提交的团队')).toMatchObject({ count: 2 });

  const english = await home(await app.client({ member: agency.username }, 'en'));
  expect(english.today.find(({ resource }) => resource === 'travel/itinerary')).toMatchObject({
    title: "Today's teams",
    rows: [{ title: `昆明—大理一日游 · ${today} · 3 pax` }],
  });
  // no rows of others
  const rival = await openAgency(app);
  expect((await home(rival.owner)).today.every(({ count }) => count === 0)).toBe(true);
});

test('a coach firm sees its requests, and an inquiry counts as one', async () => {
  const demand = await agency.owner.post<{ id: number }>('/api/rental.demand/add', {
    agency_id: agency.id,
    route: '昆明—石林',
    people: 20,
    asked: [fleet.id],
    from_at: at(`${addDays(today, 5)}T08:00`),
    to_at: at(`${addDays(today, 5)}T18:00`),
  });
  expect(demand.code, JSON.stringify(demand.data)).toBe(1);
  const { todo } = await home(fleet.owner);
  const line = todo.find(({ title }) => title === '待报价的询价');
  expect(line).toMatchObject({ count: 1 });
  expect(await listed(fleet.owner, line?.path ?? '')).toBe(1);
  type Rule = { name: string; title: string; children?: Rule[] };
  const { data } = await fleet.owner.get<{ menus: Rule[] }>('/api/user/index');
  const flat = (rules: readonly Rule[]): Rule[] => rules.flatMap((one) => [one, ...flat(one.children ?? [])]);
  expect(flat(data.menus).find(({ name }) => name === 'rental/order')?.title).toBe('询价与订单');
});
