import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { sql } from '#server/db/sql.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import { startServer } from '#server/start/start-server-with-database-and-jobs.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { sendFile } from '../../attachment/test/send-file.ts';
import { placePerson } from '../../enterprise/test/people.ts';

/** Abuse of, and concurrent calls to, a member's own account (wire contract §2.9). */
let app: TestApp;
let nobody: Client;
beforeAll(async () => {
  app = await startApp({ max: 20 });
  nobody = await app.client('nobody');
});
afterAll(() => app.close());
beforeEach(async () => void (await app.db.query('delete from attempt')));

const drawPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: { r: Date.now() % 255, g: 20, b: 60 } } })
    .png()
    .toBuffer();

let made = 0;
const newMobile = () => `1510000${String(++made).padStart(4, '0')}`;
const password = 'Member-Pass-1';
const codeSentTo = (mobile: string) =>
  /\d{6}/.exec(app.engine.smsSink?.list().find((one) => one.mobile === mobile)?.text ?? '')?.[0] ?? '';
const requestCode = async (client: Client, mobile: string, template_code: string) => {
  await app.db.query('delete from attempt');
  const answer = await client.post('/api/Sms/send', { mobile, template_code, password });
  return { ...answer, sent: codeSentTo(mobile) };
};
type Refusal = { reason?: string; errors?: Record<string, string[]> };
const register = (mobile: string, username: string, captcha: string, more: object = {}) =>
  nobody.post<Refusal & { userInfo: { id: number; token: string } }>('/api/user/checkIn', {
    tab: 'register',
    registerType: 'mobile',
    mobile,
    username,
    password,
    captcha,
    ...more,
  });
/** A new member under an unused name. */
const newMember = async (base: string) => {
  const mobile = newMobile();
  const username = `${base}_${made}`;
  const { data } = await register(mobile, username, (await requestCode(nobody, mobile, 'user_register')).sent);
  return {
    id: data.userInfo.id,
    username,
    mobile,
    client: await app.client({ token: data.userInfo.token, area: 'api' }),
  };
};

describe('registering', () => {
  test('one code creates one account, of any number of concurrent calls; wrong codes none', async () => {
    const mobile = newMobile();
    const { sent } = await requestCode(nobody, mobile, 'user_register');
    const wrong = await register(mobile, 'racer', sent === '000000' ? '000001' : '000000');
    expect(wrong.data).toMatchObject({ errors: { captcha: ['验证码错误或已过期'] } });
    const answers = await Promise.all([0, 1, 2].map((n) => register(mobile, `racer_${made}_${n}`, sent)));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(
      (await app.db.row<{ n: number }>(sql`select count(*)::int as n from member where mobile = ${mobile}`))?.n,
    ).toBe(1);
  });

  test('a used name leaves the code valid; a used mobile is revealed to its owner only', async () => {
    const { mobile, username } = await newMember('first_one');
    const fresh = newMobile();
    const { sent } = await requestCode(nobody, fresh, 'user_register');
    expect((await register(fresh, username, sent)).data.errors).toEqual({ username: ['账号已存在'] });
    expect((await register(fresh, `second_${made}`, sent)).code).toBe(1);
    const registered = await requestCode(nobody, mobile, 'user_register');
    expect(registered.code).toBe(1);
    expect(await register(mobile, 'third_one', '12').then(({ data }) => data.errors)).toEqual({
      captcha: ['验证码错误或已过期'],
    });
    expect((await register(mobile, 'third_one', registered.sent)).data.errors).toEqual({ mobile: ['手机已存在'] });
  });

  test('all field errors are shown at once, and a disabled centre is reported', async () => {
    const bad = await register('12', '1x', '', { password: 'a<b' });
    expect(Object.keys(bad.data.errors ?? {}).sort()).toEqual(['captcha', 'mobile', 'password', 'username']);
    expect((await register(newMobile(), 'by_pigeon', '1', { registerType: 'pigeon' })).msg).toBe('注册参数错误');
    expect((await nobody.post('/api/user/checkIn', { tab: 'other' })).msg).toBe('未知操作');
    const { client } = await newMember('was_here');
    const chief = await app.client({ officer: 'admin' });
    const fresh = newMobile();
    const open = async (site_member_center: '0' | '1') => {
      expect((await chief.post('/admin/routine.config/edit', { site_member_center })).code).toBe(1);
      const answers = [
        await nobody.get('/api/user/checkIn'),
        await client.get('/api/user/index'),
        await requestCode(nobody, fresh, 'user_register'),
      ];
      return answers.map(({ msg }) => msg.slice(0, 8));
    };
    expect(await open('0')).toEqual(Array(3).fill('会员中心已禁用，'));
    expect(codeSentTo(fresh)).toBe('');
    expect(await open('1')).toEqual(['', '', '']);
  });
});

