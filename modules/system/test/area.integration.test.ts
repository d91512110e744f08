import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { department } from '#modules/identity/contract/department.ts';
import { sql } from '#server/db/sql.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

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

/** The area of an officer, and the departments they see among those a test has renamed. */
async function seenBy(username: string) {
  const officer = { ...(await app.officer(username)), nodes: new Set([`${department.name}/index`]) };
  const seen = await app.db.rows<{ id: number }>(sql`select t.id from auth_department t
    where ${whereOfList(app.engine, department, officer, { conditions: [], quickSearch: '' })} and t.area_code like '5390%' order by t.id`);
  return { areaCode: officer.areaCode, absorbed: officer.absorbed, departments: seen.map(({ id }) => id) };
}

test('divisions are returned level by level, at every URL of the contract', async () => {
  for (const [client, path] of [
    [nobody, '/api/ajax/area'],
    [chief, '/admin/ajax/area'],
    [chief, '/admin/data.area/getAreaData'],
  ] as const) {
    const areas = async (query: object) => (await client.get<Option[]>(path, { ...query })).data;
    const [provinces, cities, counties] = [
      await areas({}),
      await areas({ province: '530000' }),
      await areas({ province: '530000', city: '530100' }),
    ];
    expect(
      provinces.find((one) => one.value === '530000'),
      path,
    ).toMatchObject({ label: '云南省', label_en: 'Yunnan' });
    expect(cities.find((one) => one.value === '530100')).toMatchObject({
      label: '昆明市',
      label_en: 'Kunming',
      leaf: false,
    });
    expect(counties.find((one) => one.value === '530102')).toMatchObject({ label: '五华区', leaf: true });
    expect(await areas({ province: '999999' })).toEqual([]);
  }
});

test('a replaced division is found but not offered, its successor is proposed, and its officers can continue', async () => {
  // a county of its own per run, since a retried test needs an unused code
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
      name: `${area_code}局`,
      kind: 'bureau',
      area_code,
      status: '1',
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

  const { data: after } = await addDepartment(now);
  const officer = await seenBy('county3');
  expect([officer.areaCode, officer.departments]).toEqual([now, [before.id, after.id]]);
  const listedAt = async (operator: string) => {
    const search = [{ field: 'area_code', operator, val: now }];
    const { data } = await chief.get<{ list: { id: number }[] }>('/admin/auth.department/index', { search });
    return data.list.map(({ id }) => id).toSorted((one, another) => one - another);
  };
  expect(await listedAt('='), 'the merged division is within it').toEqual([before.id, after.id]);
  expect(await listedAt('IN'), 'but not directly in it').toEqual([after.id]);
  const saved = await chief.post('/admin/auth.department/edit', { id: before.id, name: '旧县文旅局', area_code: old });
  expect(saved.code, 'what stands there stays').toBe(1);
  expect((await chief.get('/admin/auth.department/edit', { id: before.id })).data).toMatchObject({
    row: { area_code: old, area: { name: '旧县' } },
  });
});

