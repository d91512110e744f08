import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

const boot = (client: Client) =>
  client.get<{ reason?: string; adminInfo: { super: boolean; viewing?: { name: string } }; menus: { name: string }[] }>(
    '/admin/index/index',
  );

test('a locked session answers no calls until its password is entered, and its user may sign in again', async () => {
  const officer = await app.client({ officer: 'city' });
  const other = await app.client({ officer: 'city' });
  expect((await officer.post('/admin/session/lock')).code).toBe(1);
  const refused = await boot(officer);
  expect([refused.code, refused.data.reason]).toEqual([302, 'session_locked']);
  expect((await boot(other)).code, 'the other desk stays open').toBe(1);
  expect((await officer.get('/admin/index/login')).code, 'clients that know no locks are let to the sign-in page').toBe(
    1,
  );
  expect((await officer.post('/admin/session/stay')).code).toBe(302);
  const fresh = await officer.post<{ token: string }>('/api/common/refreshToken', {
    refresh_token: officer.refreshToken,
  });
  const renewed = await app.client({ token: fresh.data.token, area: 'admin' });
  expect((await boot(renewed)).code, 'a fresh token opens nothing').toBe(302);
  expect(
    (await renewed.post<{ errors: object }>('/admin/session/unlock', { password: 'wrong' })).data.errors,
  ).toBeDefined();
  expect(
    (await chief.post('/admin/session/unlock', { password: testPassword })).code,
    "only for one's own session",
  ).toBe(1);
  expect((await boot(renewed)).code).toBe(302);
  expect((await renewed.post('/admin/session/unlock', { password: testPassword })).code).toBe(1);
  expect((await boot(renewed)).code).toBe(1);
});

test('a session idle for half an hour is locked', async () => {
  const officer = await app.client({ officer: 'county1' });
  expect((await boot(officer)).code).toBe(1);
  await app.db.query(sql`update session set last_seen = now() - interval '31 minutes'
    where subject_type = 'admin' and subject_id = (select id from auth_admin where username = 'county1')`);
  app.platform.authenticator.forget();
  expect((await boot(officer)).data.reason).toBe('session_locked');
  expect((await boot(officer)).data.reason, 'a call does not unlock it').toBe('session_locked');
  expect((await officer.post('/admin/session/unlock', { password: testPassword })).code).toBe(1);
  expect((await boot(officer)).code).toBe(1);
});

test('a user with a second factor needs it wherever the password is required again', async () => {
  const officer = await app.client({ officer: 'county2' });
  await app.db.query(`delete from auth_factor`);
  const begun = await officer.post<{ secret: string }>('/admin/factor/beginTotp', { password: testPassword });
  const codeOf = (at: number) =>
    new TOTP({ secret: Secret.fromBase32(begun.data.secret) }).generate({ timestamp: Date.now() + at * 30_000 });
  const added = await officer.post<{ recovery_codes: string[] }>('/admin/factor/add', { code: codeOf(0) });
  const paper = [...added.data.recovery_codes];
  const request = (path: string, more: object = {}) =>
    officer.post<{ reason: string; ways: string[]; errors: object }>(`/admin/${path}`, {
      password: testPassword,
      ...more,
    });
  for (const path of ['index/confirm', 'factor/beginTotp', 'factor/renewCodes', 'oidc/unlink', 'session/unlock'])
    expect((await request(path)).data, path).toEqual({ reason: 'second_factor', ways: ['totp', 'recovery'] });
  expect((await request('oidc/start', { link: true })).data.reason).toBe('second_factor');
  const { data } = await officer.get<{ list: { id: number }[] }>('/admin/factor/index');
  expect((await request('factor/remove', { id: data.list[0]?.id })).data.reason).toBe('second_factor');

  expect((await request('index/confirm', { code: '000000' })).data.errors).toEqual({ code: ['验证未通过，请重试'] });
  expect((await request('index/confirm', { password: 'not-it', recovery: paper[0] })).data.errors).toHaveProperty(
    'password',
  );
  expect((await request('index/confirm', { code: '1', recovery: paper[0] })).data.reason, 'one, not two').toBe(
    'second_factor',
  );
  expect((await request('index/confirm', { recovery: paper.pop() })).code).toBe(1);
  expect((await officer.post('/admin/session/lock')).code).toBe(1);
  expect((await request('session/unlock', { code: codeOf(1) })).code).toBe(1);
  expect((await boot(officer)).code).toBe(1);
});

test('a super administrator views the platform as a group in an area, and changes nothing', async () => {
  const group = (await app.db.row<{ id: number }>(sql`select id from auth_group where name = '县级市场管理'`))?.id;
  const city = await app.client({ officer: 'city' });
  expect((await city.post('/admin/viewAs/start', { group_id: group })).code, 'super administrators only').toBe(401);
  expect((await chief.post('/admin/viewAs/start', { group_id: group, area_code: '999999' })).code).toBe(0);
  const elsewhere = await app.client({ officer: 'admin' });
  const started = await chief.post('/admin/viewAs/start', { group_id: group, area_code: '530102' });
  expect(started.code, started.msg).toBe(1);
  const seen = await boot(chief);
  expect(seen.data.adminInfo).toMatchObject({ super: false, viewing: { name: '县级市场管理', area_code: '530102' } });
  const county = await boot(await app.client({ officer: 'county1' }));
  expect(seen.data.menus).toEqual(county.data.menus);
  expect((await chief.get('/admin/auth.admin/index')).code).toBe(401);
  for (const path of ['enterprise.enterprise/add', 'enterprise.enterprise/edit', 'preference/save', 'viewAs/start'])
    expect((await chief.post<{ reason: string }>(`/admin/${path}`, { id: 1 })).data.reason, path).toBe('viewing');
  const pieces = await fetch(`${app.address}/admin/ajax/resumable`, {
    method: 'POST',
    headers: { batoken: chief.token, server: 'true', 'tus-resumable': '1.0.0', 'upload-length': '5' },
  });
  expect([pieces.status, ((await pieces.json()) as { data: object }).data]).toEqual([404, { reason: 'viewing' }]);
  expect((await boot(elsewhere)).data.adminInfo.super, 'another session is oneself').toBe(true);
  expect((await chief.post('/admin/viewAs/stop')).code).toBe(1);
  expect((await boot(chief)).data.adminInfo.super).toBe(true);
  const log = await app.db.rows<{ title: string }>(
    sql`select title from auth_admin_log where title like '%视角%' and outcome = 'done' order by id`,
  );
  expect(log.map((one) => one.title)).toEqual(['以管理组视角查看', '退出管理组视角']);
});
