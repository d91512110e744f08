import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const fresh = 'Quiet-River-29';

describe('an officer', () => {
  let county: Client;
  beforeAll(async () => {
    county = await app.client({ officer: 'county1' });
  });

  test("reads and edits the own profile without permission on administrators, and nobody else's", async () => {
    const { info } = (
      await county.get<{ info: Record<string, unknown> & { id: number } }>('/admin/routine.AdminInfo/index')
    ).data;
    expect(info).toMatchObject({
      username: 'county1',
      token: expect.stringMatching(/^[0-9a-f-]{36}$/),
      refreshToken: '',
    });
    expect(Object.keys(info)).not.toContain('password');
    const edited = await county.post('/admin/routine.AdminInfo/edit', {
      id: info.id,
      nickname: '王审核',
      email: '',
      mobile: '13800001111',
      motto: '依法行政',
      area_code: '100000',
      group_arr: [1],
      status: '0',
      username: 'somebody',
    });
    expect([edited.code, edited.msg]).toEqual([1, '更新成功!']);
    const stored = await app.db.row(
      sql`select username, nickname, mobile, motto, area_code, status, (select action from history where resource = 'auth/admin' and row_id = a.id order by id desc limit 1) as action,
        (select title from auth_admin_log where admin_id = a.id order by id desc limit 1) as title from auth_admin a where id = ${info.id}`,
    );
    expect(stored).toEqual({
      username: 'county1',
      nickname: '王审核',
      mobile: '13800001111',
      motto: '依法行政',
      area_code: '530102',
      status: '1',
      action: 'edit',
      title: '个人资料',
    });
    const other = (await app.officer('county2')).id;
    expect((await county.post('/admin/routine.AdminInfo/edit', { id: other, nickname: '别人' })).code).toBe(401);
    const wrong = await county.post('/admin/routine.AdminInfo/edit', { id: info.id, mobile: '12' });
    expect([wrong.code, wrong.msg]).toEqual([0, '手机：请输入正确的手机号']);
  });

  test('changes the own password with the current one, and stays signed in only here', async () => {
    const elsewhere = await app.client({ officer: 'county1' });
    const change = (old_password: string, password: string) =>
      county.post('/admin/routine.AdminInfo/edit', { old_password, password });
    const wrong = await change('Not-the-one-1', fresh);
    expect(wrong).toMatchObject({ code: 0, data: { errors: { old_password: ['原密码错误'] } } });
    expect((await change(testPassword, testPassword)).data).toMatchObject({
      errors: { password: ['新密码不能与原密码相同'] },
    });
    expect((await change(testPassword, fresh)).code).toBe(1);
    expect((await county.get('/admin/routine.AdminInfo/index')).code).toBe(1);
    expect((await elsewhere.get('/admin/routine.AdminInfo/index')).code).toBe(302);
    const nobody = await app.client('nobody');
    expect((await nobody.post('/admin/index/login', { username: 'county1', password: fresh })).code).toBe(1);
    const log = await app.db.row<{ data: string }>(
      sql`select data from auth_admin_log where title = '个人资料' order by id desc limit 1`,
    );
    expect(log?.data).not.toContain(fresh);
    expect(log?.data).not.toContain(testPassword);
  });

  test('is notified when sign-in data change, whoever changed them: in the inbox and at the previous contact', async () => {
    const { id } = await app.officer('county3');
    const was = '13800002221';
    await app.db.query(sql`update auth_admin set mobile = ${was} where id = ${id}`);
    const [own, chief] = [await app.client({ officer: 'county3' }, 'en'), await app.client({ officer: 'admin' })];
    const edited = { id, nickname: '李审核', motto: '公正' };
    expect((await own.post('/admin/routine.AdminInfo/edit', edited)).code, 'nothing of that').toBe(1);
    expect((await own.post('/admin/routine.AdminInfo/edit', { id, mobile: '13800002222' })).code).toBe(1);
    expect((await chief.post('/admin/auth.admin/edit', { id, password: fresh })).code).toBe(1);
    const notices = await app.db.rows<{ mobile: string; content: string }>(sql`
      select mobile, content from message_sms where template_code = 'account_changed' and mobile like '1380000222%' order by id`);
    expect(notices).toMatchObject([{ mobile: was }, { mobile: '13800002222' }]);
    expect(notices[0]?.content, 'by themselves').toMatch(/^The mobile number of your account county3 was changed/);
    expect(notices[1]?.content).toContain('您的账号 county3 的密码已于');
    expect(
      await app.db.row(sql`select count(*)::int as n from message_notice
        where admin_id = ${id} and template_code = 'account_changed' and kind = 'system'`),
    ).toEqual({ n: 2 });
  });
});

