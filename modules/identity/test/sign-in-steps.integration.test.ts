import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import {
  type Client,
  startApp,
  type TestApp,
  testPassword,
  type WireAnswer,
} from '../../../test/support/test-engine.ts';
import { softPasskey } from './soft-passkey.ts';

let app: TestApp;
let nobody: Client;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  nobody = await app.client('nobody');
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

interface Step {
  reason: string;
  step: string;
  ticket: string;
  ways: string[];
  recovery_codes?: string[];
  errors?: Record<string, string[]>;
}
type Signed = { userInfo: { token: string }; recovery_codes?: string[] };

/** A new officer with the groups of the city's officer. */
async function newOfficer(username: string): Promise<number> {
  const row = await app.db.row<{
    id: number;
  }>(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
    select ${username}, ${username}, ${await hashPassword(testPassword)}, group_arr, area_code from auth_admin where username = 'city' returning id`);
  return row?.id ?? 0;
}
const signIn = (username: string, password = testPassword): Promise<WireAnswer<Step & Signed>> =>
  nobody.post('/admin/index/login', { username, password });
const next = (ticket: string, given: object): Promise<WireAnswer<Step & Signed>> =>
  nobody.post('/admin/signIn/next', { ticket, ...given });
const codeOf = (secret: string, at = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + at * 30_000 });

/** Enrols an authenticator app; returns its secret and the recovery codes. */
async function enrol(username: string): Promise<{ secret: string; codes: string[]; client: Client }> {
  const client = await app.client({ officer: username });
  const begun = await client.post<{ secret: string; uri: string; svg: string }>('/admin/factor/beginTotp', {
    password: testPassword,
  });
  expect(begun.data.uri).toContain('otpauth://totp/');
  expect(begun.data.svg).toContain('<svg');
  const { secret } = begun.data;
  const added = await client.post<{ recovery_codes: string[] }>('/admin/factor/add', {
    code: codeOf(secret),
    name: '手机',
  });
  expect(added.data.recovery_codes, added.msg).toHaveLength(10);
  // half a minute later
  await app.db.query(sql`update auth_factor set last_step = last_step - 1`);
  return { secret, codes: added.data.recovery_codes, client };
}
const set = async (values: Record<string, unknown>) => {
  const saved = await chief.post('/admin/system.setting/save', { section: 'auth/security', values, versions: {} });
  expect(saved.code, saved.msg).toBe(1);
};

describe('an app with codes', () => {
  test('is required after the password, and a code is valid once', async () => {
    await newOfficer('with_app');
    const { secret } = await enrol('with_app');
    const step = await signIn('with_app');
    expect([step.code, step.data.reason, step.data.step, step.data.ways]).toEqual([
      0,
      'next_step',
      'second_factor',
      ['totp', 'recovery'],
    ]);
    expect(step.msg, 'a sentence for clients that know no steps').toContain('二次验证');
    const { ticket } = step.data;
    const wrong = await next(ticket, { code: '000000' });
    expect([wrong.code, wrong.data.errors]).toEqual([0, { code: ['验证未通过，请重试'] }]);
    const code = codeOf(secret);
    const twice = await Promise.all([next(ticket, { code }), next(ticket, { code })]);
    expect(twice.map((one) => one.code).sort(), 'of the same code sent twice at once one passes').toEqual([0, 1]);
    const token = twice.find((one) => one.code === 1)?.data.userInfo.token ?? '';
    const inside = await app.client({ token, area: 'admin' });
    expect((await inside.get('/admin/index/index')).code).toBe(1);
    expect((await next(ticket, { code: codeOf(secret, 1) })).data.reason, 'its ticket is valid once').toBe('not_found');
    const again = await signIn('with_app');
    expect((await next(again.data.ticket, { code })).code, 'replayed').toBe(0);
    expect((await next(again.data.ticket, { code: codeOf(secret, 1) })).code).toBe(1);
  });

  test('recovery codes are valid once each, and new ones invalidate the old', async () => {
    await newOfficer('with_paper');
    const { codes, client } = await enrol('with_paper');
    const first = await signIn('with_paper');
    expect((await next(first.data.ticket, { recovery: codes[0]?.toLowerCase() })).code).toBe(1);
    const second = await signIn('with_paper');
    expect((await next(second.data.ticket, { recovery: codes[0] })).code).toBe(0);
    const renewed = await client.post<{ recovery_codes: string[] }>('/admin/factor/renewCodes', {
      password: testPassword,
      recovery: codes[9],
    });
    expect((await next(second.data.ticket, { recovery: codes[1] })).code).toBe(0);
    expect((await next(second.data.ticket, { recovery: renewed.data.recovery_codes[1] })).code).toBe(1);
  });

  test('of forty simultaneous wrong codes ten are checked, whatever their tickets', async () => {
    await newOfficer('guessed_code');
    const { secret } = await enrol('guessed_code');
    const tickets = await Promise.all([signIn('guessed_code'), signIn('guessed_code')]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => next(tickets[n % 2]?.data.ticket ?? '', { code: String(100_000 + n) })),
    );
    expect(answers.filter((one) => one.data.reason === 'too_frequent')).toHaveLength(30);
    expect((await next(tickets[0]?.data.ticket ?? '', { code: codeOf(secret) })).data.reason, 'nor the right one').toBe(
      'too_frequent',
    );
  });

  test('is added and removed with the password, and reset by a higher administrator', async () => {
    const id = await newOfficer('lost_phone');
    const { client } = await enrol('lost_phone');
    for (const [action, body] of [
      ['beginTotp', {}],
      ['remove', { id: 1, password: 'not-it' }],
    ] as const)
      expect((await client.post<Step>(`/admin/factor/${action}`, body)).data.errors?.password).toBeDefined();
    const listed = await client.get<{ list: { id: number; name: string }[]; recovery_codes: number }>(
      '/admin/factor/index',
    );
    expect([listed.data.list.map((one) => one.name), listed.data.recovery_codes]).toEqual([['手机'], 10]);
    const foreign = await (await app.client({ officer: 'county1' })).post('/admin/factor/remove', {
      id: listed.data.list[0]?.id,
      password: testPassword,
    });
    expect(foreign.code, "never another's").toBe(0);
    expect((await client.post('/admin/auth.admin/resetFactor', { id })).code, "nor one's own this way").not.toBe(1);
    expect((await (await app.client({ officer: 'city' })).post('/admin/auth.admin/resetFactor', { id })).code).not.toBe(
      1,
    );
    expect((await chief.get<{ list: unknown[] }>('/admin/auth.admin/factors', { id })).data.list).toHaveLength(1);
    expect((await chief.post<Step>('/admin/auth.admin/resetFactor', { id })).data.errors).toEqual({ reason: ['必填'] });
    const reset = await chief.post('/admin/auth.admin/resetFactor', { id, reason: '手机丢失，已核实本人' });
    expect(reset.code, reset.msg).toBe(1);
    app.platform.authenticator.forget();
    expect((await client.get('/admin/index/index')).code, 'signed out').toBe(302);
    expect((await signIn('lost_phone')).code).toBe(1);
    const log = await app.db.row(
      sql`select 1 from auth_admin_log where title like '%重置二次验证' and username = 'admin'`,
    );
    expect(log).toBeDefined();
  });

  test('a mandatory one is set up at sign-in, and the last one cannot be removed', async () => {
    const id = await newOfficer('must_have');
    await set({ second_factor: 'all' });
    try {
      const step = await signIn('must_have');
      expect([step.data.step, step.data.ways]).toEqual(['enrol', ['totp', 'passkey']]);
      const { ticket } = step.data;
      expect((await next(ticket, { code: '123456' })).code, 'nothing is begun yet').toBe(0);
      const begun = await nobody.post<{ secret: string }>('/admin/signIn/beginTotp', { ticket });
      const done = await next(ticket, { code: codeOf(begun.data.secret) });
      expect([done.code, done.data.recovery_codes?.length]).toEqual([1, 10]);
      const client = await app.client({ officer: 'must_have' });
      const own = await client.get<{ list: { id: number }[]; needed: boolean }>('/admin/factor/index');
      expect(own.data.needed).toBe(true);
      const removed = await client.post('/admin/factor/remove', {
        id: own.data.list[0]?.id,
        password: testPassword,
        recovery: done.data.recovery_codes?.[0],
      });
      expect(removed.msg).toContain('必须保留');
      const second = await signIn('must_have');
      expect(
        (await nobody.post('/admin/signIn/beginTotp', { ticket: second.data.ticket })).code,
        'no other one without a request',
      ).toBe(0);
    } finally {
      await set({ second_factor: 'optional' });
    }
    await app.db.query(sql`delete from auth_factor where admin_id = ${id}`);
    expect((await signIn('must_have')).code).toBe(1);
  });
});

test('a password set by somebody else must be changed first', async () => {
  const group = await app.db.row<{ id: number }>(sql`select id from auth_group where name = '市级市场管理'`);
  const added = await chief.post<{ id: number }>('/admin/auth.admin/add', {
    username: 'newcomer',
    nickname: '新来的',
    password: testPassword,
    group_arr: [group?.id],
    status: '1',
  });
  expect(added.code, added.msg).toBe(1);
  expect((await signIn('newcomer')).code, 'a client that knows no steps is let in').toBe(1);
  await set({ first_change: 'always' });
  const turned = await signIn('newcomer');
  expect([turned.code, turned.data.step], turned.msg).toEqual([0, 'new_password']);
  await set({ first_change: 'page' });
  const step = await nobody.post<Step & Signed>('/admin/index/login', {
    username: 'newcomer',
    password: testPassword,
    steps: true,
  });
  expect([step.code, step.data.step]).toEqual([0, 'new_password']);
  const { ticket } = step.data;
  for (const [password, part] of [
    [testPassword, '不能与原密码相同'],
    ['short-1', '8 到 32 个字符'],
    ['', '密码'],
  ] as const)
    expect((await next(ticket, { password })).data.errors?.password?.[0], password).toContain(part);
  const done = await next(ticket, { password: 'My-Own-2026!' });
  expect(done.code, done.msg).toBe(1);
  expect((await signIn('newcomer', 'My-Own-2026!')).code).toBe(1);
  expect((await signIn('newcomer')).msg).toBe('密码不正确');
  const own = await app.client({ token: done.data.userInfo.token, area: 'admin' });
  expect(
    (await own.post('/admin/routine.AdminInfo/edit', { password: 'Another-2026', old_password: 'My-Own-2026!' })).code,
  ).toBe(1);
  expect((await signIn('newcomer', 'Another-2026')).code, "one's own new password is not due").toBe(1);
});

test('a passkey signs in alone with user verification, unless the account is locked or disabled', async () => {
  const name = `by_key_${Date.now() % 1e6}`;
  const admin = await newOfficer(name);
  const key = softPasskey('localhost', 'http://localhost:80');
  await app.db.query(sql`insert into auth_factor (admin_id, kind, name, credential_id, public_key, counter, transports, rp_id)
    values (${admin}, 'passkey', 'k', ${key.id}, ${key.publicKey}, 0, '{}', 'localhost')`);
  await app.db.query(sql`update auth_admin set password_due = true where id = ${admin}`);
  const offer = async () =>
    (
      await nobody.post<{ options: { challenge: string; userVerification: string }; binder: string }>(
        '/admin/signIn/offerPasskey',
      )
    ).data;
  const enter = async (how: Parameters<typeof key.answer>[1] = {}, more: object = {}) => {
    const { options, binder } = await offer();
    const passkey = key.answer(options.challenge, how);
    return nobody.post<Signed>('/admin/signIn/enter', { binder, passkey, ...more });
  };
  const inside = await enter();
  expect(inside.code, inside.msg).toBe(1);
  const client = await app.client({ token: inside.data.userInfo.token, area: 'admin' });
  expect((await client.get('/admin/index/index')).code).toBe(1);
  expect((await enter({ verified: false })).code, 'nobody was asked').toBe(0);
  expect((await enter({ from: 'https://elsewhere.example' })).code).toBe(0);
  const [first, second] = [await offer(), await offer()];
  const passkey = key.answer(first.options.challenge);
  expect((await nobody.post('/admin/signIn/enter', { binder: second.binder, passkey })).code, 'another browser').toBe(
    0,
  );
  expect((await nobody.post('/admin/signIn/enter', { binder: first.binder, passkey })).code).toBe(1);
  expect((await nobody.post('/admin/signIn/enter', { binder: first.binder, passkey })).code, 'once').toBe(0);
  for (const wrong of [{}, { passkey: null }, { passkey: { id: {} } }, { passkey: { id: key.id } }])
    expect((await nobody.post('/admin/signIn/enter', { binder: 'x', ...wrong })).code, JSON.stringify(wrong)).toBe(0);
  const junk = () => nobody.post<Signed>('/admin/signIn/enter', { binder: 'x', passkey: { id: key.id } });
  for (let n = 0; n < 12; n++) await junk();
  expect((await junk()).msg, 'whoever sends junk is locked out').toContain('登录失败次数超限');
  expect(
    await app.db.row(sql`select 1 as n from attempt where name = 'sign_in_admin' and subject = ${String(admin)}`),
  ).toBeUndefined();
  await app.db.query(sql`delete from attempt where name = 'passkey_entry_admin'`);
  await Promise.all(Array.from({ length: 10 }, () => signIn(name, 'Wrong-2026')));
  expect((await enter()).msg, 'locked as by passwords').toContain('登录失败次数超限');
  await app.db.query(sql`delete from attempt where subject = ${String(admin)}`);
  expect((await enter()).code).toBe(1);
  await app.db.query(sql`update auth_admin set status = '0' where id = ${admin}`);
  expect((await enter()).msg).toBe('帐户已禁用');
  const log = await app.db.rows<{ title: string }>(
    sql`select distinct title from auth_admin_log where admin_id = ${admin} order by title`,
  );
  expect(log.map(({ title }) => title)).toEqual(['登录', '登录失败']);
  await set({ passkey_entry: '0' });
  try {
    expect((await nobody.post('/admin/signIn/offerPasskey')).msg).toBe('未开放以通行密钥登录');
  } finally {
    await set({ passkey_entry: '1' });
  }
});

test('beyond the limit of sessions the longest unused ends', async () => {
  const id = await newOfficer('many_places');
  await set({ most_sessions: 3 });
  try {
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn('many_places')));
    expect(answers.every((one) => one.code === 1)).toBe(true);
    const left = await app.db.row<{ n: number }>(
      sql`select count(*)::int as n from session where subject_type = 'admin' and subject_id = ${id}`,
    );
    expect(left?.n).toBe(3);
  } finally {
    await set({ most_sessions: 10 });
  }
});

describe('a password that is changed during a sign-in', () => {
  const other = 'Other-Secret-2';

  test('invalidates the former one, of officers and members, even if it was right when sent', async () => {
    await newOfficer('overtaken');
    const member = await app.member('overtaken');
    await app.db.query(sql`update member set password = ${await hashPassword(testPassword)} where id = ${member.id}`);
    for (const [table, enter] of [
      ['auth_admin', () => signIn('overtaken')],
      [
        'member',
        () => nobody.post('/api/user/checkIn', { tab: 'login', username: 'overtaken', password: testPassword }),
      ],
    ] as const) {
      const hashed = await hashPassword(other);
      const answer = await app.db.transaction(async (tx) => {
        await tx.query(sql`update ${sql.id(table)} set password = ${hashed} where username = 'overtaken'`);
        const entering = { answer: enter() };
        await expect
          .poll(() =>
            app.db.row(
              sql`select 1 as waits from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            ),
          )
          .toEqual({ waits: 1 });
        return entering;
      });
      expect(await answer.answer, table).toMatchObject({ code: 0, data: { reason: 'not_found' } });
    }
    const open = sql`select subject_type from session s where s.subject_id = case s.subject_type
      when 'member' then ${member.id} else (select id from auth_admin where username = 'overtaken') end`;
    expect(await app.db.rows(open)).toEqual([]);
  });

  test('ends sign-ins begun with the former one', async () => {
    const id = await newOfficer('half_in');
    const { secret } = await enrol('half_in');
    const { ticket } = (await signIn('half_in')).data;
    expect((await chief.post('/admin/auth.admin/edit', { id, password: other })).code).toBe(1);
    expect((await next(ticket, { code: codeOf(secret) })).data.reason).toBe('not_found');
  });
});
