import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** A member's second factor: at sign-in, before sensitive actions, and after the loss of a phone. */
let app: TestApp;
let nobody: Client;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  nobody = await app.client('nobody');
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

interface StepAnswer {
  reason: string;
  step: string;
  ticket: string;
  ways: string[];
  errors?: Record<string, string[]>;
  userInfo: { token: string };
}

let made = 0;
/** A new member under an unused name. */
async function newMember(): Promise<{ id: number; username: string; client: Client }> {
  const username = `m${Date.now() % 1e8}_${++made}`;
  const row = await app.db.row<{ id: number }>(sql`insert into member (username, nickname, password, group_id)
    select ${username}, ${username}, ${await hashPassword(testPassword)}, min(id) from user_group returning id`);
  return { id: row?.id ?? 0, username, client: await app.client({ member: username }) };
}
const checkIn = (username: string): Promise<WireAnswer<StepAnswer>> =>
  nobody.post('/api/user/checkIn', {
    tab: 'login',
    username,
    password: testPassword,
    captcha: '',
    captchaId: '',
    keep: false,
    email: '',
    mobile: '',
    registerType: 'mobile',
  });
const next = (ticket: string, given: object, side = 'api'): Promise<WireAnswer<StepAnswer>> =>
  nobody.post(`/${side}/signIn/next`, { ticket, ...given });
const codeOf = (secret: string, at = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + at * 30_000 });

async function enrol(id: number, client: Client): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await client.post<{ secret: string }>('/api/factor/beginTotp', { password: testPassword })).data;
  const added = await client.post<{ recovery_codes: string[] }>('/api/factor/add', { code: codeOf(secret) });
  expect(added.data.recovery_codes, added.msg).toHaveLength(10);
  // half a minute later
  await app.db.query(sql`update auth_factor set last_step = last_step - 1 where member_id = ${id}`);
  return { secret, codes: added.data.recovery_codes };
}

test('is required after the password, with a message any client shows; without a factor it is not', async () => {
  const { id, username, client } = await newMember();
  expect((await checkIn(username)).data.userInfo.token).toMatch(/^[0-9a-f-]{36}$/);
  expect(
    (await client.post<StepAnswer>('/api/factor/beginTotp', { password: 'not-it' })).data.errors?.password,
  ).toBeDefined();
  const { secret, codes } = await enrol(id, client);
  const step = await checkIn(username);
  expect([step.code, step.data.reason, step.data.step, step.data.ways]).toEqual([
    0,
    'next_step',
    'second_factor',
    ['totp', 'recovery'],
  ]);
  expect(step.msg).toContain('二次验证');
  const { ticket } = step.data;
  expect((await next(ticket, { code: codeOf(secret) }, 'admin')).data.reason, "no officer's ticket").toBe('not_found');
  expect((await next(ticket, { code: '000000' })).data.errors).toEqual({ code: ['验证未通过，请重试'] });
  const code = codeOf(secret);
  const twice = await Promise.all([next(ticket, { code }), next(ticket, { code })]);
  expect(twice.map((one) => one.code).sort(), 'of the same code sent twice at once one passes').toEqual([0, 1]);
  const { token } = twice.find((one) => one.code === 1)?.data.userInfo ?? { token: '' };
  expect((await (await app.client({ token, area: 'api' })).get('/api/user/index')).code).toBe(1);
  expect((await (await app.client({ token, area: 'admin' })).get('/admin/index/index')).code, 'nowhere else').toBe(302);
  const again = await checkIn(username);
  expect((await next(again.data.ticket, { recovery: codes[0] })).code).toBe(1);
  const late = await checkIn(username);
  expect((await next(late.data.ticket, { recovery: codes[0] })).code, 'once').toBe(0);
  const open = (site_member_center: '0' | '1') => chief.post('/admin/routine.config/edit', { site_member_center });
  await open('0');
  try {
    expect((await next(late.data.ticket, { recovery: codes[1] })).msg).toContain('会员中心已禁用');
  } finally {
    await open('1');
  }
  const log = await app.db.row(sql`select count(*)::int as n from member_sign_in where member_id = ${id}`);
  expect(log, 'plain, by code, by paper').toEqual({ n: 3 });
});

