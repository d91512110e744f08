import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { maxExactTotal } from './exact-or-estimated-list-total.ts';
import { maxPoints } from './read-map-points-of-list.ts';

type Point = [id: number, lng: number, lat: number, title: string, status: string, area: string];
interface Found {
  list: { name: string }[];
  total: number;
  total_estimated?: boolean;
}
interface Answer {
  points: Point[];
  more: boolean;
}

let app: TestApp;
let city: Client;
let county: Client;
const path = '/admin/enterprise.enterprise/points';

beforeAll(async () => {
  app = await startApp();
  [city, county] = await Promise.all([app.client({ officer: 'city' }), app.client({ officer: 'county1' })]);
  await app.db.query(
    `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, place, status)
     select '企业' || n, 'P' || n, 'hotel', '王', '1', '王', '1', case when n % 2 = 0 then '530102' else '530103' end, '人民路1号',
            case when n % 3 > 0 then point(102 + n / 1000.0, 25) end, case when n % 4 = 0 then 'active' else 'submitted' end
     from generate_series(1, 60) n`,
  );
});
afterAll(() => app.close());

const read = async (client: Client, query: Record<string, unknown> = {}) =>
  (await client.get<Answer>(path, query)).data;

describe('the points of a list', () => {
  test("are every row that has a place, where it is, of the caller's area alone", async () => {
    const { points, more } = await read(city);
    expect(more).toBe(false);
    expect(points.length).toBe(40);
    const [first] = points;
    expect(first?.slice(1)).toEqual([102.059, 25, '企业59', 'submitted', '530103']);
    const own = await read(county);
    expect(own.points.length).toBe(20);
    expect(new Set(own.points.map(([, , , , , area]) => area))).toEqual(new Set(['530102']));
  });

  test('follow the conditions and the search of the list', async () => {
    const search = [{ field: 'status', operator: '=', val: 'active' }];
    const active = await read(city, { search });
    expect(active.points.map(([, , , , status]) => status)).toEqual(Array.from({ length: 10 }, () => 'active'));
    const found = await read(city, { quick_search: '企业10' });
    expect(found.points.map(([, , , title]) => title)).toEqual(['企业10']);
    expect((await city.get(path, { search: [{ field: 'nothing', operator: '=', val: '1' }] })).code).not.toBe(1);
  });

  test('are cut at what a map can hold, and say so', async () => {
    const made = Math.max(maxPoints, maxExactTotal + 1);
    await app.db.query(
      `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, place, status)
       select '多家' || n, 'M' || n, 'hotel', '王', '1', '王', '1', '530102', '人民路1号', point(102.7, 25), 'active'
       from generate_series(1, $1) n`,
      [made],
    );
    const { points, more } = await read(city);
    expect([points.length, more]).toEqual([maxPoints, true]);
    // nor does the list count all that a search finds; its page is exact
    const query = { quick_search: '多家', limit: 2, page: 2 };
    const { data } = await city.get<Found>('/admin/enterprise.enterprise/index', query);
    expect(data.list.map(({ name }) => name)).toEqual([`多家${made - 2}`, `多家${made - 3}`]);
    expect([data.total > maxExactTotal, data.total_estimated]).toEqual([true, true]);
  });
});
