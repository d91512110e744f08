import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../support/test-engine.ts';

/**
 * One right gives no other: an officer who lists, edits, exports and imports members, edits the rules of the security
 * area and reads all logs still may not reveal, imports nothing else and runs no command, even if their group names
 * nodes of a terminal.
 */
let app: TestApp;
let chief: Client;
let reader: Client;
const old = '13911112222';
const now = '13933334444';
const driverMobile = '13755556666';
let member = 0;
let driver = 0;

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
  // changes and deletions of these are stored
  for (const [controller, table, more] of [
    ['sensitiveData', 'security_sensitive_data', { columns: ['user/user.mobile'] }],
    ['dataRecycle', 'security_data_recycle', {}],
  ] as const) {
    const existing = await app.db.row<{ id: number }>(
      sql`select id from ${sql.id(table)} where controller = 'user/user'`,
    );
    const rule = { name: '会员', controller: 'user/user', status: '1', ...more, ...existing };
    const stored = await chief.post(`/admin/security.${controller}/${existing ? 'edit' : 'add'}`, rule);
    expect(stored.code, JSON.stringify(stored)).toBe(1);
  }
  const added = await app.db.row<{ id: number }>(sql`with firm as (
      insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
      values ('车队', '91530102MA6R00001A', 'coach', '甲', '13800000001', '乙', '13800000002', '530102', '路', 'active') returning id)
    insert into crew_driver (enterprise_id, name, id_no, mobile, licence_class, licence_valid_to, qualification_no, qualification_valid_to, status)
    select id, '司机甲', '{"hash":"d1","mask":"*"}', ${driverMobile}, 'A1', '2099-12-31', 'Q1', '2099-12-31', 'working' from firm returning id`);
  driver = added?.id ?? 0;
  member = (await app.member('m_plain')).id;
  for (const mobile of [old, now])
    expect((await chief.post('/admin/user.user/edit', { id: member, mobile })).code).toBe(1);
});
afterAll(() => app.close());

const all = { limit: 100 };
/** The text of the answer to an allowed call. */
const answerText = async (path: string, query: Record<string, unknown> = all) => {
  const { code, msg, data } = await reader.get(`/admin/${path}`, query);
  expect(code, `${path}: ${msg}`).toBe(1);
  return JSON.stringify(data);
};

test('no list, log, group, search, export or change shows unmasked personal data to an officer without the right to reveal', async () => {
  const lines = await app.db.rows<{ id: number }>('select id from security_sensitive_data_log');
  expect(lines.length, 'the change is on record').toBeGreaterThan(0);
  const queries: [string, Record<string, unknown>?][] = [
    ['user.user/index'],
    ['user.user/index', { select: 'true', quick_search: 'm_plain' }],
    ['user.user/edit', { id: member }],
    ['user.user/timeline', { id: member }],
    ['user.user/groups', { group: 'status' }],
    ['security.sensitiveDataLog/index'],
    ...lines.map(({ id }): [string, Record<string, unknown>] => ['security.sensitiveDataLog/info', { id }]),
    ...lines.map(({ id }): [string, Record<string, unknown>] => ['security.sensitiveDataLog/edit', { id }]),
    ['auth.adminLog/index'],
    ['security.revealLog/index'],
  ];
  const answered = async () => {
    for (const [path, query] of queries) {
      const texts = await answerText(path, query);
      for (const number of [old, now]) expect(texts, path).not.toContain(number);
    }
  };
  await answered();
  expect((await reader.get('/admin/user.user/groups', { group: 'mobile' })).msg).toBe('不能按该字段分组');
  const masked = `${now.slice(0, 3)}****${now.slice(-4)}`;
  for (const path of ['user.user/index', 'security.sensitiveDataLog/index'])
    expect(await answerText(path)).toContain(masked);
  const reveal = { id: member, fields: ['mobile'], reason: '核实身份' };
  expect((await chief.post('/admin/user.user/reveal', reveal)).data).toEqual({ row: { mobile: now } });
  expect((await reader.post('/admin/user.user/reveal', reveal)).code).toBe(401);
  // the right to reveal drivers covers the masked fields of drivers and nothing else
  const ofDriver = (fields: string[]) => reader.post('/admin/crew.driver/reveal', { ...reveal, id: driver, fields });
  expect((await ofDriver(['mobile'])).data).toEqual({ row: { mobile: driverMobile } });
  for (const fields of [['user_id.mobile'], ['status'], ['enterprise_id.contact_mobile'], ['__proto__']])
    expect((await ofDriver(fields)).msg, fields[0]).toBe(malformed);
  const many = { operation: 'reveal', rows: [{ id: member, version: 1 }], values: { fields: ['mobile'] } };
  expect((await reader.post('/admin/user.user/batch', many)).msg).toBe(malformed);
  // after a deletion it is no longer shown
  const { data } = await chief.del<{ undo: number[] }>('/admin/user.user/del', { ids: [member] });
  const copies = await app.db.rows<{ id: number }>(
    sql`select id from security_data_recycle_log where resource = 'user/user' and row_id = ${member}`,
  );
  expect(copies).toHaveLength(1);
  const gone = queries.filter(([path]) => path === 'user.user/edit' || path === 'user.user/timeline');
  for (const [path, query] of gone) expect((await reader.get(`/admin/${path}`, query)).msg, path).toBe('记录不存在');
  queries.splice(0, queries.length, ...queries.filter((one) => !gone.includes(one)));
  queries.push(['security.dataRecycleLog/index']);
  for (const action of ['info', 'edit']) queries.push([`security.dataRecycleLog/${action}`, { id: copies[0]?.id }]);
  await answered();
  expect((await chief.post('/admin/user.user/restore', { ids: data.undo })).code).toBe(1);
});

