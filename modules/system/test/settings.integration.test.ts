import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';
import { department } from '#modules/identity/contract/department.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import { type RunningServer, startServer } from '#server/start/start-server-with-database-and-jobs.ts';
import { write } from '#server/write/write-pipeline.ts';
import { startApp, type TestApp } from '../../../test/support/test-engine.ts';

const office = settings({
  name: 'desk',
  label: text('窗口', 'Desk'),
  fields: {
    opens: field.time(text('开门', 'Opens'), { required: true, initial: '09:00:00' }),
    fee: field.money(text('费用', 'Fee'), { required: true, initial: '12.00' }),
    quiet: field.switch(text('静音', 'Quiet'), { initial: '0' }),
    most: field.integer(text('最多', 'At most'), { min: 1, max: 9 }),
    since: field.date(text('自', 'Since')),
    days: field.selects(text('日', 'Days'), { options: { mon: text('一', 'Mon'), tue: text('二', 'Tue') } }),
    key: field.text(text('密钥', 'Key'), { privacy: 'hidden', list: 'never', filter: false }),
  },
  public: ['opens'],
});

let app: TestApp;
/** A second process on the same database. */
let engine: Engine;
let other: RunningServer;
let token: string;

beforeAll(async () => {
  app = await startApp({ max: 8 });
  const platform = await createEngine({
    ...app,
    resources,
    modules: (forget) => [...serverModules(forget), { name: 'desk', settings: [office] }],
  });
  engine = platform.engine;
  other = await startServer({ platform, config: app.config, log: app.log });
  token = (await app.client({ officer: 'admin' })).token;
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

interface Answer {
  code: number;
  msg: string;
  data: { sections: { name: string; values: Record<string, unknown>; rows: Record<string, { version: number }> }[] } & {
    reason?: string;
    errors?: Record<string, string[]>;
  };
}
const call = async (
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  as = token,
  more: Record<string, string> = {},
): Promise<Answer> =>
  JSON.parse(
    (await other.app.inject({ method, url, headers: { batoken: as, ...more }, ...(payload ? { payload } : {}) })).body,
  ) as Answer;
const save = (values: object, versions: object = {}, as = token) =>
  call('POST', '/admin/system.setting/save', { section: 'desk', values, versions }, as);
const shown = async () =>
  (await call('GET', '/admin/system.setting/sections')).data.sections.find((one) => one.name === 'desk');

test('settings start with their declared values', async () => {
  expect(engine.settings(office)).toEqual({
    opens: '09:00:00',
    fee: '12.00',
    quiet: '0',
    most: null,
    since: null,
    days: null,
    key: null,
  });
  expect((await shown())?.values).toMatchObject({ opens: '09:00:00', fee: '12.00', key: '' });
});

test('a value of any kind is stored in wire form, returned typed, with history and in the operation log', async () => {
  const answer = await save({ opens: '08:30', fee: '7.5', quiet: '1', most: '3', since: '2026-11-22', days: ['tue'] });
  expect(answer.code, answer.msg).toBe(1);
  const now = engine.settings(office);
  expect(now).toMatchObject({
    opens: '08:30:00',
    fee: '7.50',
    quiet: '1',
    most: 3,
    since: '2026-11-22',
    days: ['tue'],
  });
  const most: number | null = now.most;
  expect(most).toBe(3);
  const history = await app.db.rows(
    `select actor_name, changes from history where resource = 'system/setting' order by id`,
  );
  expect(history).toHaveLength(6);
  expect(history[1]).toEqual({ actor_name: 'admin', changes: { value: [null, '"7.50"'] } });
  const log = await app.db.rows(
    `select title from auth_admin_log where url like '%system.setting/save' and outcome = 'done'`,
  );
  expect(log).toHaveLength(6);
  expect((await save({ fee: '7.50' })).code).toBe(1);
  expect(await app.db.rows(`select 1 from history where resource = 'system/setting'`), 'nothing changed').toHaveLength(
    6,
  );
  await save({ most: null });
  expect(engine.settings(office).most).toBeNull();
});

test('a call with an idempotency key returns the current values too, and is stored afterwards', async () => {
  const body = { section: 'desk', values: { fee: '6.50' }, versions: {} };
  const key = { 'idempotency-key': 'desk-6-50-desk-6-50' };
  const answer = await call('POST', '/admin/system.setting/save', body, token, key);
  expect(answer.data.sections.find((one) => one.name === 'desk')?.values.fee).toBe('6.50');
  expect(engine.settings(office).fee).toBe('6.50');
  await save({ fee: '7.50' });
});

test('an invalid value is refused by its kind, and then nothing is changed', async () => {
  const refused = await save({ fee: '9.00', most: 99 });
  expect(refused.data).toMatchObject({ reason: 'invalid', errors: { most: ['不能大于 9'] } });
  expect(engine.settings(office).fee).toBe('7.50');
  expect((await save({ opens: '' })).data.errors).toEqual({ opens: ['必填'] });
  for (const wrong of [
    { section: 'desk' },
    { section: 'no', values: {}, versions: {} },
    { section: 'desk', values: { no: 1 }, versions: {} },
  ])
    expect((await call('POST', '/admin/system.setting/save', wrong)).data.reason).toBe('parameter');
  const version = (await shown())?.rows.fee?.version ?? 0;
  expect((await save({ quiet: '0', fee: '8.00' }, { fee: version - 1 })).data.reason).toBe('stale_version');
  expect(engine.settings(office)).toMatchObject({ quiet: '1', fee: '7.50' });
});

test('secrets are sealed, shown to nobody, and unchanged by a form without them', async () => {
  expect((await save({ key: 'hunter2-secret' })).code).toBe(1);
  expect(engine.settings(office).key).toBe('hunter2-secret');
  await save({ key: '', quiet: '0' });
  expect(engine.settings(office).key).toBe('hunter2-secret');
  const everywhere =
    await app.db.rows(`select to_jsonb(s)::text as t from system_setting s union all select to_jsonb(h)::text from history h
    union all select to_jsonb(l)::text from auth_admin_log l union all select to_jsonb(e)::text from event e`);
  expect(JSON.stringify(everywhere)).not.toContain('hunter2');
  expect(JSON.stringify(await shown())).not.toContain('hunter2');
});

test('settings are changed only with the permission', async () => {
  const city = (await app.client({ officer: 'city' })).token;
  expect((await save({ quiet: '1' }, {}, city)).code).toBe(401);
  expect((await call('GET', '/admin/system.setting/sections', undefined, city)).code).toBe(401);
});

test('other processes receive changes, and the boot calls return public settings', async () => {
  await app.db.query(`update system_setting set value = '"07:00:00"' where name = 'desk.opens'`);
  await expect.poll(() => engine.settings(office).opens).toBe('07:00:00');
  const boot = (await call('GET', '/api/index/index')) as unknown as { data: { settings: object } };
  expect(boot.data.settings).toMatchObject({ desk: { opens: '07:00:00' }, site: { name: '行鉴' } });
  expect(JSON.stringify(boot)).not.toContain('hunter2');
  await app.db.query(`update system_setting set value = '"never"' where name = 'desk.opens'`);
  await expect
    .poll(() => engine.settings(office).opens, { message: 'what is not accepted is not believed' })
    .toBe('09:00:00');
});

test('a broken listening connection is reopened, and no change is missed', async () => {
  const cut = await app.db.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'xingjian changes' and datname = current_database()`,
  );
  expect(cut.length).toBeGreaterThan(0);
  await app.db.query(`update system_setting set value = '"1.00"' where name = 'desk.fee'`);
  await expect.poll(() => engine.settings(office).fee, { timeout: 5000 }).toBe('1.00');
});

describe('addresses that are shut out', () => {
  const set = (no_access_ip: string | null, from = '10.7.7.7') =>
    call('POST', '/admin/system.setting/save', { section: 'access', values: { no_access_ip }, versions: {} }, token, {
      'x-forwarded-for': from,
    });
  const statusFor = async (server: RunningServer, from?: string) => {
    const headers = from === undefined ? {} : { 'x-forwarded-for': from };
    const { statusCode, body } = await server.app.inject({ method: 'GET', url: '/api/index/index', headers });
    return statusCode === 403 ? body : statusCode;
  };

  test('get 403 from every process, in IPv4 and IPv6, but never this machine', async () => {
    expect((await set('203.0.113.0/24\n2001:db8::/32\n127.0.0.1')).code).toBe(1);
    const refusal = '{"msg":"No permission request"}';
    for (const server of [other, app.server]) {
      for (const from of ['203.0.113.9', '2001:db8:5::1', '::ffff:203.0.113.9'])
        await expect.poll(() => statusFor(server, from), { message: from }).toBe(refusal);
      expect([await statusFor(server, '203.0.114.1'), await statusFor(server)]).toEqual([200, 200]);
    }
    expect((await set(null)).code).toBe(1);
    expect(await statusFor(other, '203.0.113.9')).toBe(200);
  });

  test('must be addresses, and never that of the caller', async () => {
    expect((await set('10.7.0.0/16')).data.errors).toEqual({ no_access_ip: ['这会禁止您自己的地址 10.7.7.7'] });
    expect((await set('203.0.113.0/24\nnobody')).data.errors).toEqual({
      no_access_ip: ['不是 IP 地址或网段：nobody'],
    });
    expect(await statusFor(other, '203.0.113.9')).toBe(200);
  });
});

test('pages may load from the configured map and CDN', async () => {
  const save = (section: string, values: object) =>
    call('POST', '/admin/system.setting/save', { section, values, versions: {} });
  expect((await save('map', { tiles: 'javascript:alert(1)' })).data.errors).toHaveProperty('tiles');
  const tiles = 'https://tiles.example.gov.cn/{z}/{x}/{y}.png?tk={key}';
  expect((await save('map', { tiles, key: 'k', approval: 'GS（2026）1234号' })).code).toBe(1);
  expect((await save('upload', { cdn_url: 'https://cdn.example.gov.cn/' })).code).toBe(1);
  const answer = await other.app.inject({ method: 'GET', url: '/api/index/index' });
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toContain("img-src 'self' data: blob: https://cdn.example.gov.cn https://tiles.example.gov.cn");
  const { data } = JSON.parse(answer.body) as { data: { site: { cdnUrl: string }; settings: object } };
  expect(data.site.cdnUrl).toBe('https://cdn.example.gov.cn');
  expect(data.settings).toMatchObject({ map: { tiles, key: 'k', approval: 'GS（2026）1234号' } });
});

test('frames may show connected systems, and no others', async () => {
  const policy = async () =>
    String((await other.app.inject({ method: 'GET', url: '/api/index/index' })).headers['content-security-policy']);
  const framed = async () => /frame-src ([^;]*)/.exec(await policy())?.[1]?.split(' ') ?? [];
  const near = { timeout: 5000, interval: 30 };
  await app.db.query(sql`insert into rental_provider (name, base_url, origin, ticket_secret, status)
    values ('滇行', 'https://car.example.com/hire', 'https://car.example.com', '', 'enabled')`);
  await expect.poll(framed, near).toContain('https://car.example.com');
  expect(await framed()).not.toContain('https:');
  await app.db.query(sql`update rental_provider set status = 'disabled' where name = '滇行'`);
  await expect.poll(framed, near).not.toContain('https://car.example.com');
  await app.db.query(sql`delete from rental_provider where name = '滇行'`);
  // pages embedded by a menu, for officers and members
  for (const menu of ['auth_menu', 'user_rule']) {
    const origin = `https://${menu.replace('_', '-')}.example.com`;
    await app.db.query(sql`insert into ${sql.id(menu)} (type, title, name, path, menu_type, url)
      values ('menu', '指南', 'guidance', 'guidance', 'iframe', ${`${origin}/guide`})`);
    await expect.poll(framed, near).toContain(origin);
    await app.db.query(sql`delete from ${sql.id(menu)} where name = 'guidance'`);
  }
});

test('a custom setting refers only to rows that its editor sees, and the chosen one is kept', async () => {
  const chief = await app.officer('admin');
  const add = (body: object) => call('POST', '/admin/system.setting/add', { section: 'desk', ...body });
  const one = { label: '值班部门', variable: 'duty_department', form: 'remoteSelect' };
  expect((await add(one)).data.errors).toHaveProperty('target');
  expect((await add({ ...one, target: 'auth/adminLog' })).data.errors).toHaveProperty('target');
  expect((await add({ ...one, target: 'auth/department' })).code).toBe(1);
  const { id } = await write(app.engine, department, chief, {
    operation: 'add',
    input: { name: '值班室', kind: 'section', area_code: '530100', status: '1' },
  });
  for (const wrong of [999_999, 'x', -1])
    expect((await save({ duty_department: wrong })).data.errors, String(wrong)).toHaveProperty('duty_department');
  expect((await save({ duty_department: id })).code).toBe(1);
  expect((await shown())?.values.duty_department).toBe(id);
  const items = (await call('GET', '/admin/routine.config/index')) as unknown as {
    data: { list: { desk: { list: { name: string }[] } } };
  };
  expect(items.data.list.desk.list.find(({ name }) => name === 'duty_department')).toMatchObject({
    type: 'remoteSelect',
    value: String(id),
    extend: { pk: 'id', field: 'name', 'remote-url': '/admin/auth.department/index' },
  });
  const gone = () => write(app.engine, department, chief, { operation: 'del', id, input: {} });
  await expect(gone()).rejects.toMatchObject({ data: { reason: 'referenced' } });
  expect((await save({ duty_department: null })).code).toBe(1);
  await gone();
});

test('a used variable name is refused at its field, in whichever section it is used', async () => {
  const add = (section: string) =>
    call('POST', '/admin/system.setting/add', { section, label: '热线', variable: 'hot_line', form: 'string' });
  expect((await add('desk')).code).toBe(1);
  for (const section of ['desk', 'site']) {
    const duplicate = await add(section);
    expect([section, duplicate.code, duplicate.msg]).toEqual([section, 0, '变量名已存在']);
    expect(duplicate.data).toMatchObject({
      reason: 'duplicate',
      field: 'variable',
      errors: { variable: [expect.any(String)] },
    });
  }
});

test('pictures in the text of a setting are not deleted', async () => {
  await call('POST', '/admin/system.setting/add', {
    section: 'desk',
    label: '须知',
    variable: 'notes',
    form: 'editor',
  });
  expect((await save({ notes: '<img src="/storage/default/nowhere.png">' })).data.errors).toHaveProperty('notes');
  const file = await app.db.row<{
    id: number;
  }>(`insert into routine_attachment (url, name, size, mimetype, sha1, sha256)
    values ('/storage/default/notes.png', 'notes.png', 1, 'image/png', 'n', 'n') returning id`);
  const saved = await save({ notes: '<p>须知</p><img src="/storage/default/notes.png">' });
  expect(saved.code, saved.msg).toBe(1);
  const removed = await call('POST', '/admin/routine.attachment/del', { ids: [file?.id] });
  expect(removed.data.reason).toBe('referenced');
});
