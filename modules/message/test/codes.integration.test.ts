import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimRefused } from '#modules/enterprise/contract/message-templates.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { queueMessages } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

let app: TestApp;
let nobody: Client;
beforeAll(async () => {
  app = await startApp({ max: 20 });
  nobody = await app.client('nobody');
  await app.db.query(
    sql`insert into member (username, nickname, password, mobile) values ('known_one', 'x', ${await hashPassword(testPassword)}, '13511110000')`,
  );
});
afterAll(() => app.close());
beforeEach(async () => void (await app.db.query('delete from attempt')));

let made = 0;
const newMobile = () => `1370000${String(++made).padStart(4, '0')}`;
const requestCode = (mobile: string, template_code = 'enterprise_register', ip = '10.9.0.1') =>
  nobody.post<{ reason?: string; retry_after: number } | null>(
    '/api/Sms/send',
    { mobile, template_code },
    { 'x-forwarded-for': ip },
  );
/** Makes the entries of rate limits older by the given seconds. */
const wait = async (seconds: number) =>
  void (await app.db.query(
    `update attempt set at = array(select one - make_interval(secs => $1) from unnest(at) one), expiretime = expiretime - make_interval(secs => $1)`,
    [seconds],
  ));
const sentTo = (mobile: string) => app.engine.smsSink?.list().filter((one) => one.mobile === mobile) ?? [];

describe('requests for codes', () => {
  test('are limited to one a minute, five an hour, ten a day per number', async () => {
    const mobile = newMobile();
    const answers = await Promise.all(Array.from({ length: 30 }, () => requestCode(mobile)));
    expect(answers.filter((one) => one.code === 1)).toHaveLength(1);
    const again = answers.find((one) => one.code === 0);
    expect(again?.data).toMatchObject({ reason: 'too_frequent', retry_after: expect.any(Number) });
    expect(again?.msg).toMatch(/^发送过于频繁，请 \d+ 秒后再试$/);
    for (let n = 0; n < 4; n++) {
      await wait(61);
      expect((await requestCode(mobile)).code).toBe(1);
    }
    await wait(61);
    expect((await requestCode(mobile)).msg).toMatch(
      /^该手机号一小时内的验证码次数已用完（至多 5 次），请 \d+ 分钟后再试$/,
    );
    for (let n = 0; n < 5; n++) {
      await wait(3600);
      expect((await requestCode(mobile)).code).toBe(1);
    }
    await wait(3600);
    expect((await requestCode(mobile)).msg).toMatch(/^该手机号今日验证码次数已用完（每日 10 次），请 \d+ 小时后再试$/);
    await wait(86_400);
    expect((await requestCode(mobile)).code).toBe(1);
    expect(sentTo(mobile)).toHaveLength(11);
  });

  test('get “no such template” for an event without codes', async () => {
    for (const template of ['', 'nothing', 'constructor', 'notice_copy'])
      expect(await requestCode(newMobile(), template), template).toMatchObject({ code: 0, msg: '模板不存在' });
    const english = await app.client('nobody', 'en');
    const { msg } = await english.post('/api/Sms/send', { mobile: newMobile(), template_code: 'nothing' });
    expect(msg).toBe('The template does not exist');
  });

  test('treat a number in another notation as the same', async () => {
    const mobile = newMobile();
    expect((await requestCode(mobile)).code).toBe(1);
    for (const other of [
      `+86 ${mobile}`,
      `${mobile.slice(0, 3)}-${mobile.slice(3, 7)}-${mobile.slice(7)}`,
      ` ${mobile} `,
    ])
      expect(await requestCode(other), other).toMatchObject({ code: 0, data: { reason: 'too_frequent' } });
  });

  test('are limited to thirty an hour per address, in IPv6 per /64', async () => {
    for (const [address, neighbour] of [
      ['10.9.1.1', '10.9.1.1'],
      ['2001:db8:7:7::1', '2001:db8:7:7:aaaa::2'],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => requestCode(newMobile(), 'enterprise_register', address)),
      );
      expect(answers.filter((one) => one.code === 1)).toHaveLength(30);
      expect((await requestCode(newMobile(), 'enterprise_register', neighbour)).msg).toMatch(/^当前网络一小时内/);
    }
    expect((await requestCode(newMobile(), 'enterprise_register', '10.9.1.2')).code).toBe(1);
  });

  test('are answered, counted and refused for unknown numbers like for known ones', async () => {
    const course = async (mobile: string) => {
      const answers: unknown[] = [];
      const take = async () => {
        const { code, msg, data } = await requestCode(mobile, 'user_retrieve_pwd');
        answers.push([code, msg.replace(/\d+/, 'n'), { ...data, ...(code === 0 ? { retry_after: 'n' } : {}) }]);
      };
      await take();
      await take();
      for (let n = 0; n < 5; n++) {
        await wait(61);
        await take();
      }
      return answers;
    };
    const [registered, unknown] = [await course('13511110000'), await course('13511119999')];
    expect(unknown).toEqual(registered);
    expect([sentTo('13511110000').length, sentTo('13511119999').length]).toEqual([5, 0]);
    const english = await app.client('nobody', 'en');
    expect(
      (await english.post('/api/Sms/send', { mobile: '13511119999', template_code: 'user_retrieve_pwd' })).msg,
    ).toMatch(/^No more codes for this mobile number within the hour \(5 at most\). Try again in \d+ min$/);
  });
});

