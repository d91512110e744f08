import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Workbench } from '#modules/identity/server/workbench.ts';
import { type Client, startApp, type TestApp } from '../../../test/engine.ts';

let app: TestApp;
let county: Client;

const states = ['submitted', 'first_review', 'final_review', 'active', 'draft'];

beforeAll(async () => {
  app = await startApp();
  county = await app.client({ officer: 'county1' });
  // 20 in the officer's county and 20 beside it; every fifth is of a state, deadlines run from yesterday on
  await app.db.query(
    `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status, due_at)
     select '企业' || n, 'W' || n, 'hotel', '王', '1', '王', '1', case when n <= 20 then '530102' else '530103' end, '人民路1号',
            ($1::text[])[1 + n % 5], case when n % 5 < 3 then now() + (n - 3) * interval '1 hour' end
     from generate_series(1, 40) n`,
    [states],
  );
});
afterAll(() => app.close());

const read = async (client: Client) => (await client.get<Workbench>('/admin/dashboard/dashboard')).data;

describe('the workbench', () => {
  test('counts what waits for the officer, in their area alone', async () => {
    const { todo } = await read(county);
    const [enterprises] = todo.filter((one) => one.resource === 'enterprise/enterprise');
    const listed = new URLSearchParams(enterprises?.path.split('?')[1]);
    expect(listed.get('status.in')?.split(',').toSorted()).toEqual(enterprises?.states.toSorted());
    expect(listed.get('order')).toBe('due_at,asc');
    const { rows } = await app.db
      .rows<{ count: number; overdue: number }>(
        `select count(*)::int as count, count(*) filter (where due_at < now())::int as overdue from enterprise
         where area_code = '530102' and status = any($1)`,
        [enterprises?.states],
      )
      .then((found) => ({ rows: found }));
    expect(enterprises?.count).toBeGreaterThan(0);
    expect(rows).toEqual([{ count: enterprises?.count, overdue: enterprises?.overdue }]);
  });

  test('puts the deadline that comes first before the others', async () => {
    const { pressing, todo } = await read(county);
    expect(pressing.length).toBe(8);
    expect(pressing.map((one) => one.due_at)).toEqual(pressing.map((one) => one.due_at).toSorted((a, b) => a - b));
    expect(pressing[0]).toMatchObject({ resource: 'enterprise/enterprise', title: '企业1', tone: 'progress' });
    const inArea = await app.db.rows<{ id: number }>(`select id from enterprise where area_code = '530102'`);
    expect(inArea.map((one) => Number(one.id))).toEqual(expect.arrayContaining(pressing.map((one) => one.id)));
    expect(todo.length).toBeGreaterThan(0);
  });

  test('speaks the language of the caller', async () => {
    const english = await app.client({ officer: 'county1' }, 'en');
    const { pressing } = await read(english);
    expect(pressing[0]?.state).not.toMatch(/[\u4e00-\u9fff]/);
  });
});