test('continues after a restart of the server: the code still creates the account', async () => {
  const mobile = newMobile();
  const { sent } = await requestCode(nobody, mobile, 'user_register');
  // another process on the same database, with the same keys and an empty cache
  const { db, config, log } = app;
  const platform = await createEngine({ db, config, log, resources, modules: (forget) => serverModules(forget) });
  const server = await startServer({ platform, config, log });
  try {
    const payload = { tab: 'register', registerType: 'mobile', mobile, username: `restarted_${made}`, password };
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/user/checkIn',
      payload: { ...payload, captcha: sent },
    });
    expect(answer.json()).toMatchObject({ code: 1, data: { userInfo: { mobile } } });
  } finally {
    await server.stop();
  }
});

describe('the contacts of an account', () => {
  const bind = (client: Client, mobile: string, captcha: string, accountVerificationToken: string) =>
    client.post<Refusal>('/api/account/changeBind', { type: 'mobile', mobile, captcha, accountVerificationToken });
  const prove = async ({ client, mobile }: { client: Client; mobile: string }) => {
    const { sent } = await requestCode(client, mobile, 'user_mobile_verify');
    const { data } = await client.post<{ accountVerificationToken: string }>('/api/account/verification', {
      type: 'mobile',
      captcha: sent,
    });
    return data.accountVerificationToken;
  };

  test("change with the owner's proof, once, and not to contacts of others", async () => {
    const [mine, theirs] = [await newMember('binder'), await newMember('other_binder')];
    const next = newMobile();
    const stolen = await prove(theirs);
    const { sent } = await requestCode(mine.client, next, 'user_change_mobile');
    for (const token of ['', 'no-such-proof', stolen])
      expect((await bind(mine.client, next, sent, token)).msg).toBe('您需要先通过账户验证才能修改绑定信息！');
    expect((await bind(mine.client, mine.mobile, sent, '')).msg).toBe('未变更');
    const proof = await prove(mine);
    await app.db.query(sql`update one_time_ticket set holder = replace(holder, 'mobile', 'email')`);
    expect((await bind(mine.client, next, sent, proof)).msg, 'proved by mail').toBe(
      '您需要先通过账户验证才能修改绑定信息！',
    );
    await app.db.query(sql`update one_time_ticket set holder = replace(holder, 'email', 'mobile')`);
    const duplicate = await requestCode(mine.client, theirs.mobile, 'user_change_mobile');
    expect((await bind(mine.client, theirs.mobile, duplicate.sent, proof)).data.errors).toEqual({
      mobile: ['手机已存在'],
    });
    const again = await requestCode(mine.client, next, 'user_change_mobile');
    const both = await Promise.all([0, 1].map(() => bind(mine.client, next, again.sent, proof)));
    expect(both.filter(({ code }) => code === 1)).toHaveLength(1);
    expect((await app.db.row<{ mobile: string }>(sql`select mobile from member where id = ${mine.id}`))?.mobile).toBe(
      next,
    );
    // notified in the inbox, and at the previous contact
    const notices =
      await app.db.rows(sql`select n.kind, n.content like '%手机号%' as which, s.mobile from message_notice n
      join message_sms s on s.template_code = n.template_code and s.content = n.content
      where n.user_id = ${mine.id} and n.template_code = 'account_changed'`);
    expect(notices).toEqual([{ kind: 'system', which: true, mobile: mine.mobile }]);
  });

  test('is proven by a code to the own contact after the password; without a session none is sent', async () => {
    const mine = await newMember('prover');
    for (const purpose of ['user_mobile_verify', 'user_change_mobile'])
      expect((await requestCode(nobody, mine.mobile, purpose)).code).toBe(302);
    const wrong = await mine.client.post('/api/Sms/send', { mobile: mine.mobile, template_code: 'user_mobile_verify' });
    expect(wrong.msg).toBe('密码错误！');
    expect((await requestCode(mine.client, newMobile(), 'user_mobile_verify')).msg).toContain(
      '请使用账户绑定的手机接收验证码',
    );
    expect((await mine.client.post('/api/account/verification', { type: 'mobile', captcha: '1' })).msg).toBe(
      '请输入正确的验证码！',
    );
  });

  test('are bound with the password if there was none', async () => {
    const { id, client } = await newMember('unbound');
    await app.db.query(sql`update member set mobile = null where id = ${id}`);
    const next = newMobile();
    const { sent } = await requestCode(client, next, 'user_change_mobile');
    const body = { type: 'mobile', mobile: next, captcha: sent };
    expect((await client.post('/api/account/changeBind', { ...body, password: 'not-it' })).msg).toBe('密码错误！');
    expect((await client.post('/api/account/changeBind', { ...body, password })).code).toBe(1);
  });
});

