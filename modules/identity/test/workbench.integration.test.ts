import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readListQuery, toWireParams } from '#kernel/list/list-query-in-url.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import type { CountOfRowsAwaitingOfficer } from '#modules/identity/server/workbench/count-of-rows-awaiting-officer.ts';
import { readWorkbench, type Workbench } from '#modules/identity/server/workbench/read-open-work-of-officer.ts';
import { resources } from '#modules/registry.ts';
import { readMemberCaller } from '#server/auth/read-caller-of-account-without-session.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { areasWhereCallerActsAtOfficeLevel } from '#server/read/scope/areas-where-caller-acts-at-office-level.ts';
import { searchAllResources } from '#server/read/search/search-all-resources.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let chief: Client;
let city: Client;
let county: Client;

const states = ['submitted', 'first_review', 'final_review', 'active', 'draft', 'change_pending'];

beforeAll(async () => {
  app = await startApp();
  [chief, city, county] = await Promise.all([
    app.client({ officer: 'admin' }),
    app.client({ officer: 'city' }),
    app.client({ officer: 'county1' }),
  ]);
  // 24 in the officer's county, 24 in a neighbouring county and 24 in another prefecture; a sixth in each state; half
  // overdue
  await app.db.query(
    `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status, due_at)
     select '企业' || n, 'W' || n, 'hotel', '王', '1', '王', '1', case when n <= 24 then '530102' when n <= 48 then '530103' else '530302' end, '人民路1号',
            ($1::text[])[1 + n % 6], case when n % 6 not in (3, 4) then now() + (case when n % 12 < 6 then -n else n end) * interval '1 hour' end
     from generate_series(1, 72) n`,
    [states],
  );
  await app.db.query(
    `insert into enterprise_claim (enterprise_id, applicant, mobile, reason, status)
     select id, '赵某', '13900000000', '本人为负责人', 'submitted' from enterprise where name in ('企业1', '企业25', '企业49')`,
  );
});
afterAll(() => app.close());

const read = async (client: Client) => (await client.get<Workbench>('/admin/dashboard/dashboard')).data;
const todoOf = async (client: Client, resource: string) =>
  (await read(client)).todo.filter((one) => one.resource === resource);

/** The rows of a link, queried like its list does. */
async function open(client: Client, path: string) {
  const query = readListQuery(new URLSearchParams(path.split('?')[1]), enterprise);
  const { data } = await client.get<{ list: { name: string; status: string; due_at: number }[]; total: number }>(
    '/admin/enterprise.enterprise/index',
    { ...toWireParams(query, enterprise), limit: 200 },
  );
  return data;
}

const expected = async (where: string) =>
  (await app.db.rows<{ name: string }>(`select name from enterprise where ${where}`)).map((row) => row.name).toSorted();

