import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp } from '../support/test-engine.ts';
import { Refused } from './envelope.ts';
import { openBuildAdminMemberClient } from './member-client.ts';
import { int, money, shape, word } from './row-shapes.ts';

/** All calls of a BuildAdmin client for members (wire contract §2.9). */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const codeSentTo = (mobile: string) =>
  /\d{6}/.exec(app.engine.smsSink?.list().find((one) => one.mobile === mobile)?.text ?? '')?.[0] ?? '';
const user = {
  id: int,
  username: word,
  nickname: word,
  email: word,
  mobile: word,
  avatar: word,
  gender: int,
  birthday: word.nullable(),
  money,
  score: int,
  lastlogintime: int,
  lastloginip: word,
  jointime: int,
  motto: word,
  token: word,
  refreshToken: word,
};

test('registering, the pages of the account, and signing out', async () => {
  const n = String(Date.now()).slice(-7);
  const [mobile, next, username] = [`1390${n}`, `1391${n}`, `family_${n}`];
  const client = openBuildAdminMemberClient(app);
  expect(await client.get('/api/user/checkIn')).toMatchObject({ accountVerificationType: ['mobile'] });
  await client.post('/api/Sms/send', { mobile, template_code: 'user_register' });
  const form = {
    tab: 'register',
    registerType: 'mobile',
    email: '',
    mobile,
    username,
    password: 'Family-1',
    captcha: codeSentTo(mobile),
    captchaId: '',
    keep: true,
    loading: false,
  };
  const entered = await client.enter(form);
  expect(entered.data.routePath).toBe('/user');
  expect(shape(user).safeParse(entered.data.userInfo).error).toBeUndefined();
  expect(entered.data.userInfo).toMatchObject({ username, mobile, email: '', money: '0.00', score: 0 });

  const booted = await client.index();
  expect(booted.userInfo).toMatchObject({
    username,
    token: entered.data.userInfo.token,
    refreshToken: '',
    avatar: entered.data.userInfo.avatar,
  });
  // without a chosen picture one is generated, at a URL that pages of other origins can load
  expect(booted.userInfo.avatar).toMatch(/^\/\/[^/]+\/api\/ajax\/defaultAvatar\?/);
  const drawn = await fetch(`http:${String(booted.userInfo.avatar)}`);
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const { site } = await client.get<{ site: { cdnUrl: string } }>('/api/index/index');
  expect(site.cdnUrl).toBe(`//${new URL(app.address).host}`);
  const account = booted.menus.find((one) => one.name === 'account');
  expect(account?.children?.map(({ path, component }) => [path, component])).toEqual(
    ['overview', 'profile', 'changePassword', 'integral', 'balance'].map((name) => [
      `account/${name}`,
      `/src/views/frontend/user/account/${name}.vue`,
    ]),
  );
  const overview = z.looseObject({
    days: z.array(z.iso.date()).length(7),
    score: z.array(int).length(7),
    money: z.array(money).length(7),
    sign_ins: z.array(int).length(7),
    login_days: int,
  });
  expect(overview.safeParse(await client.get('/api/account/overview')).error).toBeUndefined();

  expect(await client.get('/api/account/profile')).toEqual({ accountVerificationType: ['mobile'] });
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a6f4e' } })
    .png()
    .toBuffer();
  const { file } = await client.upload(new Blob([new Uint8Array(picture)], { type: 'image/png' }), '头像.png');
  const profile = {
    avatar: file.url,
    username,
    nickname: '远山',
    gender: 1,
    birthday: '1990-02-03',
    motto: '在路上',
  };
  expect((await client.post('/api/account/profile', profile)).msg).toBe('资料更新成功~');
  const picked = `//${new URL(app.address).host}${file.url}`;
  expect((await client.index()).userInfo).toMatchObject({ ...profile, avatar: picked });
  // its form posts the picture back as received, and a generated one is not stored
  for (const [posted, stored] of [
    [picked, file.url],
    [`${app.address}${file.url}`, file.url],
    [entered.data.userInfo.avatar, null],
    [file.url, file.url],
  ] as const) {
    expect((await client.post('/api/account/profile', { ...profile, avatar: posted })).code).toBe(1);
    expect(await app.db.row(sql`select avatar from member where username = ${username}`)).toEqual({ avatar: stored });
  }

  const log = (column: string, kind: z.ZodType) =>
    z.object({
      list: z.array(
        shape({ id: int, user_id: int, [column]: kind, before: kind, after: kind, memo: word, createtime: int }),
      ),
      total: int,
    });
  const { id } = entered.data.userInfo as unknown as { id: number };
  const office = await app.client({ officer: 'admin' });
  await office.post('/admin/user.moneyLog/add', { user_id: id, money: '12.50', memo: '奖励' });
  await office.post('/admin/user.scoreLog/add', { user_id: id, score: 5, memo: '举报属实' });
  const [balance, integral] = [
    await client.get('/api/account/balance?page=1&limit=10'),
    await client.get('/api/account/integral?page=1&limit=10'),
  ];
  expect([log('money', money).safeParse(balance).error, log('score', int).safeParse(integral).error]).toEqual([
    undefined,
    undefined,
  ]);
  expect(balance).toMatchObject({ total: 1, list: [{ money: '12.50', before: '0.00', after: '12.50' }] });

  await app.db.query('delete from attempt');
  await client.post('/api/Sms/send', { mobile, template_code: 'user_mobile_verify', password: 'Family-1' });
  const { data: proof } = await client.post<{ type: string; accountVerificationToken: string }>(
    '/api/account/verification',
    { type: 'mobile', captcha: codeSentTo(mobile) },
  );
  expect(proof).toEqual({ type: 'mobile', accountVerificationToken: expect.stringMatching(/^[\w-]{43}$/) });
  await client.post('/api/Sms/send', { mobile: next, template_code: 'user_change_mobile' });
  const bound = await client.post('/api/account/changeBind', {
    type: 'mobile',
    captcha: codeSentTo(next),
    email: '',
    mobile: next,
    password: '',
    accountVerificationToken: proof.accountVerificationToken,
  });
  expect(bound.msg).toBe('');
  expect((await client.index()).userInfo).toMatchObject({ mobile: next });

  // ten simultaneous calls meet an expired token: one refresh, and all are answered
  await app.db.query("update token set expiretime = now() - interval '1 minute' where type = 'user'");
  app.platform.authenticator.forget();
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.index()));
  expect(new Set(answers.map(({ userInfo }) => userInfo.mobile))).toEqual(new Set([next]));
  expect(client.refreshed).toBe(1);

  const changed = { oldPassword: 'Family-1', newPassword: 'Family-2' };
  expect((await client.post('/api/account/changePassword', changed)).msg).toBe('密码已修改，请重新登录~');
  await expect(client.index()).rejects.toThrow(Refused);
  const again = await client.enter({
    tab: 'login',
    username: next,
    password: 'Family-2',
    captcha: '',
    keep: false,
    captchaId: '',
    email: '',
    mobile: '',
    registerType: 'mobile',
  });
  expect(again.data.userInfo).toMatchObject({ username, refreshToken: '' });
  await client.signOut();
  await expect(client.index()).rejects.toThrow('请先登录！');

  await app.db.query('delete from attempt');
  await client.post('/api/Sms/send', { mobile: next, template_code: 'user_retrieve_pwd' });
  const reset = { type: 'mobile', account: next, captcha: codeSentTo(next), password: 'Family-3' };
  expect((await client.post('/api/account/retrievePassword', reset)).msg).toBe('密码已修改~');
});
