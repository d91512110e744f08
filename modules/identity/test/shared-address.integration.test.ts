import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/engine.ts';
import { untilMinuteLasts } from '../../../test/minute.ts';

/** People behind one address: a service hall, a school, the network of a carrier. */
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
  await untilMinuteLasts();
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

test('codes: more than thirty an hour go out to those who typed a picture off, and none without', async () => {
  await app.db.query(sql`insert into captcha (key, code, expiretime)
    select 'hall-' || n, '1234', now() + interval '1 minute' from generate_series(1, 60) n`);
  const ask = (place: number, captcha: string) =>
    nobody.post(
      '/api/Sms/send',
      { mobile: mobileOf(place), template_code: 'enterprise_register', captcha, captcha_id: `hall-${place}` },
      { 'x-forwarded-for': '10.5.1.1' },
    );
  const answers = await reasons(Array.from({ length: 60 }, (_, place) => ask(place + 1, place < 50 ? '1234' : '')));
  expect([answers.sent, answers.captcha]).toEqual([50, 10]);
});

test('codes that a member asks for without a picture are counted for the account', async () => {
  const member = await app.client({ member: 'asks_often' });
  const other = await app.client({ member: 'asks_once' });
  const ask = (client: Client, place: number) =>
    client.post('/api/Sms/send', { mobile: mobileOf(place), template_code: 'user_change_mobile' });
  await app.db.query(sql`insert into attempt (name, subject, at, expiretime)
    select 'sms_sender_hour', 'member ' || id, array_fill(clock_timestamp(), array[30]), now() + interval '1 hour' from member where username = 'asks_often'`);
  expect(await ask(member, 200)).toMatchObject({ code: 0, data: { reason: 'too_frequent' } });
  expect((await ask(other, 201)).code).toBe(1);
});