test('protects sensitive calls: data, password, contacts, enterprise and account', async () => {
  const { id, username, client } = await newMember();
  const { secret, codes } = await enrol(id, client);
  const dear = [
    () => client.get('/api/account/download'),
    () => client.post('/api/account/changePassword', { oldPassword: testPassword, newPassword: 'Other-2026' }),
    () => client.post('/api/account/changeBind', { type: 'mobile' }),
    () => client.post('/api/enterprise.person/transferCodes', { id: 1 }),
    () => client.post('/api/enterprise.person/transfer', { id: 1 }),
    () => client.post('/api/account/remove', { password: testPassword }),
  ];
  // verified at sign-in; required again after ten minutes
  const later = () =>
    app.db.query(sql`update session set confirmtime = confirmtime - interval '601 seconds' where subject_id = ${id}`);
  await later();
  for (const [at, call] of dear.entries())
    expect((await call()).data, `call ${at}`).toEqual({ reason: 'confirm_first' });
  const confirm = (given: object) => client.post<StepAnswer & { confirmed: number }>('/api/session/confirm', given);
  expect((await confirm({})).data).toEqual({ reason: 'second_factor', ways: ['totp', 'recovery'] });
  expect((await confirm({ code: '000000' })).data.errors).toEqual({ code: ['验证未通过，请重试'] });
  expect((await client.get('/api/account/download')).data).toEqual({ reason: 'confirm_first' });
  expect((await confirm({ code: codeOf(secret) })).data.confirmed).toBe(600);
  expect(JSON.parse((await client.get('/api/account/download')).text)).toMatchObject({ account: { id }, sign_ins: [] });
  // after ten minutes neither session counts as verified
  const step = await checkIn(username);
  const other = (await next(step.data.ticket, { recovery: codes[0] })).data.userInfo;
  await later();
  for (const one of [client, await app.client({ token: other.token, area: 'api' })])
    expect((await one.get('/api/account/download')).data).toEqual({ reason: 'confirm_first' });
  expect((await confirm({ recovery: codes[1] })).code).toBe(1);
  expect((await client.post('/api/account/remove', { password: testPassword })).code).toBe(1);
  const left = await app.db.row(sql`select (select count(*)::int from auth_factor where member_id = ${id}) as factors,
    (select count(*)::int from auth_recovery_code where member_id = ${id}) as codes`);
  expect(left, 'who leaves takes theirs along').toEqual({ factors: 0, codes: 0 });
});

test('does not complete a sign-in begun with a former password', async () => {
  const { id, username, client } = await newMember();
  const { secret } = await enrol(id, client);
  const { ticket } = (await checkIn(username)).data;
  const change = { oldPassword: testPassword, newPassword: 'Other-2026' };
  expect((await client.post('/api/account/changePassword', change)).code).toBe(1);
  expect((await next(ticket, { code: codeOf(secret) })).data.reason).toBe('not_found');
});

/** A sign-in started by passkey, without a password to compare. */
async function owing(id: number, username: string): Promise<string> {
  const { ticket } = (await checkIn(username)).data;
  await app.db.query(
    sql`update one_time_ticket set content = (content - 'password') || '{"by": "passkey"}' where holder = ${`member ${id}`}`,
  );
  return ticket;
}

test('a password set by an officer ends sign-ins that still require a factor, however they began', async () => {
  const { id, username, client } = await newMember();
  const { secret } = await enrol(id, client);
  const before = await owing(id, username);
  const set = await chief.post('/admin/user.user/edit', { id, password: 'Quite-Another-2026' });
  expect(set.code, set.msg).toBe(1);
  expect((await next(before, { code: codeOf(secret) })).data.reason).toBe('not_found');
  expect(await app.db.row(sql`select 1 from one_time_ticket where holder = ${`member ${id}`}`)).toBeUndefined();
});

test('is reset by an officer with the permission, with a logged reason', async () => {
  const { id, username, client } = await newMember();
  await enrol(id, client);
  const before = await owing(id, username);
  const county = await app.client({ officer: 'county1' });
  expect((await county.post('/admin/user.user/resetFactor', { id, reason: '手机丢失，已核实本人' })).code).toBe(401);
  const reset = (body: object) => chief.post<StepAnswer>('/admin/user.user/resetFactor', { id, ...body });
  expect((await chief.get<{ list: object[] }>('/admin/user.user/factors', { id })).data.list).toHaveLength(1);
  expect((await reset({ reason: '短' })).data.errors?.reason).toBeDefined();
  expect((await reset({ id: 999_999_999, reason: '手机丢失，已核实本人' })).data.reason).toBe('not_found');
  expect((await reset({ reason: `手机丢失，已核实本人 ${username}` })).code).toBe(1);
  expect((await client.get('/api/user/index')).code, 'signed out').toBe(302);
  expect((await nobody.post<StepAnswer>('/api/signIn/resume', { ticket: before })).data.reason).toBe('not_found');
  expect((await checkIn(username)).code).toBe(1);
  const notices = await app.db.rows(sql`select kind, template_code from message_notice where user_id = ${id}`);
  expect(notices, 'and told').toEqual([{ kind: 'system', template_code: 'factor_reset' }]);
  const line = await app.db.row<{ title: string }>(
    sql`select title from auth_admin_log where username = 'admin' and data::text like ${`%${username}%`}`,
  );
  expect(line?.title).toBe('会员-重置二次验证');
});

