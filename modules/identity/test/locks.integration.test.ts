import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

let app: TestApp;
let nobody: Client;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  nobody = await app.client('nobody');
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

const locked = '登录失败次数超限，请在1天后再试';

/** A new officer with the groups of the city's officer, in an area. */
async function newOfficer(username: string, area = '530100'): Promise<number> {
  const row = await app.db.row<{
    id: number;
  }>(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
    select ${username}, ${username}, ${await hashPassword(testPassword)}, group_arr, ${area} from auth_admin where username = 'city' returning id`);
  return row?.id ?? 0;
}
async function newMember(username: string): Promise<number> {
  const row = await app.db.row<{ id: number }>(
    sql`insert into member (username, nickname, password) values (${username}, ${username}, ${await hashPassword(testPassword)}) returning id`,
  );
  return row?.id ?? 0;
}
const unsaid = '账号或密码不正确，或账号已停用';
const office = (username: string, password: string, headers = {}) =>
  nobody.post('/admin/index/login', { username, password }, headers);
const centre = (username: string, password: string) =>
  nobody.post('/api/user/checkIn', { tab: 'login', username, password });
const lock = async (type: 'admin' | 'member', id: number) =>
  void (await app.db.query(sql`insert into attempt (name, subject, at, expiretime) values (${`sign_in_${type}`}, ${String(id)}, array_fill(now(), array[10]), now() + interval '1 day')
    on conflict (name, subject) do update set at = excluded.at, expiretime = excluded.expiretime`));
const messages = (answers: { msg: string }[]) => {
  const counts: Record<string, number> = {};
  for (const { msg } of answers) counts[msg] = (counts[msg] ?? 0) + 1;
  return counts;
};

describe('wrong passwords', () => {
  test('of sixty simultaneous ones ten are checked, for officers and members, with key or without', async () => {
    await newOfficer('guessed_one');
    await newOfficer('guessed_two');
    await newMember('guessed_three');
    const sixty = (guess: (place: number) => Promise<{ msg: string }>) =>
      Promise.all(Array.from({ length: 60 }, (_, place) => guess(place)));
    const expected = { 密码不正确: 10, [locked]: 50 };
    expect(messages(await sixty((n) => office('guessed_one', `wrong-${n}`)))).toEqual(expected);
    expect(
      messages(await sixty((n) => office('guessed_two', `wrong-${n}`, { 'idempotency-key': randomUUID() }))),
    ).toEqual(expected);
    const quiet = { [unsaid]: 10, [locked]: 50 };
    expect(messages(await sixty((n) => centre('guessed_three', `wrong-${n}`)))).toEqual(quiet);
    expect((await office('guessed_one', testPassword)).msg, 'not even the right one').toBe(locked);
  });

  test('unknown and disabled accounts are indistinguishable from outside', async () => {
    const id = await newMember('shut_member');
    await app.db.query(sql`update member set status = 'disable' where id = ${id}`);
    const both = () => Promise.all(['shut_member', 'nobody_there'].map((name) => centre(name, testPassword)));
    expect(messages(await both())).toEqual({ [unsaid]: 2 });
    await app.db.query(
      sql`update attempt set at = array_fill(now(), array[10]) where name like 'sign_in_member%' and subject in ('nobody_there', ${String(id)})`,
    );
    expect(messages(await both())).toEqual({ [locked]: 2 });
  });

  test('a mobile is locked in every notation, registered or not', async () => {
    const numbered = await newMember('numbered');
    await app.db.query(sql`update member set mobile = '13812345678' where id = ${numbered}`);
    for (const number of ['13812345678', '13912345678']) {
      const wrongly = (typed: string) => centre(typed, 'wrong-password');
      expect(messages(await Promise.all(Array.from({ length: 10 }, () => wrongly(number))))).toEqual({ [unsaid]: 10 });
      const spelt = [`+86${number}`, `0086 ${number}`, `86-${number}`, number.replace(/^(...)/, '$1 '), `(${number})`];
      expect(messages(await Promise.all(spelt.map(wrongly))), number).toEqual({ [locked]: spelt.length });
    }
  });

  test('one correct of many concurrent attempts signs in all', async () => {
    await newOfficer('many_desks');
    const answers = await Promise.all(Array.from({ length: 30 }, () => office('many_desks', testPassword)));
    expect(answers.filter((one) => one.code === 1)).toHaveLength(30);
  });

  test('an open session does not lift the lock', async () => {
    const id = await newOfficer('at_work');
    const open = await app.client({ officer: 'at_work' });
    await lock('admin', id);
    app.platform.authenticator.forget();
    expect((await open.get('/admin/session/index')).code).toBe(1);
    expect((await office('at_work', testPassword)).msg).toBe(locked);
    expect(
      (await open.post('/admin/auth.lock/unlock', { type: 'admin', id })).code,
      'not by the account itself either',
    ).not.toBe(1);
  });

  test('a disabled account is treated like any other, with a message that it is disabled', async () => {
    for (const [username, message] of [
      ['shut_one', '帐户已禁用'],
      ['open_one', '密码不正确'],
    ] as const) {
      const id = await newOfficer(username);
      if (username === 'shut_one') await app.db.query(sql`update auth_admin set status = '0' where id = ${id}`);
      for (let n = 0; n < 2; n++) expect((await office(username, 'wrong-password')).msg).toBe(message);
      if (username === 'shut_one') expect((await office(username, testPassword)).msg).toBe(message);
      const attempts = await app.db.row<{ tries: number; logged: number }>(sql`select cardinality(at) as tries,
        (select count(*)::int from auth_admin_log where admin_id = ${id} and title = '登录失败') as logged
        from attempt where name = 'sign_in_admin' and subject = ${String(id)}`);
      const times = username === 'shut_one' ? 3 : 2;
      expect(attempts, username).toEqual({ tries: times, logged: times });
    }
  });
});

describe('unlocking', () => {
  test('is listed and lifted by those with the permission, and logged', async () => {
    const [admin, member] = [await newOfficer('out_one'), await newMember('out_two')];
    await lock('admin', admin);
    await lock('member', member);
    const { data } = await chief.get<{ list: { type: string; id: number; username: string }[] }>(
      '/admin/auth.lock/index',
    );
    expect(data.list).toContainEqual({
      type: 'admin',
      id: admin,
      username: 'out_one',
      name: 'out_one',
      locked_at: expect.any(Number),
      until: expect.any(Number),
    });
    expect(data.list.map((one) => one.username)).toContain('out_two');
    expect(await chief.post('/admin/auth.lock/unlock', { type: 'admin', id: admin })).toMatchObject({
      code: 1,
      msg: '已解锁',
    });
    expect((await chief.post('/admin/auth.lock/unlock', { type: 'member', id: member })).code).toBe(1);
    expect((await office('out_one', testPassword)).code).toBe(1);
    expect((await centre('out_two', testPassword)).code).toBe(1);
    expect(await chief.post('/admin/auth.lock/unlock', { type: 'admin', id: admin })).toMatchObject({ code: 0 });
    const logged = await app.db.row(
      `select count(*)::int as n from auth_admin_log where title = '登录锁定-解锁' and outcome = 'done'`,
    );
    expect(logged).toEqual({ n: 2 });
  });

  test('stays within the area and below the super administrator', async () => {
    await app.db.query('delete from attempt');
    await app.db.query(`with g as (insert into auth_group (name, rules) select '解锁', array_agg(id) from auth_menu where name like 'auth/lock%' returning id)
      insert into auth_admin (username, nickname, password, group_arr, area_code) select 'keeper', 'x', '', array[id], '530100' from g`);
    const storekeeper = await app.client({ officer: 'keeper' });
    const unlock = (type: unknown, id: unknown) => storekeeper.post('/admin/auth.lock/unlock', { type, id });
    const inside = await newOfficer('inside_one', '530102');
    const outside = await newOfficer('outside_one', '532900');
    const stranger = await newMember('no_enterprise');
    const top = (await app.officer('admin')).id;
    for (const id of [inside, outside, top]) await lock('admin', id);
    await lock('member', stranger);
    const { data } = await storekeeper.get<{ list: { id: number }[] }>('/admin/auth.lock/index');
    expect(data.list.map((one) => one.id)).toEqual([inside]);
    expect((await unlock('admin', inside)).code).toBe(1);
    for (const [type, id] of [
      ['admin', outside],
      ['admin', top],
      ['member', stranger],
    ] as const)
      expect(await unlock(type, id)).toMatchObject({ code: 0, data: { reason: 'not_found' } });
    for (const [type, id] of [
      ['root', 1],
      ['admin', 'x'],
      [null, null],
      [{ a: 1 }, [1]],
    ])
      expect((await unlock(type, id)).code).toBe(0);
    const county = await app.client({ officer: 'county1' });
    expect((await county.get('/admin/auth.lock/index')).code).toBe(401);
    expect((await county.post('/admin/auth.lock/unlock', { type: 'admin', id: inside })).code).toBe(401);
    await app.db.query('delete from attempt');
  });
});

describe('the current password of an open session', () => {
  test('is checked ten times, however many guesses are concurrent; the new one is hard to guess too', async () => {
    await newOfficer('left_desk');
    await newMember('left_seat');
    const officer = await app.client({ officer: 'left_desk' });
    const seat = await app.client({ member: 'left_seat' });
    const own = (old_password: string, password: string) =>
      officer.post<{ reason: string; errors?: Record<string, string[]> }>(
        '/admin/routine.AdminInfo/edit',
        { old_password, password },
        { 'idempotency-key': randomUUID() },
      );
    const change = (oldPassword: string) =>
      seat.post<{ reason: string }>('/api/account/changePassword', { oldPassword, newPassword: 'Quiet-River-29' });
    for (const weak of ['Abc-123', 'two words 1', 'my-left_desk-1', 'Football'])
      expect(Object.keys((await own(testPassword, weak)).data.errors ?? {}), weak).toEqual(['password']);
    const reasons = async (tried: Promise<{ data: { reason: string } }>[]) =>
      (await Promise.all(tried)).map((one) => one.data.reason).sort();
    const thirty = [...Array<string>(10).fill('invalid'), ...Array<string>(20).fill('too_frequent')];
    const tries = Array.from({ length: 30 }, (_, place) => `Wrong-One-${place}`);
    expect(await reasons(tries.map((one) => own(one, 'Quiet-River-29')))).toEqual(thirty);
    expect(await reasons(tries.map((one) => change(one)))).toEqual(thirty);
    expect((await own(testPassword, 'Quiet-River-29')).code, 'not the right one either after that').toBe(0);
    expect((await office('left_desk', testPassword)).code, 'signing in is not affected').toBe(1);
  });
});

describe('a password reset by code', () => {
  test('has limited attempts, changes it once, and keeps the lock', async () => {
    const id = await newOfficer('forgot_it');
    await app.db.query(sql`update auth_admin set mobile = '13600001111' where id = ${id}`);
    await lock('admin', id);
    const requestCode = () =>
      nobody.post('/api/Sms/send', { mobile: '13600001111', template_code: 'admin_retrieve_pwd' });
    const reset = (captcha: string, password: string) =>
      nobody.post<{ errors?: Record<string, string[]> } | null>(
        '/admin/index/retrievePassword',
        { account: '13600001111', captcha, password },
        { 'idempotency-key': randomUUID() },
      );
    const code = async () => {
      await app.db.query(`delete from attempt where name like 'sms%'`);
      await requestCode();
      return /\d{6}/.exec(app.engine.smsSink?.list()[0]?.text ?? '')?.[0] ?? '';
    };
    const first = await code();
    const wrong = first === '000000' ? '111111' : '000000';
    await Promise.all(Array.from({ length: 30 }, () => reset(wrong, 'Another-Pass-1')));
    expect((await reset(first, 'Another-Pass-1')).code, 'five wrong tries ended the code').toBe(0);
    await app.db.query(`delete from attempt where name like 'reset%'`);
    const second = await code();
    expect(await reset(second, 'Password1')).toMatchObject({
      code: 0,
      data: { errors: { password: ['该密码过于常见，请换一个'] } },
    });
    const answers = await Promise.all([reset(second, 'Another-Pass-1'), reset(second, 'Another-Pass-2')]);
    expect(answers.map((one) => one.code).sort()).toEqual([0, 1]);
    expect(answers.find((one) => one.code === 1)?.msg).toMatch(
      /^密码已修改。该账号因多次登录失败被锁定，24 小时后解锁/,
    );
    expect((await office('forgot_it', 'Another-Pass-1')).msg).toBe(locked);
    for (let n = 0; n < 4; n++)
      expect((await reset('000000', 'Another-Pass-1')).data, String(n)).toMatchObject({ reason: 'invalid' });
    expect(await reset('000000', 'Another-Pass-1')).toMatchObject({ code: 0, data: { reason: 'too_frequent' } });
  });
});

describe('configured limits', () => {
  const set = (values: object) =>
    chief.post<{ errors?: object }>('/admin/system.setting/save', { section: 'auth/security', values, versions: {} });
  const whole = { admin_login_retry: 10, user_login_retry: 10, lock_hours: 24, most_member_sessions: 0 };

  test('take effect at once wherever passwords are checked, and not below sane limits', async () => {
    const id = await newOfficer('few_tries');
    await newMember('few_tries_member');
    const listed = async () =>
      (await chief.get<{ list: { username: string }[] }>('/admin/auth.lock/index')).data.list
        .map(({ username }) => username)
        .filter((one) => one.startsWith('few_tries'))
        .toSorted();
    try {
      expect((await set({ admin_login_retry: 3, user_login_retry: 4, lock_hours: 2 })).code).toBe(1);
      const soon = '登录失败次数超限，请在2小时后再试';
      for (let n = 0; n < 3; n++) expect((await office('few_tries', 'wrong-password')).msg).toBe('密码不正确');
      expect((await office('few_tries', testPassword)).msg).toBe(soon);
      const english = await nobody.post(
        '/admin/index/login',
        { username: 'few_tries', password: testPassword },
        { 'think-lang': 'en' },
      );
      expect(english.msg).toMatch(/please try again after 2 hours$/);
      for (let n = 0; n < 4; n++) expect((await centre('few_tries_member', 'wrong-password')).msg).toBe(unsaid);
      expect((await centre('few_tries_member', testPassword)).msg).toBe(soon);
      for (let n = 0; n < 4; n++) expect((await centre('few_tries_nobody', 'wrong-password')).msg).toBe(unsaid);
      expect((await centre('few_tries_nobody', testPassword)).msg).toBe(soon);
      expect(await listed()).toEqual(['few_tries', 'few_tries_member']);
      const attempts = await app.db.row<{ hours: number }>(
        sql`select round(extract(epoch from expiretime - now()) / 3600)::int as hours from attempt where name = 'sign_in_admin' and subject = ${String(id)}`,
      );
      expect(attempts).toEqual({ hours: 2 });
      for (const wrong of [{ admin_login_retry: 2 }, { user_login_retry: 0 }, { lock_hours: 0 }])
        expect((await set(wrong)).data.errors, JSON.stringify(wrong)).toHaveProperty(Object.keys(wrong)[0] ?? '');
    } finally {
      expect((await set(whole)).code).toBe(1);
    }
    expect(await listed()).toEqual([]);
    expect((await office('few_tries', testPassword)).code).toBe(1);
  });

  test("end a member's sessions beyond the limit, the longest unused first", async () => {
    await newMember('many_devices');
    const enter = async () => {
      const answer = await nobody.post<{ userInfo: { token: string } }>('/api/user/checkIn', {
        tab: 'login',
        username: 'many_devices',
        password: testPassword,
      });
      return app.client({ token: answer.data.userInfo.token, area: 'api' });
    };
    const isIn = async (client: Client) => (await client.get('/api/user/index')).code;
    try {
      const first = await enter();
      expect((await set({ most_member_sessions: 2 })).code).toBe(1);
      const second = await enter();
      expect([await isIn(first), await isIn(second)]).toEqual([1, 1]);
      await app.db.query(
        sql`update session set last_seen = now() - interval '1 hour' where id = (select min(s.id) from session s join member m on m.id = s.subject_id where s.subject_type = 'member' and m.username = 'many_devices')`,
      );
      const third = await enter();
      expect([await isIn(first), await isIn(second), await isIn(third)]).toEqual([302, 1, 1]);
    } finally {
      expect((await set(whole)).code).toBe(1);
    }
  });
});
