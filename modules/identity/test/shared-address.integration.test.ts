import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { ensureMinuteLasts } from '../../../test/support/rate-limit-minute.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

/** Users behind one network address: a service hall, a school, a carrier. */
let app: TestApp;
let nobody: Client;
beforeAll(async () => {
  app = await startApp({ config: { captcha: true, rateLimit: 40_000 } });
  nobody = await app.client('nobody');
});
afterAll(() => app.close());
const mobileOf = (place: number) => `1391000${String(place).padStart(4, '0')}`;
const reasons = async (answers: Promise<{ code: number; data: unknown }>[]) => {
  const all = await Promise.all(answers);
  const count = (reason: string) => all.filter(({ data }) => (data as { reason?: string }).reason === reason).length;
  return {
    sent: all.filter(({ code }) => code === 1).length,
    captcha: count('captcha'),
    tooFrequent: count('too_frequent'),
  };
};

test('signing in: twenty a minute for each account, and ten times that for the address', async () => {
  await ensureMinuteLasts();
  const signIn = (username: string, ip: string) =>
    nobody.post('/admin/index/login', { username, password: 'Wrong-1' }, { 'x-forwarded-for': ip });
  const one = await reasons(Array.from({ length: 30 }, () => signIn('admin', '10.5.0.1')));
  expect([one.captcha, one.tooFrequent]).toEqual([20, 10]);
  expect((await signIn('city', '10.5.0.1')).data, 'a colleague').toMatchObject({ reason: 'captcha' });
  expect((await signIn('ADMIN ', '10.5.0.1')).data, 'the same account').toMatchObject({ reason: 'too_frequent' });
  expect((await signIn('admin', '10.5.0.2')).data, 'from elsewhere').toMatchObject({ reason: 'captcha' });
  const many = await reasons(Array.from({ length: 220 }, (_, place) => signIn(`guess${place}`, '10.5.0.3')));
  expect([many.captcha, many.tooFrequent]).toEqual([200, 20]);
});

test('codes: beyond thirty an hour only with a captcha', async () => {
  await app.db.query(sql`insert into captcha (key, code, expiretime)
    select 'hall-' || n, '1234', now() + interval '1 minute' from generate_series(1, 60) n`);
  const request = (place: number, captcha: string) =>
    nobody.post(
      '/api/Sms/send',
      { mobile: mobileOf(place), template_code: 'enterprise_register', captcha, captcha_id: `hall-${place}` },
      { 'x-forwarded-for': '10.5.1.1' },
    );
  const answers = await reasons(Array.from({ length: 60 }, (_, place) => request(place + 1, place < 50 ? '1234' : '')));
  expect([answers.sent, answers.captcha]).toEqual([50, 10]);
});

test('codes requested by a member without captcha count for the account', async () => {
  const member = await app.client({ member: 'asks_often' });
  const other = await app.client({ member: 'asks_once' });
  const request = (client: Client, place: number) =>
    client.post('/api/Sms/send', { mobile: mobileOf(place), template_code: 'user_change_mobile' });
  await app.db.query(sql`insert into attempt (name, subject, at, expiretime)
    select 'sms_sender_hour', 'member ' || id, array_fill(clock_timestamp(), array[30]), now() + interval '1 hour' from member where username = 'asks_often'`);
  expect(await request(member, 200)).toMatchObject({ code: 0, data: { reason: 'too_frequent' } });
  expect((await request(other, 201)).code).toBe(1);
});

/** Creates captchas with the solution `1234` and returns their ids. */
async function draw(count: number, prefix: string): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, place) => `${prefix}-${place}`);
  await app.db.query(sql`insert into captcha (key, code, expiretime)
    select key, '1234', now() + interval '1 minute' from unnest(${keys}::text[]) key`);
  return keys;
}

test('progress: after ten mistakes of an address each attempt needs a captcha; correct users never see one', async () => {
  const found = await app.db.row<{
    no: string;
  }>(sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile,
      contact_name, contact_mobile, area_code, address, status, query_no) values ('大厅企业', '91530102MA6R000009', 'agency', '甲',
      '13800000001', '乙', '13900000002', '530102', '路', 'submitted', 'QY20261127000001') returning query_no as no`);
  const hall = { 'x-forwarded-for': '10.5.2.1' };
  const request = (place: number, more: object = {}) =>
    nobody.post<{ reason?: string }>(
      '/api/enterprise/progress',
      { query_no: `QY202611270${String(place + 100).padStart(5, '0')}`, mobile: mobileOf(place), ...more },
      hall,
    );
  const right = { query_no: found?.no, mobile: '13900000002' };
  for (let time = 0; time < 12; time++) expect((await request(0, right)).code, 'right, as often as one likes').toBe(1);
  const reasonsOf = async (from: number, to: number) => {
    const reasons: unknown[] = [];
    for (let place = from; place < to; place++) reasons.push((await request(place)).data.reason);
    return reasons;
  };
  expect(new Set(await reasonsOf(0, 10))).toEqual(new Set(['not_found']));
  const refused = await request(11);
  expect(refused.data).toEqual({ reason: 'captcha', errors: { captchaInfo: [expect.any(String)] } });
  const wrong = { captcha_id: 'no-such-picture', captchaInfo: '1234' };
  expect((await request(12, wrong)).data.reason).toBe('captcha');
  const keys = await draw(8, 'progress');
  const typed = (key: string | undefined) => ({ captcha_id: key, captchaInfo: '1234' });
  for (const [place, key] of keys.slice(0, 5).entries())
    expect((await request(20 + place, typed(key))).data.reason, 'more mistakes are possible, each with a captcha').toBe(
      'not_found',
    );
  expect((await request(30, typed(keys[0]))).data.reason, 'a picture is good once').toBe('captcha');
  expect((await request(0, { ...right, ...typed(keys[6]) })).code, 'a hall gets through').toBe(1);
  expect(
    (await nobody.post<{ name: string }>('/api/enterprise/progress', right, { 'x-forwarded-for': '10.5.2.2' })).code,
  ).toBe(1);
});

test('a forgotten password: after thirty mistakes of an address each attempt needs a captcha', async () => {
  const hall = { 'x-forwarded-for': '10.5.3.1' };
  await app.db.query(sql`insert into attempt (name, subject, at, expiretime) select name, '10.5.3.1', array_fill(clock_timestamp(), array[30]),
    now() + interval '1 hour' from unnest(array['reset_address', 'reset_address_bare']) name`);
  for (const [path, type] of [
    ['/api/account/retrievePassword', 'mobile'],
    ['/admin/index/retrievePassword', undefined],
  ] as const) {
    const reset = (place: number, more: object = {}) =>
      nobody.post<{ reason?: string }>(
        path,
        { type, account: mobileOf(place), captcha: '000000', password: 'Quite-New-2026', ...more },
        hall,
      );
    expect((await reset(300)).data).toMatchObject({ reason: 'captcha', errors: { captchaInfo: [expect.any(String)] } });
    const [key] = await draw(1, `reset-${type}`);
    const answer = await reset(301, { captcha_id: key, captchaInfo: '1234' });
    expect([path, answer.data.reason, answer.msg]).toEqual([path, 'invalid', expect.stringContaining('验证码')]);
  }
});
