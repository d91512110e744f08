import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

/** Administration of members (wire contract §2.7): accounts, groups, rules, balance and score. */
let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

type Row = Record<string, unknown> & { id: number; children?: Row[] };
const balanceOf = async (id: number) =>
  app.db.row<{ money: number; score: number }>(sql`select money, score from member where id = ${id}`);
const list = async (path: string, query: object = {}) =>
  (await chief.get<{ list: Row[]; total: number }>(`/admin/${path}/index`, query as Record<string, unknown>)).data;

const form = (username: string, more: object = {}) => ({
  group_id: 1,
  username,
  nickname: '李四',
  email: '',
  mobile: '',
  avatar: '',
  gender: '1',
  birthday: '1990-02-03',
  money: '99.00',
  score: 7,
  password: testPassword,
  motto: '',
  status: 'enable',
  ...more,
});

describe('accounts', () => {
  test('are imported from a sheet, with dry run and without passwords: members set one by a code', async () => {
    const send = async (dry: boolean) => {
      const part = (name: string, content: string, file = '') =>
        `--cut\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
      const sheet =
        '账号,昵称,密码,手机,会员组,状态\nin_sheet,表一,Secret-2026,13900002222,默认分组,启用\nno_way_in,表二,Secret-2026,,默认分组,启用\n';
      const body = `${part('mode', 'valid_only')}${part('dry', dry ? '1' : '0')}${part('file', sheet, '; filename="a.csv"')}--cut--\r\n`;
      const sent = await chief.post<{ job_id: number }>('/admin/user.user/import', Buffer.from(body), {
        'content-type': 'multipart/form-data; boundary=cut',
      });
      expect(sent.code, sent.msg).toBe(1);
      const show = async () =>
        (
          await chief.get<{ job: { status: string; result: { report: object } } }>('/admin/job/show', {
            id: sent.data.job_id,
          })
        ).data.job;
      await expect.poll(async () => (await show()).status, { timeout: 60_000 }).toBe('done');
      return (await show()).result.report;
    };
    const members = () =>
      app.db.rows(sql`select username, password, mobile from member where username in ('in_sheet', 'no_way_in')`);
    await app.db.query(sql`delete from member where username = 'in_sheet'`);
    expect(await send(true)).toMatchObject({ valid: 1, errors: [{ row: 3 }] });
    expect(await members(), 'a trial keeps nothing').toEqual([]);
    expect(await send(false)).toMatchObject({ imported: 1 });
    expect(await members()).toEqual([{ username: 'in_sheet', password: '', mobile: '13900002222' }]);
    const nobody = await app.client('nobody');
    for (const password of ['Secret-2026', ''])
      expect(
        (await nobody.post('/api/user/checkIn', { tab: 'login', username: 'in_sheet', password, keep: false })).code,
      ).toBe(0);
  });

  test('are added, shown masked and without secrets, edited as posted back, and disabled', async () => {
    const added = await chief.post<{ id: number }>(
      '/admin/user.user/add',
      form('li_si', { email: 'li.si@example.com', mobile: '13900001111' }),
    );
    expect([added.code, added.msg]).toEqual([1, '添加成功!']);
    const { id } = added.data;
    expect(await balanceOf(id), 'balances come by their logs alone').toEqual({ money: 0, score: 0 });
    const [row] = (await list('user.user', { quick_search: 'li_si' })).list;
    expect(row).toMatchObject({ id, mobile: '139****1111', email: 'l***@example.com', money: '0.00', avatar: '' });
    expect(row).toMatchObject({ group: { id: 1, name: '默认分组' }, status: 'enable', jointime: expect.any(Number) });
    expect(JSON.stringify(row)).not.toContain('argon2');

    const shown = (await chief.get<{ row: Row }>('/admin/user.user/edit', { id })).data.row;
    expect(shown.password).toBe('');
    const { group: _, ...sent } = shown;
    const edited = await chief.post('/admin/user.user/edit', { ...sent, nickname: '李四四' });
    expect([edited.code, edited.msg]).toEqual([1, '更新成功!']);
    expect(
      await app.db.row(sql`select nickname, mobile, email from member where id = ${id}`),
      'masked values stay unchanged',
    ).toEqual({ nickname: '李四四', mobile: '13900001111', email: 'li.si@example.com' });

    const member = await app.client({ member: 'li_si' });
    expect((await member.get('/api/user/index')).code).toBe(1);
    expect((await chief.post('/admin/user.user/edit', { id, status: 'disable' })).code).toBe(1);
    expect((await member.get('/api/user/index')).code).toBe(302);
  });

  test('are chosen by name and key, and refused with the field that is wrong', async () => {
    const { id } = await app.member('chosen');
    const { data } = await chief.get<{ list: Row[] }>('/admin/user.user/index', {
      select: 'true',
      quick_search: '',
      page: 1,
      initKey: 'id',
      initValue: [id],
    });
    // found by account or name, labelled with both
    const { nickname } = (await app.db.row<{ nickname: string }>(
      sql`select nickname from member where id = ${id}`,
    )) ?? { nickname: '' };
    expect(data.list).toEqual([expect.objectContaining({ id, nickname, nickname_text: `chosen(ID:${id})` })]);
    const twice = await chief.post('/admin/user.user/add', form('chosen'));
    expect(twice.data).toMatchObject({ errors: { username: ['账号已存在'] } });
    const bare = await chief.post<{ errors: object }>('/admin/user.user/add', form('no_password', { password: '' }));
    expect(bare.data.errors).toEqual({ password: ['密码和手机至少填一项'] });
    const future = await chief.post<{ errors: object }>(
      '/admin/user.user/add',
      form('unborn', { birthday: '2999-01-01' }),
    );
    expect(Object.keys(future.data.errors)).toEqual(['birthday']);
  });
});

describe('balance and score', () => {
  const add = (log: 'moneyLog' | 'scoreLog', body: object, client = chief) =>
    client.post<{ id: number; errors?: Record<string, string[]> }>(`/admin/user.${log}/add`, body);

  test('change by their logs, which state the balance before and after, and are permanent', async () => {
    const { id } = await app.member('saver');
    const shown = await chief.get<{ user: Row }>('/admin/user.moneyLog/add', { userId: id });
    expect(shown.data.user).toEqual({ id, username: 'saver', nickname: 'saver', avatar: '', money: '0.00', score: 0 });
    const nobody = await chief.get('/admin/user.moneyLog/add', { userId: 999_999 });
    expect([nobody.code, nobody.msg]).toEqual([0, '用户找不到啦']);
    expect((await add('moneyLog', { user_id: id, money: '12.34', memo: '奖励' })).code).toBe(1);
    expect((await add('moneyLog', { user_id: id, money: -2.34, memo: '更正' })).code).toBe(1);
    expect((await add('scoreLog', { user_id: id, score: 5, memo: '举报属实' })).code).toBe(1);
    expect(await balanceOf(id)).toEqual({ money: 1000, score: 5 });
    const logged = await list('user.moneyLog', { search: [{ field: 'user_id', operator: '=', val: id }] });
    expect(logged.list.map(({ money, before, after, memo }) => [money, before, after, memo])).toEqual([
      ['-2.34', '12.34', '10.00', '更正'],
      ['12.34', '0.00', '12.34', '奖励'],
    ]);
    expect(logged.list[0]?.user).toEqual(expect.objectContaining({ id, username: 'saver', nickname: 'saver' }));

    const refused = async (body: object) =>
      (await add('moneyLog', { user_id: id, money: '1.00', memo: 'x', ...body })).data.errors;
    expect(await refused({ memo: '' })).toEqual({ memo: ['必填'] });
    expect(await refused({ money: '0' })).toEqual({ money: ['不能为 0'] });
    expect(await refused({ money: '-10.01' })).toEqual({ money: ['余额不足，现有 10.00 元'] });
    expect(await refused({ money: '999999999.99' })).toEqual({
      money: ['超出上限：余额最高 999999999.99，现有 10.00'],
    });
    expect(await refused({ money: '1e3' })).toHaveProperty('money');
    expect(await refused({ user_id: 999_999 })).toHaveProperty('user_id');
    expect((await add('scoreLog', { user_id: id, score: -6, memo: 'x' })).data.errors).toEqual({
      score: ['积分不足，现有 5'],
    });
    const [first] = logged.list;
    const gone = await chief.del('/admin/user.moneyLog/del', { ids: [first?.id] });
    expect([gone.code, gone.msg]).toEqual([0, '未删除任何行']);
    expect((await chief.post('/admin/user.moneyLog/edit', { id: first?.id, memo: '改写' })).code).toBe(401);
    expect(await balanceOf(id)).toEqual({ money: 1000, score: 5 });
  });

  test('are found by their member, in quick and common search', async () => {
    const { id } = await app.member('findable');
    await app.db.query(sql`update member set nickname = '独一无二的人' where id = ${id}`);
    await add('moneyLog', { user_id: id, money: '1.00', memo: '一' });
    expect((await list('user.moneyLog', { quick_search: '独一无二' })).list.map((one) => one.user_id)).toEqual([id]);
    const named = { field: 'user.nickname', operator: 'LIKE', val: '独一' };
    expect((await list('user.moneyLog', { search: [named] })).total).toBe(1);
    expect((await list('user.moneyLog', { quick_search: '没有这个人' })).total).toBe(0);
  });

  test('never lose or invent a cent under concurrency', async () => {
    const { id } = await app.member('crowded');
    await add('moneyLog', { user_id: id, money: '20.00', memo: '起始' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 50, maxLength: 50 }),
        async (cents) => {
          const before = (await balanceOf(id))?.money ?? 0;
          const answers = await Promise.all(
            cents.map((by) => add('moneyLog', { user_id: id, money: (by / 100).toFixed(2), memo: '并发' })),
          );
          const accepted = cents.filter((_, place) => answers[place]?.code === 1);
          const after = (await balanceOf(id))?.money ?? 0;
          expect(after).toBe(before + accepted.reduce((sum, by) => sum + by, 0));
          expect(after).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 3 },
    );
    const chain = await app.db.row<{ whole: boolean }>(sql`
      select bool_and(before = coalesce(last, 0) and after >= 0) as whole
      from (select before, after, lag(after) over (order by id) as last from user_money_log where user_id = ${id}) l`);
    expect(chain, 'each begins with the balance of the previous one').toEqual({ whole: true });
  });
});

describe('groups and rules', () => {
  test('decide which parts of the member centre their members have', async () => {
    const rules = (await list('user.rule')).list;
    const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);
    const account = rules.find((one) => one.name === 'account');
    expect(account?.children?.map((one) => one.name)).toEqual([
      'account/overview',
      'account/profile',
      'account/changePassword',
      'account/integral',
      'account/balance',
    ]);
    expect((await list('user.group')).list).toEqual([expect.objectContaining({ id: 1, rules: '*', status: '1' })]);

    const granted = [account?.id, ...(account?.children ?? []).map(({ id }) => id)];
    const made = await chief.post<{ id: number }>('/admin/user.group/add', {
      name: '游客',
      rules: granted,
      status: '1',
    });
    expect(made.code, made.msg).toBe(1);
    const shown = (await chief.get<{ row: Row }>('/admin/user.group/edit', { id: made.data.id })).data.row;
    expect(shown.rules, 'leaves alone, as text').toEqual(account?.children?.map(({ id }) => String(id)));

    const { id } = await app.member('tourist');
    const tourist = await app.client({ member: 'tourist' });
    const menus = async () => {
      const { data } = await tourist.get<{ menus: Row[] }>('/api/user/index');
      return flat(data.menus).flatMap((one) => (one.type === 'button' ? [] : [one.name]));
    };
    expect(await menus()).toContain('enterprise/enterprise');
    expect((await tourist.get('/api/enterprise.enterprise/index')).code).toBe(1);
    expect((await chief.post('/admin/user.user/edit', { id, group_id: made.data.id })).code).toBe(1);
    expect(await menus()).toEqual(['account', ...(account?.children ?? []).map((one) => one.name)]);
    expect((await tourist.get('/api/enterprise.enterprise/index')).code, 'what is not granted is closed').toBe(401);
    expect((await chief.del('/admin/user.group/del', { ids: [made.data.id] })).data).toMatchObject({
      reason: 'referenced',
    });

    const title = { id: account?.children?.[0]?.id, title: '我的概况' };
    expect((await chief.post('/admin/user.rule/edit', title)).code).toBe(1);
    const { data } = await tourist.get<{ menus: Row[] }>('/api/user/index');
    expect(data.menus[0]?.children?.[0]).toMatchObject({ title: '我的概况', keepalive: 'account/overview' });
    await chief.post('/admin/user.group/edit', { id: made.data.id, status: '0' });
    const closed = await tourist.get('/api/user/index');
    expect([closed.code, closed.msg]).toEqual([0, '没有可用操作，请联系管理员~']);
  });

  test('a new rule is last, sortable, and deleted with its children', async () => {
    const add = async (name: string, pid = 0) =>
      (await chief.post<{ id: number }>('/admin/user.rule/add', { pid, type: 'menu', title: name, name, status: '1' }))
        .data.id;
    const [one, two] = [await add('alpha'), await add('beta')];
    expect((await chief.post('/admin/user.rule/sortable', { id: one, targetId: two })).code).toBe(1);
    const child = await add('gamma', two);
    expect((await chief.del('/admin/user.rule/del', { ids: [two] })).code).toBe(0);
    expect((await chief.del('/admin/user.rule/del', { ids: [one, two, child] })).code).toBe(1);
  });
});

test('a member renames and signs in again with the password an officer gave', async () => {
  const { id } = await app.member('forgetful');
  await app.db.query(sql`update member set password = ${await hashPassword('Old-one-77')} where id = ${id}`);
  await chief.post('/admin/user.user/edit', { id, password: 'Fresh-one-88' });
  const nobody = await app.client('nobody');
  const signIn = (password: string) =>
    nobody.post('/api/user/checkIn', { tab: 'login', username: 'forgetful', password });
  expect([(await signIn('Old-one-77')).code, (await signIn('Fresh-one-88')).code]).toEqual([0, 1]);
});
