import { afterAll, beforeAll, expect, test } from 'vitest';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { resources } from '#modules/registry.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';
import { openBuildAdminClient } from './client.ts';

/**
 * Weaknesses of BuildAdmin itself (wire contract §4), and where they are tested here:
 *
 * - the token of a member works for the administrator with the same id: below
 * - joined rows and selects contain hashes: below
 * - settings and member rules can be read without signing in: below, with every other call
 * - the call for one's own profile edits anybody, or takes an id: below
 * - names for sorting and searching are put into SQL, whose errors are shown: below; `test/http/strange-calls…`
 * - deleting ignores the limit to one's own data: below
 * - built-in settings can be deleted: `config.integration.test.ts`
 * - `getTablePk` puts the name of the table into SQL: `session.integration.test.ts`
 * - the terminal is open to everybody: `modules/web-terminal/test/terminal.integration.test.ts`
 */
let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

test('a token of one audience is not valid for the other, whoever has the same id there', async () => {
  const officer = await app.officer('admin');
  await app.db.query(
    sql`insert into member (id, username, nickname, password) overriding system value values (${officer.id}, 'twin', '同号', '') on conflict do nothing`,
  );
  const member = await app.client({ member: 'twin' });
  const asOfficer = await app.client({ token: member.token, area: 'admin' });
  expect((await asOfficer.get('/admin/index/index')).code).toBe(302);
  const asMember = await app.client({ token: chief.token, area: 'api' });
  expect((await asMember.get('/api/user/index')).code).toBe(302);
});

test('no answer of a list, a form or a select contains a password, at any depth', async () => {
  for (const controller of resources.map(controllerNameOf)) {
    for (const query of [{}, { select: 'true', quick_search: '' }]) {
      const { text } = await chief.get(`/admin/${controller}/index`, query);
      expect(text, controller).not.toMatch(/"(salt|loginfailure)":|\$argon2|"password":"(?!")/);
    }
  }
});

test('without a session only the sign-in calls and uploads of strangers are open in the back office', async () => {
  const nobody = await app.client('nobody');
  const open: string[] = [];
  for (const { app: area, controller, action, serves } of app.server.served) {
    if (area !== 'admin') continue;
    const method = serves.methods?.[0] ?? 'GET';
    const address = `/admin/${controller}/${action}`;
    const answer =
      method === 'GET'
        ? await nobody.get(address)
        : method === 'POST'
          ? await nobody.post(address)
          : await nobody.del(address);
    if (answer.code !== 302) open.push(`${controller}/${action}`);
  }
  expect(open.sort()).toEqual([
    'ajax/publicUpload',
    'index/elsewhere',
    'index/login',
    'index/logout',
    'index/retrievePassword',
    // steps of a started sign-in: each requires its ticket
    'oidc/finish',
    'oidc/start',
    'session/unlock',
    'session/usePasskey',
    'signIn/beginPasskey',
    'signIn/beginTotp',
    'signIn/enter',
    'signIn/next',
    'signIn/offerPasskey',
    'signIn/resume',
    'signIn/usePasskey',
    'terminal/index', // a stream answers this within itself
  ]);
});

test("the profile call edits only one's own profile, whatever id is sent", async () => {
  const [one, other] = [await app.officer('county1'), await app.officer('county2')];
  const county = await app.client({ officer: 'county1' });
  for (const id of [other.id, String(other.id), [other.id]])
    expect((await county.post('/admin/routine.AdminInfo/edit', { id, nickname: '别人' })).code).toBe(401);
  expect((await county.post('/admin/routine.AdminInfo/edit', { id: one.id, nickname: '本人' })).code).toBe(1);

  const mine = await app.client({ member: 'own_a' });
  const theirs = await app.member('own_b');
  await mine.post('/api/account/profile', {
    id: theirs.id,
    avatar: '',
    username: 'own_a',
    nickname: '甲',
    gender: 0,
    birthday: '',
    motto: '',
  });
  expect(await app.db.row(sql`select nickname from member where id = ${theirs.id}`)).toEqual({ nickname: 'own_b' });
});

test('names of columns and tables in calls are looked up, never put into a statement', async () => {
  const wicked = ["id'", 'id desc; drop table auth_admin', 'password', '1=1', 'salt', 'admin.password', 'id)--'];
  for (const name of wicked) {
    for (const query of [
      { order: `${name},asc` },
      { search: [{ field: name, operator: '=', val: '1' }] },
      { select: 'true', initKey: name, initValue: [1] },
    ]) {
      const answer = await chief.get('/admin/auth.admin/index', query);
      expect([JSON.stringify(query), answer.status, answer.code]).toEqual([JSON.stringify(query), 200, 0]);
      expect(answer.text).not.toMatch(/select|syntax|column|SQLSTATE/i);
    }
  }
});

test('rows out of reach can be neither deleted, changed nor dragged', async () => {
  await app.db.query(
    sql`insert into auth_group (name, rules) select '部门管理', array_agg(id) from auth_menu where name ~ '^auth/department'`,
  );
  await app.db.query(
    sql`update auth_admin set group_arr = group_arr || array(select id from auth_group where name = '部门管理') where username = 'county1'`,
  );
  const county = openBuildAdminClient(app);
  await county.signIn('county1');
  const elsewhere = await app.db.row<{ id: number }>(
    sql`insert into auth_department (name, kind, area_code) values ('他处', 'bureau', '532901') returning id`,
  );
  const id = elsewhere?.id ?? 0;
  for (const request of [
    () => county.del('/admin/auth.department/del', { ids: [id] }),
    () => county.post('/admin/auth.department/edit', { id, name: '改' }),
    () => county.post('/admin/auth.department/sortable', { id, targetId: id - 1 }),
    () => county.get('/admin/auth.department/edit', { id }),
  ])
    await expect(request()).rejects.toMatchObject({ code: 0 });
  expect(await app.db.row(sql`select name from auth_department where id = ${id}`)).toEqual({ name: '他处' });
});