describe('a profile', () => {
  test('keeps concurrent changes of two devices, and no picture of somebody else', async () => {
    const [mine, theirs] = [await newMember('two_devices'), await newMember('stranger')];
    const other = await app.client({ member: mine.username });
    const save = (client: Client, body: object) => client.post<Refusal>('/api/account/profile', body);
    const answers = await Promise.all([
      save(mine.client, { motto: '在路上' }),
      save(other, { nickname: '远山' }),
      save(mine.client, { gender: 1 }),
      save(other, { birthday: '1990-02-03' }),
    ]);
    expect(answers.map(({ code, msg }) => [code, msg])).toEqual(Array(4).fill([1, '资料更新成功~']));
    const stored = sql`select motto, nickname, gender, birthday::text as birthday from member where id = ${mine.id}`;
    expect(await app.db.row(stored)).toEqual({
      motto: '在路上',
      nickname: '远山',
      gender: '1',
      birthday: '1990-02-03',
    });
    const sent = await sendFile(theirs.client, await drawPicture(), 'a.png', { at: 'api' });
    const { url } = sent.data.file;
    expect((await save(mine.client, { avatar: url })).data.errors).toEqual({ avatar: ['请上传自己的头像图片'] });
    expect((await save(theirs.client, { avatar: url })).code).toBe(1);
    // visible to everybody, and still the member's
    expect((await save(mine.client, { avatar: url })).data.errors).toEqual({ avatar: ['请上传自己的头像图片'] });
  });
});