describe('pending work', () => {
  test.each([
    ['county1', 'a county', `area_code = '530102' and status in ('submitted', 'first_review')`],
    ['city', 'a city', `area_code like '5301%' and status in ('final_review', 'change_pending')`],
    ['admin', 'the super administrator', `status in ('submitted', 'first_review', 'final_review', 'change_pending')`],
  ])('%s: the steps of %s, and each number opens its rows', async (username, _who, where) => {
    const client = await app.client({ officer: username });
    const [one, ...rest] = await todoOf(client, 'enterprise/enterprise');
    expect(rest).toEqual([]);
    const { count, overdue, path, overdue_path } = one as CountOfRowsAwaitingOfficer;
    const rows = await expected(where);
    expect(rows.length).toBeGreaterThan(0);
    expect(count).toBe(rows.length);
    const opened = await open(client, path);
    expect(opened.list.map((row) => row.name).toSorted()).toEqual(rows);
    const late = await expected(`${where} and due_at < now()`);
    expect([overdue, late.length > 0, late.length < rows.length]).toEqual([late.length, true, true]);
    const openedLate = await open(client, overdue_path);
    expect(openedLate.list.map((row) => row.name).toSorted()).toEqual(late);
  });

  test('claims wait for the office that decides them', async () => {
    expect((await todoOf(county, 'enterprise/claim')).length).toBe(0);
    expect((await todoOf(city, 'enterprise/claim')).map((one) => one.count)).toEqual([2]);
    expect((await todoOf(chief, 'enterprise/claim')).map((one) => one.count)).toEqual([3]);
  });

  test('a level without an office is replaced by the next one', () => {
    const officer = (areaCode: string): Caller => ({ type: 'admin', super: false, areaCode }) as Caller;
    const desks = (areaCode: string) =>
      [3, 2].map((level) => areasWhereCallerActsAtOfficeLevel(app.engine.reference, officer(areaCode), level as 2 | 3));
    expect(desks('530102'), 'county').toEqual([[''], []]);
    expect(desks('530100'), 'prefecture').toEqual([[], ['']]);
    expect(desks('441900'), 'prefecture without counties').toEqual([[''], ['']]);
    expect(desks('530000'), 'province').toEqual([[], []]);
    expect(desks('110000'), 'municipality').toEqual([[], ['110100']]);
    expect(desks('420000')[1], 'province with counties right below it').toEqual(['429000']);
    expect([desks(''), desks('100000')], 'the country').toEqual([
      [[], []],
      [[], []],
    ]);
  });

  test('shows the earliest deadline first, with the unit of its limit', async () => {
    const added = await app.db.row<{ id: number }>(`select id from enterprise where name = '企业12'`);
    await app.db.query(`update enterprise set due_unit = 'workingDay' where id = $1`, [added?.id]);
    const { pressing } = await read(county);
    expect(pressing.map((one) => one.due_at)).toEqual(pressing.map((one) => one.due_at).toSorted((a, b) => a - b));
    const names = await expected(`area_code = '530102' and status in ('submitted', 'first_review')`);
    expect(pressing.map((one) => one.title).toSorted()).toEqual(names);
    expect(pressing[0]).toMatchObject({
      resource: 'enterprise/enterprise',
      title: '企业24',
      tone: 'progress',
      unit: null,
    });
    expect(pressing.find((one) => one.title === '企业12')?.unit).toBe('workingDay');
  });

  test('shows a missing deadline rule to its administrators', async () => {
    const remark = async (client: Client) =>
      (await client.get<{ remark: string }>('/admin/dashboard/dashboard')).data.remark;
    expect(await remark(chief)).toBe('');
    const moved = (day: string) =>
      app.db.query(`update system_time_rule set valid_from = $1 where code = 'enterprise_audit'`, [day]);
    await moved('2999-01-01');
    await app.engine.reference.reload();
    expect([await remark(chief), await remark(county)]).toEqual([
      '期限规则 enterprise_audit 没有有效版本：企业的“审核期限”无法起算，相关办理将被拒绝。请在“期限规则”中补充。',
      '',
    ]);
    await moved('2004-01-01');
    await app.engine.reference.reload();
  });

  test('uses the language of the caller', async () => {
    const english = await app.client({ officer: 'county1' }, 'en');
    const { pressing } = await read(english);
    expect(pressing[0]?.state).not.toMatch(/[\u4e00-\u9fff]/);
  });
});

/** The engine, recording its statements. */
function counted(engine: Engine): { engine: Engine; statements: string[] } {
  const statements: string[] = [];
  const note =
    <T extends 'row' | 'rows' | 'query'>(name: T) =>
    (...given: Parameters<Engine['db'][T]>) => {
      const [statement] = given;
      statements.push(typeof statement === 'string' ? statement : statement.text);
      return (engine.db[name] as (...all: typeof given) => unknown)(...given);
    };
  const db = { ...engine.db, row: note('row'), rows: note('rows'), query: note('query') } as Engine['db'];
  return { engine: { ...engine, db }, statements };
}