describe('an officer of a discontinued county', () => {
  /** New divisions per run: `5391…`, with an office in each, discontinued and replaced as given. */
  async function divisions(names: readonly string[], followed: Readonly<Record<string, string>>) {
    const used = await app.db.row<{ n: number }>(`select count(*)::int as n from system_area where code like '5390%'`);
    const codes = Object.fromEntries(
      names.map((name, at) => [name, `5390${String((used?.n ?? 0) + at + 1).padStart(2, '0')}`]),
    );
    const offices: Record<string, number> = {};
    for (const [name, code] of Object.entries(codes)) {
      const next = followed[name];
      await app.db.query(sql`insert into system_area (code, name, level, parent_code, valid_to, replaced_by)
        values (${code}, ${name}, '3', '530100', ${next ? yesterday : null}, ${next ? (codes[next] ?? next) : null})`);
      const office = await app.db.row<{ id: number }>(sql`insert into auth_department (name, kind, area_code)
        values (${`${name}${code}`}, 'bureau', ${code}) returning id`);
      offices[name] = office?.id ?? 0;
    }
    await app.engine.reference.reload();
    const of = async (name: string) => {
      await app.db.query('update auth_admin set area_code = $1 where username = $2', [codes[name] ?? name, 'county3']);
      const seen = await seenBy('county3');
      const visible = Object.entries(offices).filter(([, id]) => seen.departments.includes(id));
      return [Object.entries(codes).find(([, code]) => code === seen.areaCode)?.[0], visible.map(([each]) => each)];
    };
    return { codes, of };
  }

  test('acts for the renamed county, however often it was renamed', async () => {
    const { of } = await divisions(['甲', '乙', '丙'], { 甲: '乙', 乙: '丙' });
    expect(await of('甲')).toEqual(['丙', ['甲', '乙', '丙']]);
    expect(await of('丙'), 'as do the officers of that one').toEqual(['丙', ['甲', '乙', '丙']]);
  });

  test('acts for the county it was merged into, together with its other parts', async () => {
    const { of } = await divisions(['甲', '乙', '丙'], { 甲: '丙', 乙: '丙' });
    expect(await of('乙')).toEqual(['丙', ['甲', '乙', '丙']]);
  });

  test('acts for its successor and the former county, not for another part', async () => {
    const { of } = await divisions(['甲', '乙', '丙'], { 甲: '乙' });
    expect(await of('甲')).toEqual(['乙', ['甲', '乙']]);
    expect(await of('丙')).toEqual(['丙', ['丙']]);
  });

  test("keeps the former area if it was merged into a larger division: nobody's reach grows by a merger", async () => {
    const { of } = await divisions(['甲', '乙'], { 甲: '530100' });
    expect(await of('甲')).toEqual(['甲', ['甲']]);
    expect((await of('530100'))[1], 'which contains it now').toEqual(['甲']);
  });

  test('adds rows in the successor, and nowhere else', async () => {
    const { codes, of } = await divisions(['甲', '乙', '丙'], { 甲: '乙' });
    await of('甲');
    const officer = { ...(await app.officer('county3')), nodes: new Set([`${department.name}/add`]) };
    const add = (area_code: string | undefined) =>
      write(app.engine, department, officer, {
        operation: 'add',
        input: { name: `新设${area_code}`, kind: 'bureau', area_code, status: '1' },
      });
    expect((await add(codes.乙)).id).toBeGreaterThan(0);
    await expect(add(codes.丙)).rejects.toMatchObject({
      data: { errors: { area_code: ['地区无效，请从列表中选择'] } },
    });
    await expect(add(codes.甲), 'which has ended').rejects.toMatchObject({ data: { reason: 'invalid' } });
  });
});

test('divisions have their usual English names, and added ones the pinyin of their names', async () => {
  await app.db.query(
    `insert into system_area (code, name, short_name, full_name, pinyin, level, parent_code)
     values ('530188', '新滇区', '新滇', '云南省昆明市新滇区', 'xindian xd', '3', '530100')`,
  );
  const names = async () => (await nobody.get<{ names: [string, string][] }>('/api/ajax/areaNames')).data.names;
  await expect.poll(names).toEqual(
    expect.arrayContaining([
      ['昆明市', 'Kunming'],
      ['陕西省', 'Shaanxi'],
      ['新滇区', 'Xindian'],
    ]),
  );
});

test('a row with an English name has it wherever it is named (titleEnglish)', async () => {
  const officers = (await chief.get<{ list: object[] }>('/admin/auth.admin/index')).data.list;
  expect(JSON.stringify(officers)).toContain('"name":"超级管理组","name_en":"Super administrators"');
  const rules = await chief.get<{ list: object[] }>('/admin/system.timeRule/index', { limit: '200' });
  expect(JSON.stringify(rules.data)).toContain('"name_en":"Enterprise registration review"');
  const days = await chief.get<{ days: object[] }>('/admin/system.calendar/days', {
    from: '2026-10-01',
    to: '2026-10-01',
  });
  expect(days.data.days).toMatchObject([{ name: '国庆节', name_en: 'National Day' }]);
});