test('are ten at most, and there is one set of recovery codes, however many are added at once', async () => {
  const { id, username, client } = await newMember();
  const devices = [client, await app.client({ member: username }), await app.client({ member: username })];
  const begun = await Promise.all(
    devices.map(async (one) => {
      const { secret } = (await one.post<{ secret: string }>('/api/factor/beginTotp', { password: testPassword })).data;
      return () => one.post<{ recovery_codes?: string[] }>('/api/factor/add', { code: codeOf(secret) });
    }),
  );
  await app.db.query(
    sql`insert into auth_factor (member_id, kind, name) select ${id}, 'totp', n::text from generate_series(1, 9) n`,
  );
  const answers = await Promise.all(begun.map((add) => add()));
  expect(answers.map((one) => one.code).sort()).toEqual([0, 0, 1]);
  expect(answers.filter((one) => one.data?.recovery_codes)).toHaveLength(1);
  expect(await app.db.row(sql`select count(*)::int as n from auth_factor where member_id = ${id}`)).toEqual({ n: 10 });
});

test('a passkey is created with the password, once and for this site, and used afterwards', async () => {
  const { id, username, client } = await newMember();
  const key = softPasskey('localhost', 'http://localhost:80');
  const begin = async (given: string) =>
    await client.post<StepAnswer & { challenge: string }>('/api/factor/beginPasskey', { password: given });
  expect((await begin('not-it')).data.errors).toHaveProperty('password');
  const add = (passkey: object) =>
    client.post<{ recovery_codes: string[] } | null>('/api/factor/add', { passkey, name: '手机' });
  const elsewhere = key.made((await begin(testPassword)).data.challenge, { from: 'https://elsewhere.example' });
  expect((await add(elsewhere)).code).toBe(0);
  const { challenge } = (await begin(testPassword)).data;
  expect((await add(key.made('another-challenge'))).code, 'and the question is asked once').toBe(0);
  expect((await add(key.made(challenge))).code).toBe(0);
  const right = key.made((await begin(testPassword)).data.challenge);
  const added = await Promise.all([add(right), add(right)]);
  expect(added.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(added.find(({ code }) => code === 1)?.data?.recovery_codes).toHaveLength(10);
  const { list } = (await client.get<{ list: object[] }>('/api/factor/index')).data;
  expect(list).toMatchObject([{ kind: 'passkey' }]);
  expect(await app.db.row(sql`select rp_id, transports from auth_factor where member_id = ${id}`)).toEqual({
    rp_id: 'localhost',
    transports: ['internal'],
  });
  const step = await checkIn(username);
  expect([step.data.step, step.data.ways]).toEqual(['second_factor', ['passkey', 'recovery']]);
  const { ticket } = step.data;
  const offered = await nobody.post<{ challenge: string }>('/api/signIn/usePasskey', { ticket });
  const given = key.answer(offered.data.challenge);
  expect((await next(ticket, { passkey: given })).data.userInfo.token).toMatch(/^[0-9a-f-]{36}$/);
  expect((await next(ticket, { passkey: given })).code, 'once').toBe(0);
});

test('a passkey alone signs a member in, and only into the member centre', async () => {
  const { id } = await newMember();
  const key = softPasskey('localhost', 'http://localhost:80');
  await app.db.query(sql`insert into auth_factor (member_id, kind, name, credential_id, public_key, counter, transports, rp_id)
    values (${id}, 'passkey', 'k', ${key.id}, ${key.publicKey}, 0, '{}', 'localhost')`);
  const enter = async (side: 'api' | 'admin', offered = side) => {
    const { data } = await nobody.post<{ options: { challenge: string }; binder: string }>(
      `/${offered}/signIn/offerPasskey`,
    );
    const passkey = key.answer(data.options.challenge);
    return nobody.post<StepAnswer>(`/${side}/signIn/enter`, { binder: data.binder, passkey });
  };
  expect((await enter('admin')).code).toBe(0);
  expect((await enter('api', 'admin')).code, 'a challenge of the other door').toBe(0);
  const inside = await enter('api');
  expect(inside.code, inside.msg).toBe(1);
  const client = await app.client({ token: inside.data.userInfo.token, area: 'api' });
  expect((await client.get('/api/account/download')).text, 'the answer has already begun').toContain('"account"');
  await app.db.query(sql`update member set status = 'disable' where id = ${id}`);
  expect((await enter('api')).code).toBe(0);
});