describe('search across all resources', () => {
  test('the palette reads three statements, uncounted: what the words stand for, where they occur, and what the officer may list', async () => {
    const caller = await app.officer('county1');
    const on = counted(app.engine);
    const few = { most: 30, mostOfEach: 5, compared: 40 };
    const { hits: found } = await searchAllResources(on.engine, resources, caller, '企业', few);
    // libraries that every office reads have the word too
    const hits = found.filter((hit) => hit.resource === 'enterprise/enterprise');
    expect(on.statements.length).toBe(3);
    expect(on.statements[2]).not.toMatch(/count\(/);
    expect(on.statements[2]).not.toContain('"auth_admin"');
    expect(found.map((hit) => hit.resource)).not.toContain('auth/admin');
    expect(hits.length).toBe(5);
    expect(hits[0]).toMatchObject({ title: expect.stringMatching(/^企业\d+$/), area: '五华区' });
    for (const search of ['a b', '企', ' ', '企 业'])
      expect((await searchAllResources(on.engine, resources, caller, search, few)).hits).toEqual([]);
    expect(on.statements.length).toBe(3);
  });

  test('a member finds their rows unless the rules of their group withhold the list', async () => {
    const { id } = await app.member('searches_qian');
    await app.db.query(
      `insert into enterprise_person (enterprise_id, user_id, name, role, status) select id, ${id}, '钱', 'owner', 'active' from enterprise where name = '企业36'`,
    );
    const found = async () => {
      const caller = (await readMemberCaller(app.db, id, 'zh-cn')) as Caller;
      const few = { most: 30, mostOfEach: 5, compared: 40 };
      const { hits } = await searchAllResources(app.engine, resources, caller, '企业36', few);
      return hits.filter(({ resource }) => resource === 'enterprise/enterprise').map(({ title }) => title);
    };
    expect(await found()).toEqual(['企业36']);
    const own = await app.client({ member: 'searches_qian' });
    const page = await own.get<{ list: { title: string }[]; kinds: { value: string; count: number }[] }>(
      '/api/search/page',
      { quick_search: '企业36' },
    );
    expect(page.data.list.map(({ title }) => title)).toContain('企业36');
    expect(page.data.kinds).toContainEqual(expect.objectContaining({ value: 'enterprise/enterprise', count: 1 }));
    await app.db.query(`with made as (insert into user_group (name, rules) select '无企业', array_agg(id) from user_rule where name <> 'enterprise/enterprise' returning id)
      update member set group_id = made.id from made where member.id = ${id}`);
    expect(await found()).toEqual([]);
  });

  test('the palette answers titles with their kind', async () => {
    const found = async (quick_search: string, client = county) =>
      (await client.get<{ list: Record<string, unknown>[] }>('/admin/search/index', { quick_search })).data.list;
    expect(await found('企业24')).toEqual([
      {
        resource: 'enterprise/enterprise',
        id: expect.any(Number),
        title: '企业24',
        subtitle: '企业 · 待受理 · 五华区',
      },
    ]);
    expect(await found('企业30')).toEqual([]);
    expect(await found('企业30', city)).toHaveLength(1);
    const bad = ['\ud800', "' or 1=1 --", '%%', 'x'.repeat(600)];
    for (const search of bad)
      expect((await county.get('/admin/search/index', { quick_search: search })).status).toBe(200);
  });

  test('readers of English find titles and divisions in English, by words of either language', async () => {
    const english = await app.client({ officer: 'admin' }, 'en');
    await app.db.query(`insert into message_notice (admin_id, kind, template_code, label, label_en, content, content_en)
      select id, 'system', 'maintenance', '系统维护通知', 'Maintenance tonight', '今晚停机', 'The platform pauses' from auth_admin where username = 'admin'`);
    interface Found {
      list: { resource: string; title: string; subtitle: string }[];
      areas: { value: string; label: string }[];
    }
    const find = async (quick_search: string, resource: string) =>
      (await english.get<Found>('/admin/search/page', { quick_search, resource })).data;
    for (const typed of ['系统维护通知', 'maintenance tonight'])
      expect((await find(typed, 'message/notice')).list, typed).toMatchObject([{ title: 'Maintenance tonight' }]);
    for (const typed of ['五华区', 'wuhua'])
      expect((await find(typed, 'system/area')).list[0], typed).toMatchObject({ title: 'Wuhua' });
    const { list, areas } = await find('企业24', 'enterprise/enterprise');
    expect(list).toMatchObject([{ title: '企业24', subtitle: expect.stringMatching(/ · Wuhua$/) }]);
    expect(areas).toMatchObject([{ value: '530102', label: 'Wuhua' }]);
    for (const typed of ['超级管理组', 'super administrators'])
      expect((await find(typed, 'auth/group')).list[0], typed).toMatchObject({ title: 'Super administrators' });
  });

  test('the page answers the best hits with their number by kind, area and year', async () => {
    interface Facet {
      value: string;
      count: number;
    }
    type Page = { list: { resource: string }[]; total: number } & Record<'kinds' | 'areas' | 'years', Facet[]>;
    const read = async (chosen: Record<string, unknown>, client = city) =>
      (await client.get<Page>('/admin/search/page', { quick_search: '企业', ...chosen })).data;
    const all = await read({ resource: 'enterprise/enterprise' });
    expect(all.list.every(({ resource }) => resource === 'enterprise/enterprise')).toBe(true);
    expect(all.areas.length).toBeGreaterThan(1);
    expect(all.areas.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
    const [area] = all.areas;
    expect((await read({ resource: 'enterprise/enterprise', area_code: area?.value })).total).toBe(area?.count);
    const [year] = all.years;
    expect((await read({ resource: 'enterprise/enterprise', year: year?.value })).total).toBe(year?.count);
    expect((await read({ resource: 'enterprise/enterprise', year: 1900 })).total).toBe(0);
    expect((await read({ resource: 'no/thing' })).total).toBe(0);
    const own = await read({ resource: 'enterprise/enterprise' }, county);
    expect(own.areas.map(({ value }) => value)).toEqual(['530102']);
    expect(own.total).toBeLessThan(all.total);
  });

  test('the workbench reads two statements, however much work there is, and one more for who may replace the signing key', async () => {
    const on = counted(app.engine);
    await readWorkbench(on.engine, await app.officer('admin'));
    expect(on.statements.length).toBe(3);
    on.statements.length = 0;
    await readWorkbench(on.engine, await app.officer('city'));
    expect(on.statements.length).toBe(2);
  });
});

describe('a proposal pending for another officer', () => {
  test('is pending for those who may confirm it, not for its author, and its count opens just that row', async () => {
    const row = await app.db.row<{ id: number; version: number; name: string }>(
      `select id, version, name from enterprise where status = 'active' and area_code = '530102' order by id limit 1`,
    );
    const waiting = async (client: Client) => {
      const [one] = await todoOf(client, 'enterprise/enterprise');
      const opened = (await open(client, one?.path ?? '')).list.map((each) => each.name);
      expect(opened.length, 'its number').toBe(one?.count);
      return opened.includes(row?.name ?? '');
    };
    expect(await waiting(chief)).toBe(false);
    const proposed = await city.post('/admin/enterprise.enterprise/revoke', {
      id: row?.id,
      version: row?.version,
      document_no: '昆文旅罚〔2026〕1号',
      reason: '拒不整改，情节严重',
    });
    expect([proposed.code, proposed.msg]).toEqual([1, '操作成功']);
    expect(await waiting(chief)).toBe(true);
    expect(await waiting(city)).toBe(false);
    expect(await waiting(county), 'who may not confirm').toBe(false);
  });
});
