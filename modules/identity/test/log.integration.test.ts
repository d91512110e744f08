import { afterAll, beforeAll, expect, test } from 'vitest';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { openRefusalLog, type RefusedCall } from '#server/http/log-refused-calls.ts';
import { removeAgedRows } from '#server/retention/remove-aged-rows.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

interface Line {
  id: number;
  username: string;
  record_key: string | null;
}
const find = async (query: Record<string, unknown>) =>
  (await chief.get<{ list: Line[] }>('/admin/auth.adminLog/index', query)).data.list;

test('the operation log is found by words, record, person and time', async () => {
  const added = await chief.post<{ id: number }>('/admin/auth.department/add', {
    name: '日志测试科',
    kind: 'section',
    status: '1',
    area_code: '530100',
  });
  const key = `auth/department:${added.data.id}`;
  const is = (field: string, val: string, operator = '=') => ({ search: [{ field, operator, val }] });
  const [line] = await find(is('record_key', key));
  expect(line).toMatchObject({ username: 'admin', record_key: key });
  for (const query of [
    { quick_search: '日志测试科' },
    { quick_search: '部门 admin' },
    { search: [...is('username', 'admin').search, ...is('record_key', key).search] },
    is('createtime', '2026-01-01 00:00:00,2099-01-01 00:00:00', 'RANGE'),
  ])
    expect((await find(query)).map(({ id }) => id)).toContain(line?.id);
  expect(await find(is('createtime', '2020-01-01 00:00:00,2021-01-01 00:00:00', 'RANGE'))).toEqual([]);
});

test("actions are shown in the reader's language, in lists, records, searches and order", async () => {
  const name = '双语日志科';
  const added = await chief.post<{ id: number }>('/admin/auth.department/add', {
    name,
    kind: 'section',
    status: '1',
    area_code: '530100',
  });
  expect((await chief.post('/admin/auth.department/edit', { id: added.data.id, remark: '改' })).code).toBe(1);
  expect((await chief.del('/admin/auth.department/del', { ids: [added.data.id] })).code).toBe(1);
  await app.db.query(sql`insert into auth_admin_log (admin_id, username, title, url, subject)
    values (1, 'admin', '从前的操作', '/', jsonb_build_object('title', ${name}::text))`);
  const english = await app.client({ officer: 'admin' }, 'en');
  const titles = async (client: Client, query: Record<string, unknown>) => {
    const { data } = await client.get<{ list: { id: number; title: string }[] }>('/admin/auth.adminLog/index', {
      quick_search: name,
      order: 'id,asc',
      ...query,
    });
    return data.list.map(({ title }) => title);
  };
  expect(await titles(chief, {})).toEqual(['部门-添加', '部门-编辑', '部门-删除', '从前的操作']);
  expect(await titles(english, {})).toEqual([
    'Departments: Add',
    'Departments: Edit',
    'Departments: Delete',
    '从前的操作',
  ]);
  expect(await titles(chief, { order: 'title,asc' })).toEqual(['部门-编辑', '部门-删除', '部门-添加', '从前的操作']);
  const latin = (await titles(english, { order: 'title,asc' })).filter((title) => title !== '从前的操作');
  expect(latin).toEqual(['Departments: Add', 'Departments: Delete', 'Departments: Edit']);
  for (const search of ['删除', 'delete', 'Departments: Delete'])
    for (const client of [chief, english])
      expect(await titles(client, { quick_search: `${name} ${search}` }), search).toHaveLength(1);
  const by = (operator: string, val: string) => ({ search: [{ field: 'title', operator, val }] });
  for (const query of [by('LIKE', 'edit'), by('=', 'Departments: Edit'), by('LIKE', '编辑')])
    expect(await titles(english, query)).toEqual(['Departments: Edit']);
  expect(await titles(english, by('NOT LIKE', 'departments'))).toEqual(['从前的操作']);
  const [line] = (
    await english.get<{ list: { id: number }[] }>('/admin/auth.adminLog/index', { quick_search: `${name} edit` })
  ).data.list;
  const record = await english.get<{ row: Record<string, unknown> }>('/admin/auth.adminLog/edit', { id: line?.id });
  expect(record.data.row).toMatchObject({ title: 'Departments: Edit' });
  expect(record.data.row).not.toHaveProperty('title_en');
});

