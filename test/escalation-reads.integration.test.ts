import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/password.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from './engine.ts';

/**
 * One right gives no other: whoever lists, edits, exports and imports members, keeps the rules of the security area and reads all
 * logs, but may not reveal, imports nothing else and runs no command, whatever nodes of a terminal their group names.
 */
let app: TestApp;
let chief: Client;
let reader: Client;
const old = '13911112222';
const now = '13933334444';
let member = 0;

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  const held =
    '^(user/user/(index|add|edit|del|export|import)|user/user$|user/group|security|auth/adminLog|terminal|crew/driver/(index|reveal))($|/)';
  const group = await app.db.row<{ id: number }>(
    sql`insert into auth_group (name, rules) select 'readers', array_agg(m.id) from auth_menu m where m.name ~ ${held} returning id`,
  );
  await app.db.query(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
    values ('reader', 'reader', ${await hashPassword(testPassword)}, array[${group?.id ?? 0}::bigint], '530100')`);
  reader = await app.client({ officer: 'reader' });
  // changes of these are kept, and what is deleted
  for (const [controller, table, more] of [
    ['sensitiveData', 'security_sensitive_data', { columns: ['user/user.mobile'] }],
    ['dataRecycle', 'security_data_recycle', {}],
  ] as const) {
    const known = await app.db.row<{ id: number }>(sql`select id from ${sql.id(table)} where controller = 'user/user'`);
    const rule = { name: '会员', controller: 'user/user', status: '1', ...more, ...known };
    const kept = await chief.post(`/admin/security.${controller}/${known ? 'edit' : 'add'}`, rule);
    expect(kept.code, JSON.stringify(kept)).toBe(1);
  }
  member = (await app.member('m_plain')).id;
  for (const mobile of [old, now])
    expect((await chief.post('/admin/user.user/edit', { id: member, mobile })).code).toBe(1);
});
afterAll(() => app.close());

const all = { limit: 100 };
/** Everything a call answers, as text. */
const said = async (path: string, query: Record<string, unknown> = all) =>
  JSON.stringify((await reader.get(`/admin/${path}`, query)).data ?? null);

test('personal data is told in plain by no list, log, group, search, export or change to whom reveals are not granted', async () => {
  const lines = await app.db.rows<{ id: number }>('select id from security_sensitive_data_log');
  expect(lines.length, 'the change is on record').toBeGreaterThan(0);
  const queries: [string, Record<string, unknown>?][] = [
    ['user.user/index'],
    ['user.user/index', { select: 'true', quick_search: 'm_plain' }],
    ['user.user/edit', { id: member }],
    ['user.user/timeline', { id: member }],
    ['user.user/groups', { field: 'mobile' }],
    ['security.sensitiveDataLog/index'],
    ...lines.map(({ id }): [string, Record<string, unknown>] => ['security.sensitiveDataLog/info', { id }]),
    ...lines.map(({ id }): [string, Record<string, unknown>] => ['security.sensitiveDataLog/edit', { id }]),
    ['auth.adminLog/index'],
    ['security.revealLog/index'],
  ];
  const told = async () => {
    for (const [path, query] of queries) {
      const words = await said(path, query);
      for (const number of [old, now]) expect(words, path).not.toContain(number);
    }
  };
  await told();
  const reveal = { id: member, fields: ['mobile'], reason: '核实身份' };
  expect((await reader.post('/admin/user.user/reveal', reveal)).code).toBe(401);
  // a reveal of drivers reveals nothing else
  for (const fields of [['user_id.mobile'], ['status'], ['enterprise_id.contact_mobile'], ['__proto__']])
    expect((await reader.post('/admin/crew.driver/reveal', { ...reveal, fields })).code).toBe(0);
  const many = { operation: 'reveal', rows: [{ id: member, version: 1 }], values: { fields: ['mobile'] } };
  expect((await reader.post('/admin/user.user/batch', many)).code).not.toBe(1);
  // deleted, it is told no more
  const { data } = await chief.del<{ undo: number[] }>('/admin/user.user/del', { ids: [member] });
  const copies = await app.db.rows<{ id: number }>(
    sql`select id from security_data_recycle_log where resource = 'user/user' and row_id = ${member}`,
  );
  expect(copies).toHaveLength(1);
  queries.push(['security.dataRecycleLog/index']);
  for (const action of ['info', 'edit']) queries.push([`security.dataRecycleLog/${action}`, { id: copies[0]?.id }]);
  await told();
  expect((await chief.post('/admin/user.user/restore', { ids: data.undo })).code).toBe(1);
});

/** A sheet with its parameters, as it is posted. */
const sheet = (content: string, columns: Record<string, string>) =>
  Buffer.from(
    `--cut\r\ncontent-disposition: form-data; name="mode"\r\n\r\nvalid_only\r\n--cut\r\ncontent-disposition: form-data; name="columns"\r\n\r\n${JSON.stringify(columns)}\r\n--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}\r\n--cut--\r\n`,
  );
const send = (path: string, content: Buffer) =>
  reader.post<{ job_id: number }>(`/admin/${path}/import`, content, {
    'content-type': 'multipart/form-data; boundary=cut',
  });

test('a right to import members imports nothing else, and of members what their form takes', async () => {
  for (const path of ['enterprise.enterprise', 'crew.driver', 'system.word', 'auth.admin', 'auth.group', 'user.rule'])
    expect([401, 404], path).toContain((await send(path, sheet('名称\nx', { 名称: 'name' }))).code || 404);
  const columns = { 余额: 'money', 积分: 'score', 编号: 'id', 版本: 'version', 登录: 'lastlogintime' };
  const content = `账号,昵称,密码,会员组,状态,余额,积分,编号,版本,登录\nm_rich,富人,Rich-Member-2026,默认会员,启用,99999,500,1,7,2020-01-01 00:00`;
  const sent = await send('user.user', sheet(content, columns));
  expect(sent.code, sent.msg).toBe(1);
  const job = () => app.db.row<{ status: string }>(sql`select status from job where id = ${sent.data.job_id}`);
  while (['waiting', 'running'].includes((await job())?.status ?? '')) await sleep(20);
  const made = await app.db.rows<{ id: number; money: number; score: number }>(
    sql`select id, money, score from member where username = 'm_rich'`,
  );
  for (const one of made) expect(one).toMatchObject({ money: 0, score: 0 });
  expect(await app.db.row(sql`select from member where id = 1 and username = 'm_rich'`)).toBeUndefined();
  expect(await app.db.row(sql`select from member where money > 0`)).toBeUndefined();
});

test('the terminal is no node of a group: its commands, runs and output are a super administrator’s', async () => {
  for (const action of ['state', 'runs', 'output'])
    expect((await reader.get(`/admin/Terminal/${action}`, { id: 1 })).code, action).toBe(401);
  const asked = await app.server.app.inject({
    method: 'GET',
    url: '/admin/Terminal/index?command=migrate',
    headers: { batoken: reader.token },
  });
  expect(asked.body).toContain('仅超级管理员可以使用终端');
});
