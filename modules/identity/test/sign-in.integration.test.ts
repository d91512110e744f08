import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordRuleText } from '#kernel/text/password-rule-text.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { hashToken, refreshSession } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

let app: TestApp;
let nobody: Client;
let english: Client;
beforeAll(async () => {
  app = await startApp();
  nobody = await app.client('nobody');
  english = await app.client('nobody', 'en');
});
afterAll(() => app.close());

interface SignedIn {
  userInfo: { id: number; username: string; token: string; refreshToken: string; lastlogintime: string };
  routePath: string;
}
const signIn = (body: Record<string, unknown>, client = nobody) => client.post<SignedIn>('/admin/index/login', body);
const asOfficer = (token: string) => app.client({ token, area: 'admin' });
const asMember = (token: string) => app.client({ token, area: 'api' });
const refresh = async (refreshToken: string, old: string, header = 'batoken') =>
  (await app.client('nobody')).post<{ type: string; token: string } | null>(
    '/api/common/refreshToken',
    { refresh_token: refreshToken },
    old ? { [header]: old } : {},
  );
const isIn = async (client: Client, address = '/admin/session/index') => (await client.get(address)).code;

/** A new officer of the city with an own password and no sessions. */
async function newOfficer(username: string): Promise<number> {
  const row = await app.db.row<{
    id: number;
  }>(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
    select ${username}, ${username}, ${await hashPassword(testPassword)}, group_arr, area_code from auth_admin where username = 'city' returning id`);
  return (row as { id: number }).id;
}

describe('signing in', () => {
  test('reports errors in the order and words of the contract', async () => {
    await newOfficer('disabled_one');
    await app.db.query(`update auth_admin set status = '0' where username = 'disabled_one'`);
    const invalidPasswords = [passwordRuleText['zh-cn'], passwordRuleText.en] as const;
    const cases: [Record<string, unknown>, string, string][] = [
      [{}, '用户名不能为空', 'Username require'],
      [{ username: '', password: '' }, '用户名不能为空', 'Username require'],
      [{ username: 'ab', password: 'x' }, '用户名长度不符合要求 3,30', 'size of Username must be 3,30'],
      [
        { username: 'x'.repeat(31), password: testPassword },
        '用户名长度不符合要求 3,30',
        'size of Username must be 3,30',
      ],
      [{ username: 'admin', password: '' }, ...invalidPasswords],
      [{ username: 'admin', password: 'with"quote' }, ...invalidPasswords],
      [{ username: 'nobody_here', password: testPassword }, '用户名不正确', 'Incorrect username'],
      [{ username: 'disabled_one', password: testPassword }, '帐户已禁用', 'Account is disabled'],
      [{ username: 'admin', password: 'wrong-password' }, '密码不正确', 'Wrong password'],
      [{ username: { $ne: '' }, password: ['x'] }, '用户名不能为空', 'Username require'],
    ];
    for (const [body, zh, en] of cases) {
      const answer = await signIn(body);
      expect([body, answer.code, answer.msg, (await signIn(body, english)).msg]).toEqual([body, 0, zh, en]);
    }
    // the messages are those of the contract; the advice is at the field
    const advice = async (username: string) =>
      (await signIn({ username, password: 'wrong-password' })).data as unknown as { errors: Record<string, string[]> };
    expect((await advice('nobody_here')).errors).toEqual({
      username: [expect.stringMatching(/^用户名不正确：请填写/)],
    });
    expect((await advice('admin')).errors).toEqual({ password: [expect.stringMatching(/^密码不正确：请检查大小写/)] });
  });

  test('answers in the shape of the contract, with a refresh token only on request', async () => {
    const answer = await signIn({ username: 'admin', password: testPassword, keep: false });
    expect([answer.code, answer.msg]).toEqual([1, '登录成功！']);
    expect(answer.data).toEqual({
      userInfo: {
        id: expect.any(Number),
        username: 'admin',
        nickname: expect.any(String),
        avatar: expect.stringMatching(/^\/\/localhost:80\/api\/ajax\/defaultAvatar\?/),
        lastlogintime: expect.stringMatching(/^none$|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        token: expect.stringMatching(/^[0-9a-f-]{36}$/),
        refreshToken: '',
      },
      routePath: '/admin',
    });
    const remembered = await signIn({ username: 'ADMIN', password: testPassword, keep: true });
    expect(remembered.data.userInfo.refreshToken).toMatch(/^[0-9a-f-]{36}$/);
    expect(remembered.headers['set-cookie']).toBeUndefined();
    const again = await (await asOfficer(remembered.data.userInfo.token)).get('/admin/index/login');
    expect([again.code, again.msg, again.data]).toEqual([
      302,
      '您已经登录过了，无需重复登录~',
      { routePath: '/admin' },
    ]);
  });

  test('only hashes of tokens are stored', async () => {
    const { data } = await signIn({ username: 'admin', password: testPassword, keep: true });
    const stored = JSON.stringify(await app.db.rows('select * from token'));
    expect(stored).not.toContain(data.userInfo.token);
    expect(stored).not.toContain(data.userInfo.refreshToken);
    expect(stored).toContain(hashToken(data.userInfo.token, 'admin'));
  });

  test('ten wrong passwords lock the account for a day, whatever comes after', async () => {
    const id = await newOfficer('forgetful');
    const wrong = () => signIn({ username: 'forgetful', password: 'wrong-password' });
    const right = (client = nobody) => signIn({ username: 'forgetful', password: testPassword }, client);
    for (let n = 0; n < 9; n++) expect((await wrong()).msg).toBe('密码不正确');
    expect((await right()).code, 'nine are forgiven, and forgotten').toBe(1);
    for (let n = 0; n < 10; n++) expect((await wrong()).msg).toBe('密码不正确');
    expect((await wrong()).msg).toBe('登录失败次数超限，请在1天后再试');
    const locked = await right(english);
    expect([locked.code, locked.msg, locked.data]).toMatchObject([
      0,
      'The number of login failures exceeds the limit, please try again after 24 hours',
      { reason: 'locked' },
    ]);
    await app.db.query(
      sql`update attempt set expiretime = now() where name = 'sign_in_admin' and subject = ${String(id)}`,
    );
    expect((await right()).code).toBe(1);
  });

  test('signing in and failing to is in the operation log, without passwords', async () => {
    await signIn({ username: 'county3', password: 'wrong-password' });
    await signIn({ username: 'county3', password: testPassword });
    const titles = await app.db.rows<{ title: string; data: string | null }>(
      `select title, data from auth_admin_log where username = 'county3' order by id`,
    );
    expect(titles).toEqual([
      { title: '登录失败', data: null },
      { title: '登录', data: null },
    ]);
  });
});

describe('tokens', () => {
  test('come as header, parameter or cookie', async () => {
    const { token } = await app.client({ officer: 'admin' });
    expect((await nobody.get('/admin/session/index', { batoken: token })).code).toBe(1);
    expect((await nobody.get('/admin/session/index', '', { cookie: `batoken=${token}` })).code).toBe(1);
    expect((await nobody.post('/admin/preference/save', { key: 'a', value: 1, batoken: token })).code).toBe(1);
  });

  test('preferences of screens are limited in number; existing ones can still be changed', async () => {
    const client = await app.client({ officer: 'county1' });
    const save = (key: string) => client.post('/admin/preference/save', { key, value: key });
    const { id } = await app.officer('county1');
    await app.db.query(sql`insert into preference (owner_type, owner_id, key, value)
      select 'admin', ${id}, 'view' || n, '1' from generate_series(1, 500) n`);
    expect((await save('one.more')).msg).toMatch(/最多保存 500 项/);
    expect((await save('view7')).code).toBe(1);
    await app.db.query(sql`delete from preference where owner_id = ${id} and key in ('view1', 'view2', 'view3')`);
    const saved = await Promise.all(Array.from({ length: 12 }, (_, n) => save(`at.once${n}`)));
    expect(
      saved.filter(({ code }) => code === 1),
      'of many simultaneous ones only as many as there is room for',
    ).toHaveLength(3);
    await app.db.query(sql`delete from preference where owner_id = ${id}`);
    expect((await save('one.more')).code).toBe(1);
  });

  test('unknown, foreign and refresh tokens identify nobody', async () => {
    const { refreshToken } = await app.client({ officer: 'admin' });
    for (const token of [randomUUID(), refreshToken, 'x', `${'0'.repeat(8)}-`, '*', "' or true --"])
      expect(await isIn(await asOfficer(token)), token).toBe(302);
  });

  test("a member's token is never accepted as an officer's, even with the same id", async () => {
    const admin = await app.officer('admin');
    await app.db.query(
      sql`insert into member (id, username, nickname, password) overriding system value values (${admin.id}, 'same_id', 'x', '') on conflict do nothing`,
    );
    const member = await app.client({ member: 'same_id' });
    expect((await app.member('same_id')).id).toBe(admin.id);
    expect(await isIn(member, '/api/user/index')).toBe(1);
    for (const token of [member.token, member.refreshToken]) expect(await isIn(await asOfficer(token))).toBe(302);
    const officer = await app.client({ officer: 'admin' });
    for (const token of [officer.token, officer.refreshToken])
      expect(await isIn(await asMember(token), '/api/user/index')).toBe(302);
    await app.db.query(sql`update token set type = 'admin' where hash = ${hashToken(member.token, 'user')}`);
    expect(await isIn(await asOfficer(member.token)), 'not even when the table says so').toBe(302);
  });

  test('an expired one is recognised and refreshed; calls are repeated', async () => {
    const client = await app.client({ officer: 'admin' });
    await app.db.query(
      sql`update token set expiretime = now() - interval '1 second' where hash = ${hashToken(client.token, 'admin')}`,
    );
    app.platform.authenticator.forget();
    const [one, other] = await Promise.all([client.get('/admin/session/index'), client.get('/admin/index/index')]);
    expect([one.code, other.code]).toEqual([409, 409]);
    const fresh = await refresh(client.refreshToken, client.token);
    expect([fresh.code, fresh.data?.type]).toEqual([1, 'admin-refresh']);
    expect(await isIn(client), 'the old one is gone').toBe(302);
    expect(await isIn(await asOfficer(fresh.data?.token ?? ''))).toBe(1);
    const next = await refresh(client.refreshToken, fresh.data?.token ?? '');
    expect(next.code, 'a refresh token is not rotated').toBe(1);
  });

  test('is exchanged by one of ten concurrent calls, for officers and members alike', async () => {
    for (const [who, header, at] of [
      [await app.client({ officer: 'admin' }), 'batoken', '/admin/index/index'],
      [await app.client({ member: 'ten_tabs' }), 'ba-user-token', '/api/session/index'],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(who.refreshToken, who.token, header)));
      const fresh = answers.filter(({ code }) => code === 1);
      expect(fresh, header).toHaveLength(1);
      const token = fresh[0]?.data?.token ?? '';
      const replayed = await app.client({ token, area: header === 'batoken' ? 'admin' : 'api' });
      const replays = await Promise.all(Array.from({ length: 10 }, () => replayed.get(at)));
      expect(replays.every(({ code }) => code === 1)).toBe(true);
    }
  });

  test('actions for everybody accept an expired one', async () => {
    const client = await app.client({ officer: 'admin' });
    await app.db.query(
      sql`update token set expiretime = now() - interval '1 second' where hash = ${hashToken(client.token, 'admin')}`,
    );
    app.platform.authenticator.forget();
    expect((await client.get('/admin/index/login')).code).toBe(1);
    expect((await client.get('/api/index/index')).code).toBe(1);
  });

  test('a refresh token is valid only for its own session, and ends with it', async () => {
    const [mine, other, member] = [
      await app.client({ officer: 'city' }),
      await app.client({ officer: 'city' }),
      await app.client({ member: 'somebody' }),
    ];
    expect(await refresh(mine.refreshToken, other.token)).toMatchObject({ code: 0, msg: 'Token 无效！' });
    expect(await refresh(mine.refreshToken, '')).toMatchObject({ code: 0, msg: 'Token 无效！' });
    expect(await refresh(mine.refreshToken, member.token)).toMatchObject({ code: 0, msg: 'Token 无效！' });
    expect(await refresh(randomUUID(), mine.token)).toMatchObject({ code: 0, msg: '登录过期，请重新登录。' });
    expect(await refresh(mine.token, mine.token), 'a token is no refresh token').toMatchObject({
      code: 0,
      msg: '登录过期，请重新登录。',
    });
    expect(await refresh('', mine.token)).toMatchObject({ code: 0, msg: '登录过期，请重新登录。' });
    for (const client of [mine, other]) expect(await isIn(client), 'failed tries end nothing').toBe(1);
    await mine.post('/admin/index/logout', { refresh_token: mine.refreshToken });
    expect(await isIn(mine)).toBe(302);
    expect(await refresh(mine.refreshToken, mine.token)).toMatchObject({ code: 0, msg: '登录过期，请重新登录。' });
    expect(await isIn(other), 'the other device stays').toBe(1);
    const asMine = await refresh(member.refreshToken, member.token, 'ba-user-token');
    expect([asMine.code, asMine.data?.type]).toEqual([1, 'user-refresh']);
  });

  test('an expired refresh token is invalid', async () => {
    const client = await app.client({ officer: 'city' });
    await app.db.query(
      sql`update token set expiretime = now() where hash = ${hashToken(client.refreshToken, 'admin-refresh')}`,
    );
    expect(await refresh(client.refreshToken, client.token)).toMatchObject({ code: 0, msg: '登录过期，请重新登录。' });
  });

  test('simultaneous refreshes return one token', async () => {
    const client = await app.client({ officer: 'city' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(client.refreshToken, client.token)));
    expect(answers.filter((one) => one.code === 1)).toHaveLength(1);
    const session = await app.db.row<{ n: number }>(
      sql`select count(*)::int as n from token where type = 'admin' and session_id = (select session_id from token where hash = ${hashToken(client.refreshToken, 'admin-refresh')})`,
    );
    expect(session).toEqual({ n: 1 });
  });

  test('a server killed while it refreshes leaves the session the old token or a new one', async () => {
    for (const [who, type] of [
      [await app.client({ officer: 'city' }), 'admin'],
      [await app.client({ member: 'cut_off' }), 'user'],
    ] as const)
      for (let lived = 1; lived < 5; lived++) {
        let messages = 0;
        const dying: Queryable = new Proxy(app.db, {
          get(db, name: keyof Queryable) {
            messages += 1;
            if (messages > lived) throw new Error('killed');
            return db[name].bind(db);
          },
        });
        await refreshSession(dying, who.refreshToken, who.token, 600).catch(() => {});
        const left = await app.db.row(
          sql`select count(*)::int as n from token where type = ${type} and session_id = (select session_id from token where hash = ${hashToken(who.refreshToken, `${type}-refresh`)})`,
        );
        expect([type, lived, left]).toEqual([type, lived, { n: 1 }]);
      }
  });

  test('a session that ends while it is refreshed stays ended, without an internal error', async () => {
    for (let round = 0; round < 10; round++) {
      const client = await app.client({ officer: 'city' });
      const old = hashToken(client.token, 'admin');
      const end = sql`delete from session where id = (select session_id from token where hash = ${old})`;
      const [fresh] = await Promise.all([refresh(client.refreshToken, client.token), app.db.query(end)]);
      expect(fresh.status).toBe(200);
      if (fresh.code === 0) expect(['Token 无效！', '登录过期，请重新登录。']).toContain(fresh.msg);
    }
  });

  test('signing out by GET does nothing', async () => {
    const client = await app.client({ officer: 'city' });
    expect((await client.get('/admin/index/logout')).code).toBe(1);
    expect(await isIn(client)).toBe(1);
  });
});

describe('sessions', () => {
  test('are listed and ended by their owner, and by nobody else', async () => {
    await newOfficer('traveller');
    const [here, there] = [await app.client({ officer: 'traveller' }), await app.client({ officer: 'traveller' })];
    const list = (await here.get<{ list: { id: number; current: boolean }[] }>('/admin/session/index')).data.list;
    expect(list.map((one) => one.current).toSorted()).toEqual([false, true]);
    const elsewhere = list.find((one) => !one.current)?.id;
    const stranger = await app.client({ officer: 'county1' });
    expect((await stranger.post('/admin/session/revoke', { id: elsewhere })).code).toBe(0);
    const member = await app.client({ member: 'somebody' });
    expect((await member.post('/admin/session/revoke', { id: elsewhere })).code).toBe(302);
    expect(await isIn(there)).toBe(1);
    expect((await here.post('/admin/session/revoke', { id: elsewhere })).code).toBe(1);
    expect(await isIn(there)).toBe(302);
    expect(await refresh(there.refreshToken, there.token)).toMatchObject({ code: 0 });
    expect((await here.post('/admin/session/revoke', { id: elsewhere })).code, 'not twice').toBe(0);
    for (const id of ['x', -1, null, {}]) expect((await here.post('/admin/session/revoke', { id })).code).toBe(0);
    expect(await isIn(here)).toBe(1);
  });

  test('end at once when the account is disabled, deleted or given a new password', async () => {
    const chief = await app.client({ officer: 'admin' });
    for (const [username, change] of [
      ['disabled_two', (id: number) => chief.post('/admin/auth.admin/edit', { id, status: '0' })],
      ['deleted_two', (id: number) => chief.del('/admin/auth.admin/del', { ids: [id] })],
      ['renewed_two', (id: number) => chief.post('/admin/auth.admin/edit', { id, password: 'New-Secret-1' })],
    ] as const) {
      const id = await newOfficer(username);
      const client = await app.client({ officer: username });
      expect(await isIn(client)).toBe(1);
      const answer = await change(id);
      expect([username, answer.code, answer.msg]).toMatchObject([username, 1, expect.any(String)]);
      expect([username, await isIn(client)]).toEqual([username, 302]);
      expect(await refresh(client.refreshToken, client.token)).toMatchObject({ code: 0 });
    }
    expect((await signIn({ username: 'renewed_two', password: 'New-Secret-1', steps: true })).data).toMatchObject({
      step: 'new_password',
    });
    expect((await signIn({ username: 'renewed_two', password: testPassword })).code).toBe(0);
  });

  test('revoked permissions are gone with the next call', async () => {
    const chief = await app.client({ officer: 'admin' });
    const group = await app.db.row<{ id: number }>(
      `insert into auth_group (name, rules) select '临时', array_agg(id) from auth_menu where name in ('enterprise/enterprise/index', 'message/sms/index') returning id`,
    );
    const id = await newOfficer('temporary');
    await app.db.query(sql`update auth_admin set group_arr = ${[group?.id ?? 0]}::bigint[] where id = ${id}`);
    const client = await app.client({ officer: 'temporary' });
    expect(await isIn(client, '/admin/message.sms/index')).toBe(1);
    const rule = await app.db.row<{ id: number }>(
      `select id from auth_menu where name = 'enterprise/enterprise/index'`,
    );
    expect((await chief.post('/admin/auth.group/edit', { id: group?.id, rules: [rule?.id] })).code).toBe(1);
    expect(await isIn(client, '/admin/message.sms/index')).toBe(401);
    expect((await chief.post('/admin/auth.group/edit', { id: group?.id, status: '0' })).code).toBe(1);
    expect(await isIn(client, '/admin/enterprise.enterprise/index')).toBe(401);
  });
});

describe('members', () => {
  test('sign in by name, mobile or e-mail, and are locked out like officers', async () => {
    await app.db.query(
      sql`insert into member (username, nickname, password, mobile, email) values ('wang_wu', '王五', ${await hashPassword(testPassword)}, '13712345678', 'Wang@Example.com')`,
    );
    for (const username of ['wang_wu', 'WANG_WU', '13712345678', '+86 137-1234 5678', 'wang@example.com']) {
      const answer = await nobody.post<{ userInfo: Record<string, unknown>; routePath: string }>('/api/user/checkIn', {
        tab: 'login',
        username,
        password: testPassword,
      });
      expect([username, answer.code, answer.data.routePath]).toEqual([username, 1, '/user']);
      expect(answer.data.userInfo).not.toHaveProperty('password');
    }
    for (let n = 0; n < 10; n++)
      expect(
        (await nobody.post('/api/user/checkIn', { tab: 'login', username: 'wang_wu', password: 'wrong-one' })).msg,
      ).toBe('账号或密码不正确，或账号已停用');
    expect(
      (await nobody.post('/api/user/checkIn', { tab: 'login', username: 'wang_wu', password: testPassword })).msg,
    ).toBe('登录失败次数超限，请在1天后再试');
    expect(
      (await nobody.post('/api/user/checkIn', { tab: 'login', username: 'not_there', password: testPassword })).msg,
    ).toBe('账号或密码不正确，或账号已停用');
  });

  test('a disabled account is signed out', async () => {
    const client = await app.client({ member: 'troublemaker' });
    expect(await isIn(client, '/api/user/index')).toBe(1);
    await app.db.query(`update member set status = 'disable' where username = 'troublemaker'`);
    app.platform.authenticator.forget();
    expect(await isIn(client, '/api/user/index')).toBe(302);
  });
});