test('no statement changes a line or deletes it early', async () => {
  const add = (age: string) =>
    app.db.row<{ id: number }>(sql`insert into auth_admin_log (admin_id, username, title, url, createtime)
      values (1, 'admin', '旧', '/', now() - ${age}::interval) returning id`);
  const young = (await add('5 months'))?.id ?? 0;
  const middle = (await add('13 months'))?.id ?? 0;
  const old = (await add('25 months'))?.id ?? 0;
  for (const statement of [
    sql`update auth_admin_log set title = 'x' where id = ${old}`,
    sql`delete from auth_admin_log where id = ${young}`,
    sql`truncate auth_admin_log`,
  ])
    await expect(app.db.query(statement)).rejects.toThrow('only added to');
  await removeAgedRows(app.engine, app);
  const left = await app.db.rows<{ id: number }>(
    sql`select id from auth_admin_log where id = any(${[young, middle, old]}::bigint[]) order by id`,
  );
  expect(
    left.map(({ id }) => id),
    'kept for 24 months by default',
  ).toEqual([young, middle]);
});

interface Refusal {
  readonly username: string;
  readonly title: string;
  readonly outcome: string;
  readonly answer: string;
  readonly times: number;
  readonly data: string;
  readonly record_key: string;
}
const refusals = async (username: string) => {
  await app.server.refusals.flush();
  const search = [
    { field: 'username', operator: '=', val: username },
    { field: 'outcome', operator: '<>', val: 'done' },
  ];
  const { data } = await chief.get<{ list: Refusal[] }>('/admin/auth.adminLog/index', {
    search,
    limit: 200,
    order: 'id,asc',
  });
  return data.list;
};

test('refusals are logged: actor, action, row and outcome', async () => {
  const county = await app.client({ officer: 'county1' });
  const tried = { id: 999999, username: 'x', password: 'Secret-Word-77', mobile: '13800001234' };
  for (let times = 0; times < 3; times++) expect((await county.post('/admin/auth.admin/edit', tried)).code).not.toBe(1);
  await app.server.refusals.flush();
  expect((await county.post('/admin/auth.admin/edit', tried)).code).not.toBe(1);
  const rows = (await refusals('county1')).filter(({ record_key: key }) => key === 'auth/admin:999999');
  expect(rows, 'the same within a minute is one line').toHaveLength(1);
  expect(rows[0]).toMatchObject({
    times: 4,
    title: expect.stringContaining('编辑'),
    answer: expect.stringMatching(/./),
  });
  expect(rows[0]?.data).not.toMatch(/Secret-Word-77|13800001234/);
  await county.get('/admin/auth.menu/edit', { id: 1 });
  expect(await refusals('county1')).toContainEqual(expect.objectContaining({ outcome: 'forbidden' }));
  expect((await chief.post('/admin/auth.department/add', { name: '' })).code).toBe(0);
  expect(await refusals('admin')).toContainEqual(
    expect.objectContaining({ outcome: 'refused', title: '部门-添加', answer: expect.stringMatching(/./) }),
  );
  const english = await app.client({ officer: 'admin' }, 'en');
  const { data } = await english.get<{ list: Refusal[] }>('/admin/auth.adminLog/index', {
    search: [{ field: 'outcome', operator: '=', val: 'refused' }],
  });
  expect(data.list.map(({ title }) => title)).toContain('Departments: Add');
});

test('rows refused in a batch are logged each, and a flood of them is counted', async () => {
  const city = await app.client({ officer: 'city' });
  const rows = Array.from({ length: 100 }, (_, place) => [800000 + place]);
  const answer = await city.post<{ refused: unknown[] }>('/admin/auth.department/batch', {
    operation: 'edit',
    values: { name: '改' },
    rows,
  });
  expect([answer.code, answer.data.refused.length]).toEqual([1, 100]);
  const lines = await refusals('city');
  expect(lines.length, 'sixty of them, and one for the rest').toBe(61);
  expect(lines.reduce((sum, { times }) => sum + times, 0)).toBe(100);
});

test('two processes count in the same line, which cannot be changed otherwise', async () => {
  const caller = await app.officer('county2');
  const other = openRefusalLog(app.db, app.log);
  const attempt: RefusedCall = {
    caller,
    outcome: 'refused',
    name: 'post admin/x/edit',
    why: 'no',
    answer: 'no',
    line: () => ({ title: text('试', 'Try'), url: '/', data: '{}' }),
  };
  for (const each of [app.server.refusals, other, other]) each.note(attempt);
  await Promise.all([app.server.refusals.flush(), other.stop()]);
  expect((await refusals('county2')).map(({ times }) => times)).toEqual([3]);
  for (const change of [sql`times = 1`, sql`title = 'x', times = 9`])
    await expect(
      app.db.query(sql`update auth_admin_log set ${change} where username = 'county2' and refusal_key is not null`),
    ).rejects.toThrow('only added to');
});
