import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/calendar.ts';
import { department } from '#modules/identity/contract/department.ts';
import { sql } from '#server/db/sql.ts';
import { whereOf } from '#server/read/list.ts';
import { type Client, startApp, type TestApp } from '../../../test/engine.ts';

let app: TestApp;
let chief: Client;
let nobody: Client;

beforeAll(async () => {
  app = await startApp();
  [chief, nobody] = await Promise.all([app.client({ officer: 'admin' }), app.client('nobody')]);
});
afterAll(() => app.close());

const yesterday = addDays(shanghaiToday(), -1);
type Option = { value: string; label: string; leaf: boolean };
const idOf = async (code: string) =>
  (await app.db.row<{ id: number }>('select id from system_area where code = $1', [code]))?.id ?? 0;
const change = async (code: string, values: object) =>
  chief.post<{ errors?: Record<string, string[]> }>('/admin/system.area/edit', { id: await idOf(code), ...values });

test('divisions are told level by level, at every address the contract names', async () => {
  for (const [client, path] of [
    [nobody, '/api/ajax/area'],
    [chief, '/admin/ajax/area'],
    [chief, '/admin/data.area/getAreaData'],
  ] as const) {
    const ask = async (query: object) => (await client.get<Option[]>(path, { ...query })).data;
    const [provinces, cities, counties] = [
      await ask({}),
      await ask({ province: '530000' }),
      await ask({ province: '530000', city: '530100' }),
    ];
    expect(
      provinces.find((one) => one.value === '530000'),
      path,
    ).toMatchObject({ label: '云南省' });
    expect(cities.find((one) => one.value === '530100')).toMatchObject({ label: '昆明市', leaf: false });
    expect(counties.find((one) => one.value === '530102')).toMatchObject({ label: '五华区', leaf: true });
    expect(await ask({ province: '999999' })).toEqual([]);
  }
});

test('what was replaced is found and no longer offered, its successor is proposed, and its officers go on', async () => {
  // a county of its own for this test, as it is tried again under another code
  const used = await app.db.row<{ n: number }>(`select count(*)::int as n from system_area where code like '5390%'`);
  const code = (n: number) => `5390${String((used?.n ?? 0) + n).padStart(2, '0')}`;
  const [old, now] = [code(1), code(2)];
  const make = (which: string, name: string) =>
    chief.post('/admin/system.area/add', {
      code: which,
      name,
      full_name: `云南省${name}`,
      level: '3',
      parent_code: '530100',
    });
  expect([(await make(old, '旧县')).code, (await make(now, '新区')).code]).toEqual([1, 1]);
  const addDepartment = (area_code: string) =>
    chief.post<{ id: number; errors?: Record<string, string[]> }>('/admin/auth.department/add', {
      ...{ name: `${area_code}局`, kind: 'bureau', area_code, status: '1' },
    });
  const { data: before } = await addDepartment(old);
  await app.db.query(`update auth_admin set area_code = $1 where username = 'county3'`, [old]);

  expect((await change(old, { replaced_by: now })).data.errors?.valid_to).toHaveLength(1);
  expect((await change(old, { replaced_by: old, valid_to: yesterday })).data.errors?.replaced_by).toHaveLength(1);
  expect((await change(old, { replaced_by: now, valid_to: yesterday })).code).toBe(1);
  expect((await change(now, { replaced_by: old, valid_to: yesterday })).code, 'in a circle').toBe(0);

  const offered = (await chief.get<Option[]>('/admin/ajax/area', { province: '530000', city: '530100' })).data;
  expect(offered.map((one) => one.value)).toEqual(expect.not.arrayContaining([old]));
  expect(offered.map((one) => one.value)).toContain(now);
  const path = await nobody.get('/api/ajax/areaPath', { code: old });
  expect(path.data).toMatchObject({ ended: { on: yesterday, successor: { code: now, name: '新区' } } });
  expect((await addDepartment(old)).data.errors?.area_code).toEqual(['“云南省旧县”已由“云南省新区”替代，请改选']);

  const officer = { ...(await app.officer('county3')), nodes: new Set([`${department.name}/index`]) };
  const seen = await app.db.rows<{ id: number }>(
    sql`select t.id from auth_department t where ${whereOf(app.engine, department, officer, { conditions: [], quickSearch: '' })}`,
  );
  expect([officer.areaCode, seen.map((one) => one.id)]).toEqual([old, [before.id]]);
  const kept = await chief.post('/admin/auth.department/edit', { id: before.id, name: '旧县文旅局', area_code: old });
  expect(kept.code, 'what stands there stays').toBe(1);
  expect((await chief.get('/admin/auth.department/edit', { id: before.id })).data).toMatchObject({
    row: { area_code: old, area: { name: '旧县' } },
  });
});