describe('score and balance', () => {
  test('checking in counts once a day, of many at once, and grows with days in a row up to seven', async () => {
    const { id, client } = await newMember('daily');
    const checkIn = () => client.post<{ points: number; streak: number }>('/api/account/dailyCheckIn');
    const answers = await Promise.all(Array.from({ length: 8 }, checkIn));
    expect(answers.filter(({ code }) => code === 1).map(({ data }) => data.points)).toEqual([1]);
    expect(answers.find(({ code }) => code === 0)?.msg).toBe('今天已经签到');
    const later = async (days: number) =>
      void (await app.db.query(sql`update member_check_in set day = day - ${days}::int where member_id = ${id}`));
    await later(1);
    expect((await checkIn()).data).toMatchObject({ points: 2, streak: 2, done: true });
    await app.db.query(sql`delete from member_check_in where member_id = ${id} and streak = 1`);
    await later(1);
    await app.db.query(sql`update member_check_in set streak = 9 where member_id = ${id}`);
    expect((await checkIn()).data).toMatchObject({ points: 7, streak: 10 });
    await later(2);
    const seen = await client.get<{ check_in: object; sign_ins: number[]; login_days: number }>(
      '/api/account/overview',
    );
    const { check_in, sign_ins, login_days } = seen.data;
    expect(check_in).toEqual({ done: false, streak: 0, next: 1 });
    expect([sign_ins.length, sign_ins.reduce((sum, one) => sum + one), login_days], 'registered').toEqual([7, 1, 1]);
    const sum = await app.db.row<{ score: number; logged: number }>(
      sql`select score, (select sum(score)::int from user_score_log where user_id = m.id) as logged from member m where id = ${id}`,
    );
    expect(sum).toEqual({ score: 10, logged: 10 });
    // the language of writing does not matter: it is read in the current one
    const english = await app.client({ token: client.token, area: 'api' }, 'en');
    await english.post('/api/account/dailyCheckIn');
    const last = async (as: Client) => {
      const { data } = await as.get<{ list: { memo: string }[] }>('/api/account/integral', { limit: 1 });
      const { recent } = (await as.get<{ recent: { memo: string }[] }>('/api/account/overview')).data;
      const sheet = (await as.get('/api/account/statement', { of: 'integral' })).text
        .split('\r\n')[1]
        ?.split(',')
        .at(-1);
      const downloaded = JSON.parse((await as.get('/api/account/download')).text) as { integral: { memo: string }[] };
      return [...new Set([data.list[0]?.memo, recent[0]?.memo, sheet, downloaded.integral[0]?.memo])];
    };
    expect(await last(client)).toEqual(['每日签到（连续 1 天）']);
    expect(await last(english)).toEqual(['Daily check-in (day 1 in a row)']);
  });

  test("are the member's own, filtered by date and direction, with a spreadsheet download", async () => {
    const [mine, theirs] = [await newMember('saver'), await newMember('spender')];
    const office = await app.client({ officer: 'admin' });
    for (const [user_id, score] of [
      [mine.id, 5],
      [mine.id, -2],
      [theirs.id, 100],
    ])
      await office.post('/admin/user.scoreLog/add', { user_id, score, memo: score === 5 ? '=奖励' : '更正' });
    const page = async (query: object) =>
      (await mine.client.get<{ list: { score: number }[]; total: number }>('/api/account/integral', { ...query })).data;
    expect(await page({ user_id: theirs.id })).toMatchObject({ total: 2, list: [{ score: -2 }, { score: 5 }] });
    expect((await page({ way: 'in' })).list).toMatchObject([{ score: 5 }]);
    expect((await page({ limit: 1, page: 2 })).list).toMatchObject([{ score: 5 }]);
    expect((await page({ from: shanghaiToday(), to: shanghaiToday() })).total).toBe(2);
    expect((await page({ to: '2020-01-01' })).total).toBe(0);
    for (const day of ['2026-02-31', '2026-04-31', '2025-02-29', '0000-01-01'])
      for (const query of [{ from: day }, { to: day }]) {
        const { status, code } = await mine.client.get('/api/account/integral', query);
        expect([query, status, code], 'no such day').toEqual([query, 200, 0]);
      }
    for (const query of [{ from: '2026-13-01' }, { way: 'sideways' }, { page: -1 }, { limit: 'x' }])
      expect((await mine.client.get('/api/account/integral', query)).code).toBe(0);
    const sheet = await mine.client.get('/api/account/statement', { of: 'integral', way: 'in' });
    expect(sheet.text.split('\r\n')).toHaveLength(3);
    expect(sheet.text, 'no cell begins a formula').toContain(",5,0,5,'=奖励");
    expect((await mine.client.get('/api/account/statement', { of: 'user_password' })).code).toBe(0);
  });

  test('stay closed if the group lacks the page', async () => {
    const { id, client } = await newMember('kept_out');
    await app.db.query(sql`with g as (insert into user_group (name, rules) select '少', array_agg(id) from user_rule where name <> 'account/balance' returning id)
      update member set group_id = (select id from g) where id = ${id}`);
    app.platform.authenticator.forget();
    expect((await client.get('/api/account/balance')).code).toBe(401);
    expect((await client.get('/api/account/statement', { of: 'balance' })).code).toBe(401);
    expect((await client.get('/api/account/integral')).code).toBe(1);
    const chief = await app.client({ officer: 'admin' });
    await chief.post('/admin/user.moneyLog/add', { user_id: id, money: '1.00', memo: '看不到的' });
    await chief.post('/admin/user.scoreLog/add', { user_id: id, score: 1, memo: '看得到的' });
    type Overview = { recent: { memo: string }[]; money: string[]; score: number[] };
    const { recent, money, score } = (await client.get<Overview>('/api/account/overview')).data;
    expect(recent.map(({ memo }) => memo)).toEqual(['看得到的']);
    expect([money, score], 'sums of the days').toEqual([[], [0, 0, 0, 0, 0, 0, 1]]);
  });

  test('and so do the profile and the change of the password', async () => {
    const { id, client } = await newMember('bare');
    await app.db.query(sql`with g as (insert into user_group (name, rules) select '无资料', array_agg(id) from user_rule where name not in ('account/profile', 'account/changePassword') returning id)
      update member set group_id = (select id from g) where id = ${id}`);
    app.platform.authenticator.forget();
    expect((await client.get('/api/account/profile')).code).toBe(401);
    expect((await client.post('/api/account/profile', { nickname: '新名' })).code).toBe(401);
    const change = { oldPassword: password, newPassword: 'Other-2026' };
    expect((await client.post('/api/account/changePassword', change)).code).toBe(401);
    expect((await client.get('/api/account/overview')).code).toBe(1);
  });
});

