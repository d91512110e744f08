import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/engine.ts';
import { purgeLog } from '../server/purge-log.ts';

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
    ...{ name: '日志测试科', kind: 'section', status: '1', area_code: '530100' },
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

test('no statement changes a line, and none goes before its time', async () => {
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
  await purgeLog(app.engine);
  const left = await app.db.rows<{ id: number }>(
    sql`select id from auth_admin_log where id = any(${[young, middle, old]}::bigint[]) order by id`,
  );
  expect(
    left.map(({ id }) => id),
    'kept for 24 months unless told',
  ).toEqual([young, middle]);
});