describe('a code', () => {
  test('is checked five times, however many guesses are simultaneous', async () => {
    const mobile = newMobile();
    await requestCode(mobile);
    const code = /\d{6}/.exec(sentTo(mobile)[0]?.text ?? '')?.[0] ?? '';
    const guess = (digits: string) => nobody.post('/api/enterprise/verify', { mobile, code: digits });
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => guess(String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0'))),
    );
    expect(await app.db.row(sql`select tries, used from message_code where address = ${mobile}`)).toEqual({
      tries: 5,
      used: false,
    });
    expect((await guess(code)).code).toBe(0);
  });

  test('is accepted once, of many simultaneous calls', async () => {
    const mobile = newMobile();
    await requestCode(mobile);
    const code = /\d{6}/.exec(sentTo(mobile)[0]?.text ?? '')?.[0];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => nobody.post('/api/enterprise/verify', { mobile, code })),
    );
    expect(answers.filter((one) => one.code === 1)).toHaveLength(1);
  });

  test('is stored nowhere in plain, nor shown to officers', async () => {
    const mobile = newMobile();
    await requestCode(mobile);
    const code = /\d{6}/.exec(sentTo(mobile)[0]?.text ?? '')?.[0] ?? '';
    const stored = JSON.stringify([
      await app.db.rows(sql`select template_code, content, search_text from message_sms where mobile = ${mobile}`),
      await app.db.rows(sql`select code_hash, purpose from message_code where address = ${mobile}`),
      await app.db.rows('select payload from event order by id desc limit 20'),
    ]);
    expect(stored).toContain('您的验证码是 ••••••，5 分钟内有效');
    expect(stored).not.toContain(code);
    const chief = await app.client({ officer: 'admin' });
    expect((await chief.get('/admin/message.sms/index', { order: 'id,desc', limit: 1 })).text).not.toContain(code);
  });
});

test('a mobile gets at most twenty notices a day, however many are sent at once; codes are not counted', async () => {
  const provider = createServer((_, response) => response.end(JSON.stringify({ Code: 'OK', BizId: '2^1' })));
  await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve));
  const chief = await app.client({ officer: 'admin' });
  const configure = (values: object) =>
    chief.post('/admin/system.setting/save', { section: 'sms', values, versions: {} });
  const register = (code: string) =>
    app.db.query(sql`update message_template set provider_code = 'SMS_1' where code = ${code}`);
  try {
    const endpoint = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const night = { quiet_from: '00:00:00', quiet_to: '00:00:00' };
    const by = { provider: 'aliyun', access_key_id: 'AKIDtest', access_key_secret: 'secret', sign: '滇文旅' };
    expect((await configure({ ...by, ...night, endpoint })).code).toBe(1);
    for (const code of ['code', claimRefused.code]) await register(code);
    const mobile = newMobile();
    const notice = { values: { name: '甲', reason: '乙' }, to: { mobile } };
    await queueMessages(app.engine, app.db, claimRefused, Array<typeof notice>(23).fill(notice));
    const standing = async () =>
      await app.db.rows(sql`
        select template_code, status, count(*)::int as n, bool_and(attempts = 0 and send_at > now() + interval '23 hours') as later
        from message_sms where mobile = ${mobile} group by 1, 2 order by 1, 2`);
    const notices = { template_code: claimRefused.code };
    await expect.poll(standing, { timeout: 60_000 }).toEqual([
      { ...notices, status: 'queued', n: 3, later: true },
      { ...notices, status: 'sent', n: 20, later: false },
    ]);
    expect((await requestCode(mobile)).code).toBe(1);
    await expect
      .poll(standing, { timeout: 60_000 })
      .toContainEqual({ template_code: 'code', status: 'sent', n: 1, later: false });
    await wait(86_400);
    await app.db.query(
      sql`update message_sms set send_at = now() - interval '1 minute' where mobile = ${mobile} and status = 'queued'`,
    );
    for (const part of app.platform.modules)
      await part.scheduled?.deliver_messages?.run(app.engine, { log: app.log, signal: new AbortController().signal });
    await expect
      .poll(standing, { timeout: 60_000 })
      .toContainEqual({ ...notices, status: 'sent', n: 23, later: false });
  } finally {
    await configure({ provider: 'none' });
    provider.closeAllConnections();
    provider.close();
  }
});

describe('the SMS debug box', () => {
  test('shows sent messages, newest first, only to super administrators, and logs who looked', async () => {
    const [one, two] = [newMobile(), newMobile()];
    await requestCode(one);
    await requestCode(two);
    const chief = await app.client({ officer: 'admin' });
    const { code, data } = await chief.get<{ list: { mobile: string; text: string; createtime: number }[] }>(
      '/admin/message.sink/index',
    );
    expect(code).toBe(1);
    expect(data.list.slice(0, 2)).toEqual(
      [two, one].map((mobile) => ({
        mobile,
        text: expect.stringMatching(/^您的验证码是 \d{6}，/),
        createtime: expect.any(Number),
      })),
    );
    expect(await app.db.row(`select username from auth_admin_log where title = '短信调试箱-查看'`)).toEqual({
      username: 'admin',
    });
    await app.db.query(`with g as (insert into auth_group (name, rules) select '短信', array_agg(id) from auth_menu where name like 'message%' returning id)
      insert into auth_admin (username, nickname, password, group_arr, area_code) select 'messenger', 'x', '', array[id], '530100' from g`);
    const messenger = await app.client({ officer: 'messenger' });
    expect((await messenger.get('/admin/message.sink/index')).code).toBe(401);
    expect((await (await app.client({ officer: 'city' })).get('/admin/message.sink/index')).code).toBe(401);
    expect((await nobody.get('/admin/message.sink/index')).code).toBe(302);
    const names = async (client: Client) => (await client.get('/admin/index/index')).text.includes('"message/sink"');
    expect([await names(chief), await names(messenger)]).toEqual([true, false]);
  });
});