describe('the account itself', () => {
  test('has sessions its owner sees and can end', async () => {
    const { username, client } = await newMember('two_places');
    const elsewhere = await app.client({ member: username });
    const { list } = (await client.get<{ list: { id: number; current: boolean }[] }>('/api/session/index')).data;
    expect(list.map(({ current }) => current).sort()).toEqual([false, true]);
    const stranger = await newMember('stranger');
    const other = list.find(({ current }) => !current)?.id;
    expect((await stranger.client.post('/api/session/revoke', { id: other })).code).toBe(0);
    expect((await client.post('/api/session/revoke', { id: other })).code).toBe(1);
    expect([(await elsewhere.get('/api/user/index')).code, (await client.get('/api/user/index')).code]).toEqual([
      302, 1,
    ]);
  });

  test("is downloaded, and deleted with its personal data; an officer's token does not work here", async () => {
    const { id, username, mobile, client } = await newMember('leaver');
    const downloaded = await client.get('/api/account/download');
    expect(JSON.parse(downloaded.text)).toMatchObject({
      account: { id, mobile },
      sessions: [{}],
      balance: [],
      held: [],
    });
    expect(downloaded.text).not.toContain('argon2');
    const chief = await app.client({ officer: 'admin' });
    const foreign = await app.client({ token: chief.token, area: 'api' });
    expect((await foreign.get('/api/account/download')).code).toBe(302);

    const leave = (given: string) => client.post<Refusal>('/api/account/remove', { password: given });
    expect((await leave('not-it')).data.errors).toEqual({ password: ['密码错误！'] });
    await chief.post('/admin/user.moneyLog/add', { user_id: id, money: '1.00', memo: '奖励' });
    expect((await leave(password)).msg).toBe('账户余额尚未结清，请联系主管部门');
    await chief.post('/admin/user.moneyLog/add', { user_id: id, money: '-1.00', memo: '结清' });
    const held = await app.db.row<{ id: number }>(
      sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
        values ('云岭客栈', ${`91530102MA${String(id).padStart(7, '0')}X`.slice(0, 18)}, 'homestay', '甲', '13800001111', '甲', '13800001111', '530102', '一号', 'returned') returning id`,
    );
    await placePerson(app.db, held?.id ?? 0, { id, name: 'leaver' });
    expect((await leave(password)).msg).toBe('您仍是“云岭客栈”的负责人，请先转让负责人再注销账号');
    const [waiting] = (await client.get<{ todo: object[] }>('/api/account/overview')).data.todo;
    expect(waiting).toMatchObject({
      title: '企业 · 已退回',
      count: 1,
      path: '/user/enterprise/enterprise?status.in=returned',
    });
    await app.db.query(sql`update enterprise_person set status = 'left' where user_id = ${id}`);
    expect((await leave(password)).code).toBe(1);
    expect((await client.get('/api/user/index')).code).toBe(302);
    expect(await app.db.row(sql`select nickname, mobile, email, status from member where id = ${id}`)).toEqual({
      nickname: '已注销用户 Deleted account',
      mobile: null,
      email: null,
      status: 'disable',
    });
    const { sent } = await requestCode(nobody, mobile, 'user_register');
    expect((await register(mobile, username, sent)).code, 'the name and the mobile are free').toBe(1);
  });

  test('that was deleted under a registrable name gets a reserved one', async () => {
    const [left, like, named] = [await newMember('left'), await newMember('like'), await newMember('named')];
    const old = (key: number) => `gone_${key.toString(36)}`;
    const end = (id: number, username: string) =>
      app.db.query(sql`update member set username = ${username}, nickname = '已注销用户', password = '', status = 'disable',
        mobile = null, joinip = '10.0.0.9' where id = ${id}`);
    await end(left.id, old(left.id));
    // a name of the same form, but of no account
    await end(like.id, 'gone_zzz');
    await app.db.query(sql`update member set username = ${old(named.id)} where id = ${named.id}`);
    const file = path.join(packageRoot, 'migrations/202611241910_member_gone_names.sql');
    const migrate = async () => app.db.query(`begin; ${await readFile(file, 'utf8')} commit`);
    await migrate();
    await migrate();
    const remaining = sql`select username, nickname, joinip from member where id in (${left.id}, ${like.id}, ${named.id}) order by id`;
    expect(await app.db.rows(remaining)).toMatchObject([
      { username: `gone-${left.id.toString(36)}`, nickname: '已注销用户 Deleted account', joinip: null },
      { username: 'gone_zzz', joinip: '10.0.0.9' },
      { username: old(named.id) },
    ]);
  });
});