const malformed = '提交的内容不完整或有误，请刷新页面后重试';

/** A sheet with its parameters, as posted. */
const sheet = (content: string, columns: Record<string, string>) =>
  Buffer.from(
    `--cut\r\ncontent-disposition: form-data; name="mode"\r\n\r\nvalid_only\r\n--cut\r\ncontent-disposition: form-data; name="columns"\r\n\r\n${JSON.stringify(columns)}\r\n--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}\r\n--cut--\r\n`,
  );
const send = (path: string, content: Buffer, by = reader) =>
  by.post<{ job_id: number }>(`/admin/${path}/import`, content, {
    'content-type': 'multipart/form-data; boundary=cut',
  });

/** The result of an import once its job has ended. */
async function imported(path: string, content: string, columns: Record<string, string>, by = reader) {
  const { code, msg, data } = await send(path, sheet(content, columns), by);
  expect(code, msg).toBe(1);
  const job = () =>
    app.db.row<{ status: string; report: { imported?: number; errors?: unknown[] } | null }>(
      sql`select status, result -> 'report' as report from job where id = ${data.job_id}`,
    );
  while (['waiting', 'running'].includes((await job())?.status ?? '')) await sleep(20);
  return job();
}

test('the right to import members imports nothing else, and only fields of their form', async () => {
  const names = sheet('名称\nx', { 名称: 'name' });
  for (const path of ['enterprise.enterprise', 'crew.driver', 'system.word']) {
    expect((await send(path, names)).code, path).toBe(401);
    expect((await send(path, names, chief)).code, path).toBe(1);
  }
  const person = { 账号: 'username', 昵称: 'nickname', 手机: 'mobile', 会员组: 'group_id', 状态: 'status' };
  const beyond = { 余额: 'money', 积分: 'score', 编号: 'id', 版本: 'version', 登录: 'lastlogintime' };
  const row = (name: string, mobile: string) => `${name},富人,${mobile},默认分组,启用`;
  const head = Object.keys(person).join(',');
  const plain = await imported('user.user', `${head}\n${row('m_poor', '13877770001')}`, person);
  expect(plain, 'the same row without what is beyond the form').toMatchObject({ report: { imported: 1, errors: [] } });
  const more = `${head},${Object.keys(beyond).join(',')}\n${row('m_rich', '13877770002')},99999,500,1,7,2020-01-01 00:00`;
  expect(await imported('user.user', more, { ...person, ...beyond })).toMatchObject({ report: { imported: 1 } });
  const made = await app.db.rows<object>(
    sql`select username, money, score, version, lastlogintime from member where username in ('m_poor', 'm_rich') order by id`,
  );
  expect(made).toMatchObject(
    ['m_poor', 'm_rich'].map((username) => ({ username, money: 0, score: 0, version: 1, lastlogintime: null })),
  );
  expect(await app.db.row(sql`select from member where id = 1 and username = 'm_rich'`)).toBeUndefined();
});

test('no group grants the terminal: its commands, runs and output are for super administrators', async () => {
  for (const action of ['state', 'runs', 'output'])
    expect((await reader.get(`/admin/Terminal/${action}`, { id: 1 })).code, action).toBe(401);
  for (const action of ['state', 'runs']) expect((await chief.get(`/admin/Terminal/${action}`)).code, action).toBe(1);
  const response = await app.server.app.inject({
    method: 'GET',
    url: '/admin/Terminal/index?command=migrate',
    headers: { batoken: reader.token },
  });
  expect(response.body).toContain('仅超级管理员可以使用终端');
});
