import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimRefused } from '#modules/enterprise/contract/message-templates.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { sendEmailToMailServer } from '#server/message/send-email-to-mail-server.ts';
import { codeMessage, matchCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';
import type { OwnNotificationChannels } from '../contract/notification-channels.ts';
import { readLetter, startMailServer } from './smtp.ts';

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

let app: TestApp;
let chief: Client;
let nobody: Client;
let post: MailServer;
/** SMTP status with which the mail server refuses an address; undefined: it accepts. */
let refuses: ((to: string) => number | undefined) | undefined;

beforeAll(async () => {
  app = await startApp({ max: 20 });
  [chief, nobody] = await Promise.all([app.client({ officer: 'admin' }), app.client('nobody')]);
  post = await startMailServer({
    onAuth({ username, password }, _, done) {
      if (username === 'office' && password === 'hunter2-mail') done(null, { user: username });
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
    },
    onRcptTo({ address }, _, done) {
      const code = refuses?.(address);
      done(code === undefined ? null : Object.assign(new Error(`no ${address}`), { responseCode: code }));
    },
  });
  await app.db.query(sql`insert into member (username, nickname, password, email)
    values ('letter_one', 'x', ${await hashPassword(testPassword)}, 'Known@Example.com')`);
});
afterAll(async () => {
  await app.close();
  await post.stop();
});
beforeEach(async () => {
  refuses = undefined;
  await app.db.query('delete from attempt');
});

const settings = () => ({
  smtp_server: '127.0.0.1',
  smtp_port: post.port,
  smtp_user: 'office',
  smtp_pass: 'hunter2-mail',
  smtp_verification: 'none',
  smtp_sender_mail: 'office@example.gov.cn',
});
const configure = async (values: object = {}) => {
  const answer = await chief.post('/admin/routine.config/edit', { ...settings(), ...values });
  expect(answer.code, answer.text).toBe(1);
};
const rowOf = (to: string) =>
  app.db.row<{
    id: number;
    status: string;
    attempts: number;
    fault: string | null;
    error: string | null;
    letter: string | null;
  }>(
    sql`select id, status, attempts, fault, error, letter from message_email where email = ${to} order by id desc limit 1`,
  );
const reaches = (to: string, status: string) =>
  expect.poll(async () => (await rowOf(to))?.status, { timeout: 60_000 }).toBe(status);
const lettersTo = (to: string) => post.arrived.filter((one) => one.to.includes(to)).map(({ raw }) => readLetter(raw));
const sweep = async () => {
  for (const part of app.platform.modules)
    await part.scheduled?.deliver_messages?.run(app.engine, { log: app.log, signal: new AbortController().signal });
};

describe('without a mail server', () => {
  test('codes are refused with the message of the contract, and other messages stay queued', async () => {
    expect((await nobody.post('/api/Ems/send', { email: 'a@example.com', event: 'user_register' })).msg).toBe(
      '邮件发送服务不可用，请联系网站管理员进行配置~',
    );
    await queueMessage(app.engine, app.db, codeMessage, { code: '1' }, { email: 'kept@example.com' });
    await sweep();
    expect(await rowOf('kept@example.com')).toMatchObject({ status: 'kept', letter: null });
  });
});

describe('a test message', () => {
  const tryOut = (values: object = {}, as = chief) =>
    as.post<{ errors?: object; fault?: string }>('/admin/routine.config/sendTestMail', {
      ...settings(),
      testMail: 'tester@example.com',
      ...values,
    });

  test('uses the values of the form before they are saved, and its password is in no log', async () => {
    const { code, msg } = await tryOut();
    expect([code, msg]).toEqual([1, '测试邮件发送成功~']);
    expect(lettersTo('tester@example.com')).toEqual([
      { subject: '【行鉴】测试邮件', text: '这是一封测试邮件。收到它，说明邮件设置可以使用。' },
    ]);
    expect(post.arrived.at(-1)?.from).toBe('office@example.gov.cn');
    const logged = await app.db.rows(`select data from auth_admin_log where url like '%sendTestMail'`);
    expect([logged.length, JSON.stringify(logged).includes('hunter2')]).toEqual([1, false]);
  });

  test("reports what is wrong, at its field or in the caller's language", async () => {
    const english = await app.client({ officer: 'admin' }, 'en');
    const wrong = await tryOut({ smtp_pass: 'wrong' }, english);
    expect(wrong).toMatchObject({ code: 0, data: { fault: 'credentials' } });
    expect(wrong.msg).toBe(
      'The test e-mail was not sent: Username, password or key not accepted (server reply: 535 Authentication failed)',
    );
    refuses = () => 550;
    expect((await tryOut()).data.fault).toBe('address');
    expect((await tryOut({ smtp_verification: 'TLS' })).data.fault).toBe('unencrypted');
    const bad = { smtp_server: '', smtp_port: 70_000, testMail: 'a@b.cn\r\nBcc: other@example.com' };
    expect(Object.keys((await tryOut(bad)).data.errors ?? {}).toSorted()).toEqual([
      'smtp_port',
      'smtp_server',
      'testMail',
    ]);
    expect((await tryOut({}, await app.client({ officer: 'city' }))).code).toBe(401);
    expect((await tryOut({}, nobody)).code).toBe(302);
  });

  test('does not distinguish a closed port from another service, and calls no network that is not allowed', async () => {
    const other = createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.6\r\n'));
    const silent = createServer((socket) => void socket.on('error', () => {}));
    for (const one of [other, silent]) await new Promise<void>((resolve) => void one.listen(0, '127.0.0.1', resolve));
    const ports = [other, silent].map((one) => (one.address() as AddressInfo).port);
    const tried = await Promise.all(
      [1, ...ports].map(async (smtp_port) => {
        const began = Date.now();
        const { data, msg } = await tryOut({ smtp_port });
        return { data, msg, waited: Date.now() - began >= 4900 };
      }),
    );
    expect(tried).toEqual(
      tried.map(() => ({
        data: { reason: 'undelivered', fault: 'unanswered' },
        msg: '测试邮件没有发出：对方服务器没有应答',
        waited: true,
      })),
    );
    for (const one of [other, silent]) await new Promise<void>((resolve) => void one.close(() => resolve()));
    for (const smtp_server of ['10.0.0.1', '169.254.169.254', '[::ffff:10.0.0.1]'])
      expect((await tryOut({ smtp_server })).data.fault).toBe('closed');
    expect((await tryOut({ smtp_server: '1.1.1.1' })).data.fault, 'in the clear').toBe('closed');
  });

  test('uses the stored password only for the server for which it is stored', async () => {
    await configure();
    expect((await tryOut({ smtp_pass: '' })).code).toBe(1);
    const answers: string[] = [];
    const thief = await startMailServer({
      onAuth({ password }, _, done) {
        answers.push(password ?? '');
        done(null, { user: 'x' });
      },
    });
    await tryOut({ smtp_pass: '', smtp_port: thief.port });
    await thief.stop();
    expect(answers.join('')).toBe('');
  });
});

describe('e-mail', () => {
  test('a requested code arrives, is accepted once, and is stored nowhere in plain', async () => {
    await configure();
    const { code, msg } = await nobody.post('/api/Ems/send', { email: ' New@Example.com', event: 'user_register' });
    expect([code, msg]).toEqual([1, '邮件发送成功~']);
    await reaches('new@example.com', 'sent');
    const [letter] = lettersTo('new@example.com');
    expect(letter?.subject).toBe('【行鉴】验证码');
    const digits = /验证码是 (\d{6})/.exec(letter?.text ?? '')?.[1] ?? '';
    const stored =
      JSON.stringify(await app.db.rows('select * from message_email')) +
      JSON.stringify(await app.db.rows(`select changes from history where resource = 'message/email'`));
    expect(stored).toContain('••••••');
    expect(stored).not.toContain(digits);
    expect((await rowOf('new@example.com'))?.letter).toBeNull();
    expect(await matchCode(app.engine, 'NEW@example.com', 'user_register', digits)).toBeTypeOf('number');
    await app.db.query(`delete from member where username = 'by_letter'`);
    const entered = await nobody.post<{ userInfo: { email: string } }>('/api/user/checkIn', {
      tab: 'register',
      registerType: 'email',
      email: 'New@example.com',
      username: 'by_letter',
      password: testPassword,
      captcha: digits,
    });
    expect([entered.code, entered.data.userInfo.email]).toEqual([1, 'new@example.com']);
    const again = await nobody.post('/api/Ems/send', { email: 'new@example.com', event: 'user_register' });
    expect(again.data).toMatchObject({ reason: 'too_frequent', retry_after: expect.any(Number) });
    expect(again.msg).toMatch(/^频繁发送电子邮件/);
  });

  test("nobody learns which addresses are registered; one's own is proved by the password", async () => {
    await configure();
    const answers = await Promise.all(
      ['known@example.com', 'unknown@example.com'].map((email) =>
        nobody.post('/api/Ems/send', { email, event: 'user_retrieve_pwd' }),
      ),
    );
    expect(answers[0]?.text.replace(/"time":\d+/, '')).toBe(answers[1]?.text.replace(/"time":\d+/, ''));
    await reaches('known@example.com', 'sent');
    expect(await rowOf('unknown@example.com')).toBeUndefined();
    const captcha = /验证码是 (\d{6})/.exec(lettersTo('known@example.com')[0]?.text ?? '')?.[1] ?? '';
    const reset = (account: string) =>
      nobody.post('/api/account/retrievePassword', { type: 'email', account, captcha, password: testPassword });
    expect((await reset('unknown@example.com')).msg).toBe('验证码错误或已过期');
    expect((await reset('Known@example.com')).msg).toBe('密码已修改~');
    await app.db.query('delete from attempt');
    const request = async (who: Client, body: object) =>
      (await who.post('/api/Ems/send', { event: 'user_email_verify', ...body })).msg;
    const member = await app.client({ member: 'letter_one' });
    expect(await request(nobody, { email: 'known@example.com', password: testPassword })).toBe('请先登录！');
    for (const email of ['known@example.com', 'nobodys@example.com'])
      expect(await request(nobody, { email, event: 'user_change_email' }), 'whoever has the address').toBe(
        '请先登录！',
      );
    expect(await rowOf('nobodys@example.com')).toBeUndefined();
    expect(await request(member, { email: 'other@example.com', password: testPassword })).toBe(
      '请使用账户注册邮箱发送验证码！',
    );
    expect(await request(member, { email: 'known@example.com', password: 'wrong' })).toBe('密码错误！');
    expect(await request(member, { email: 'known@example.com', password: testPassword })).toBe('邮件发送成功~');
    for (const [email, event, why] of [
      ['no address', 'user_register', '电子邮箱格式错误'],
      ['a@b.cn\nBcc: x@y.cn', 'user_register', '电子邮箱格式错误'],
      ['a@b.cn', 'constructor', '模板不存在'],
    ])
      expect((await nobody.post('/api/Ems/send', { email, event })).msg).toBe(why);
    const open = (site_member_center: '0' | '1') => chief.post('/admin/routine.config/edit', { site_member_center });
    await open('0');
    const closed = await nobody.post('/api/Ems/send', { email: 'closed@example.com', event: 'user_register' });
    await open('1');
    expect(closed.msg).toBe('会员中心已禁用，请联系网站管理员开启。');
    expect(await rowOf('closed@example.com')).toBeUndefined();
  });

  test("a member's address is changed with a proof of the present one and a code sent to the new one", async () => {
    await configure();
    const [now, next] = [`now${Date.now()}@example.com`, `next${Date.now()}@example.com`];
    const { id } = await app.member('letter_two');
    await app.db.query(
      sql`update member set email = ${now}, password = ${await hashPassword(testPassword)} where id = ${id}`,
    );
    const member = await app.client({ member: 'letter_two' });
    type Proof = { errors?: Record<string, string[]>; accountVerificationToken: string };
    const codeTo = async (email: string, event: string) => {
      const sent = await member.post('/api/Ems/send', { email, event, password: testPassword });
      expect(sent.msg).toBe('邮件发送成功~');
      await reaches(email, 'sent');
      return /验证码是 (\d{6})/.exec(lettersTo(email).at(-1)?.text ?? '')?.[1] ?? '';
    };
    const verify = (captcha: string) => member.post<Proof>('/api/account/verification', { type: 'email', captcha });
    const bind = (email: string, captcha: string, accountVerificationToken: string) =>
      member.post<Proof>('/api/account/changeBind', { type: 'email', email, captcha, accountVerificationToken });
    const own = await codeTo(now, 'user_email_verify');
    const fresh = await codeTo(next, 'user_change_email');
    expect((await verify(fresh)).msg, 'a code for something else').toBe('请输入正确的验证码！');
    const { data } = await verify(own);
    expect(data).toEqual({ type: 'email', accountVerificationToken: expect.stringMatching(/^[\w-]{43}$/) });
    const proof = data.accountVerificationToken;
    expect((await verify(own)).code, 'once').toBe(0);
    expect((await bind('no address', fresh, proof)).data.errors).toEqual({ email: [expect.any(String)] });
    expect((await bind(now.toUpperCase(), fresh, proof)).data.errors).toEqual({ email: ['未变更'] });
    expect((await bind(next, fresh, '')).msg).toBe('您需要先通过账户验证才能修改绑定信息！');
    expect((await bind('known@example.com', fresh, proof)).data.errors, "another's code").toHaveProperty('captcha');
    const both = await Promise.all([bind(next, fresh, proof), bind(next, fresh, proof)]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(await app.db.row(sql`select email from member where id = ${id}`)).toEqual({ email: next });
    await reaches(now, 'sent');
    await expect.poll(() => lettersTo(now).length, { timeout: 60_000 }).toBe(2);
    expect(lettersTo(now).at(-1)?.text, 'told where they were reached until now').toContain('电子邮箱');
    // in the language of the request
    const change = { oldPassword: testPassword, newPassword: `${testPassword}2` };
    const english = await app.client({ token: member.token, area: 'api' }, 'en');
    expect((await english.post('/api/account/changePassword', change)).code).toBe(1);
    await expect.poll(() => lettersTo(next).length, { timeout: 60_000 }).toBe(2);
    expect(lettersTo(next).at(-1)?.text).toMatch(/^The password of your account letter_two was changed/);
  });

  test("an officer's address is verified by the code sent to it, for as long as it is on record", async () => {
    const { id } = await app.officer('city');
    const city = await app.client({ officer: 'city' });
    const address = `city${Date.now()}@example.com`;
    const change = (email: string | null) => app.db.query(sql`update auth_admin set email = ${email} where id = ${id}`);
    const proven = async () =>
      (await city.get<OwnNotificationChannels>('/admin/message.channel/index')).data.addresses.proven;
    const request = () => city.post('/admin/message.channel/emailCode', {});
    const prove = (code: string) => city.post('/admin/message.channel/proveEmail', { code });
    await change(null);
    expect((await request()).code).toBe(0);
    await change(address);
    await configure();
    expect((await request()).code).toBe(1);
    expect((await request()).data).toMatchObject({ reason: 'too_frequent' });
    await reaches(address, 'sent');
    const code = /验证码是 (\d{6})/.exec(lettersTo(address)[0]?.text ?? '')?.[1] ?? '';
    const elsewhere = await app.client({ officer: 'county1' });
    expect((await elsewhere.post('/admin/message.channel/proveEmail', { code })).code).toBe(0);
    expect((await prove('000000')).data).toMatchObject({ errors: { code: [expect.any(String)] } });
    expect(await proven()).toBe(false);
    const both = await Promise.all([prove(code), prove(code)]);
    expect(both.map((one) => one.code).sort(), 'a code opens once').toEqual([0, 1]);
    expect(await proven()).toBe(true);
    await change(`other-${address}`);
    expect(await proven()).toBe(false);
  });

  test('line breaks in values cannot add headers', async () => {
    await configure();
    const values = { name: 'x\r\nBcc: thief@example.com', reason: '一\r\n.\r\n二' };
    await queueMessage(app.engine, app.db, claimRefused, values, { email: 'lines@example.com' });
    await reaches('lines@example.com', 'sent');
    const [letter] = post.arrived.filter(({ to }) => to.includes('lines@example.com'));
    expect(letter?.to).toEqual(['lines@example.com']);
    expect(letter?.raw.split('\r\n\r\n')[0]).not.toContain('thief');
    expect(readLetter(letter?.raw ?? '').text).toContain('一\r\n.\r\n二');
  });
});

describe('a failing server', () => {
  afterEach(() => configure());
  const send = (email: string, more: object = {}) =>
    queueMessage(app.engine, app.db, codeMessage, { code: '1' }, { email, ...more });
  const hurry = (email: string) =>
    app.db.query(
      sql`update message_email set send_at = now() - interval '1 minute', updatetime = now() where email = ${email}`,
    );

  test('a message with a temporary failure is tried again later, a refused one is not', async () => {
    refuses = (to) => (to.startsWith('later') ? 451 : 550);
    await send('later@example.com');
    await send('never@example.com');
    await reaches('never@example.com', 'failed');
    await expect
      .poll(async () => await rowOf('later@example.com'))
      .toMatchObject({ status: 'queued', attempts: 1, fault: 'address' });
    expect((await rowOf('later@example.com'))?.error).toContain('451');
    refuses = undefined;
    await hurry('later@example.com');
    await sweep();
    await reaches('later@example.com', 'sent');
    expect(await rowOf('later@example.com')).toMatchObject({ attempts: 2, fault: null, letter: null });
    expect(lettersTo('later@example.com')).toHaveLength(1);
  });

  test('a message is given up after the fourth attempt', async () => {
    refuses = () => 451;
    await send('tired@example.com');
    for (let attempts = 1; attempts <= 4; attempts++) {
      await expect
        .poll(async () => await rowOf('tired@example.com'), { timeout: 60_000 })
        .toMatchObject({
          attempts,
          status: attempts < 4 ? 'queued' : 'failed',
        });
      await hurry('tired@example.com');
      await sweep();
    }
    expect((await rowOf('tired@example.com'))?.letter).toBeNull();
  });

  test('a server that never answers is abandoned in time', async () => {
    const silent = createServer((socket) => void socket.on('error', () => {}));
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const by = { server: '127.0.0.1', port: (silent.address() as AddressInfo).port, user: null, pass: null };
    const letter = { to: 'a@example.com', from: 'x', subject: 'x', text: 'x' };
    const sent = sendEmailToMailServer(app, { ...by, verification: 'none', sender_mail: 'b@example.com' }, letter, {
      connect: 50,
      line: 50,
      whole: 5000,
    });
    await expect(sent).rejects.toMatchObject({ fault: 'unanswered', final: false });
    await new Promise<void>((resolve) => void silent.close(() => resolve()));
  });

  test('a kill of our own process in the middle loses nothing', async () => {
    await send('killed@example.com');
    await reaches('killed@example.com', 'sent');
    // the state a process leaves that dies after claiming a message and before recording a result
    const { cipher } = app.engine.seal.seal(JSON.stringify({ code: '1' }), '***');
    await app.db.query(sql`update message_email set status = 'sending', letter = ${cipher}, version = version + 1,
      updatetime = now(), send_at = now() + interval '2 minutes' where email = 'killed@example.com'`);
    await sweep();
    expect((await rowOf('killed@example.com'))?.status).toBe('sending');
    await hurry('killed@example.com');
    await Promise.all([sweep(), sweep()]);
    await reaches('killed@example.com', 'sent');
    expect(lettersTo('killed@example.com')).toHaveLength(2);
    const ids = post.arrived
      .filter(({ to }) => to.includes('killed@example.com'))
      .map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
    expect(new Set(ids).size, 'a recipient can recognise a duplicate').toBe(1);
  });

  test('obsolete messages are not sent, and identical ones are queued once', async () => {
    refuses = () => 451;
    await send('void@example.com', { once: 'void-1' });
    await send('void@example.com', { once: 'void-1' });
    expect(await app.db.row(`select count(*)::int as n from message_email where email = 'void@example.com'`)).toEqual({
      n: 1,
    });
    // tried once and postponed: only then may it be sent again early
    await expect.poll(() => rowOf('void@example.com')).toMatchObject({ attempts: 1, status: 'queued' });
    await app.db.query(`update message_email set void_at = now() where email = 'void@example.com'`);
    await hurry('void@example.com');
    await sweep();
    expect(await rowOf('void@example.com')).toMatchObject({ status: 'expired', letter: null });
  });
});