describe('a member', () => {
  let tourist: Client;
  let id: number;
  const old = 'Old-Pass-1';
  beforeAll(async () => {
    id = (await app.member('tourist')).id;
    await app.db.query(sql`update member set password = ${await hashPassword(old)} where id = ${id}`);
    tourist = await app.client({ member: 'tourist' });
  });
  const stored = () =>
    app.db.row<Record<string, unknown>>(
      sql`select username, nickname, gender, birthday, avatar, motto from member where id = ${id}`,
    );

  test('changes the own profile and nothing else', async () => {
    const edited = await tourist.post('/api/account/profile', {
      id: 1,
      username: 'tourist',
      nickname: '小李',
      gender: '1',
      birthday: '1990-02-03',
      motto: '在路上',
      money: '999',
      score: 999,
      status: 'disable',
    });
    expect([edited.code, edited.msg]).toEqual([1, '资料更新成功~']);
    expect(await stored()).toMatchObject({
      username: 'tourist',
      nickname: '小李',
      gender: '1',
      birthday: '1990-02-03',
      motto: '在路上',
    });
    const { data } = await tourist.post<{ errors: object }>('/api/account/profile', {
      nickname: '',
      birthday: '2999-01-01',
      gender: '7',
      avatar: '/storage/somebody/else.png',
    });
    expect(Object.keys(data.errors).sort()).toEqual(['avatar', 'birthday', 'gender', 'nickname']);
    expect((await app.client('nobody').then((one) => one.post('/api/account/profile', { nickname: 'x' }))).code).toBe(
      302,
    );
  });

  test('sees who looked at the own data, by role and office, and not who looked at that of others', async () => {
    const one = await app.member('looked_at');
    const other = await app.member('looked_at_not');
    const chief = await app.client({ officer: 'admin' });
    const member = await app.client({ member: 'looked_at' });
    const reveal = (id: number, reason: string) =>
      chief.post('/admin/user.user/reveal', { id, fields: ['mobile'], reason });
    expect((await reveal(one.id, '核对投诉人')).code).toBe(1);
    expect((await reveal(other.id, '与此人无关')).code).toBe(1);
    const { data } = await member.get('/api/account/openings', { page: 1, limit: 10 });
    expect(data).toEqual({
      total: 1,
      list: [
        {
          id: expect.any(Number),
          at: expect.any(Number),
          subject: '会员',
          role: expect.stringMatching(/./),
          office: expect.any(String),
          fields: ['手机'],
          reason: '核对投诉人',
        },
      ],
    });
    expect((await member.get('/api/account/openings', { limit: 51 })).code).toBe(0);
    expect((await (await app.client('nobody')).get('/api/account/openings')).code).toBe(302);
  });

  test('changes the account name once in 180 days, also of concurrent calls, and to no used one', async () => {
    await app.member('taken_name');
    const refused = await tourist.post('/api/account/profile', { username: 'taken_name' });
    expect(refused.data).toMatchObject({ reason: 'duplicate', errors: { username: ['账号已存在'] } });
    const names = ['first_name', 'second_name', 'third_name', 'fourth_name'];
    const answers = await Promise.all(names.map((username) => tourist.post('/api/account/profile', { username })));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    for (const { code, data } of answers)
      if (code !== 1) expect(data).toMatchObject({ errors: { username: ['账号 180 天内只能修改一次'] } });
    await app.db.query(sql`update member set username_changed = now() - interval '181 days' where id = ${id}`);
    expect((await tourist.post('/api/account/profile', { username: 'tourist' })).code).toBe(1);
  });

  test('changes the own password, which ends every session', async () => {
    const change = (oldPassword: string, newPassword: string) =>
      tourist.post<{ errors: object }>('/api/account/changePassword', { oldPassword, newPassword });
    expect((await change('Wrong-1', fresh)).data.errors).toEqual({ oldPassword: ['原密码错误'] });
    expect(Object.keys((await change(old, 'a<b')).data.errors)).toEqual(['newPassword']);
    expect(Object.keys((await change(old, old)).data.errors)).toEqual(['newPassword']);
    const answer = await change(old, fresh);
    expect([answer.code, answer.msg]).toEqual([1, '密码已修改，请重新登录~']);
    expect((await tourist.get('/api/account/profile')).code).toBe(302);
    const nobody = await app.client('nobody');
    const signIn = (password: string) =>
      nobody.post('/api/user/checkIn', { tab: 'login', username: 'tourist', password });
    expect([(await signIn(old)).code, (await signIn(fresh)).code]).toEqual([0, 1]);
  });
});
