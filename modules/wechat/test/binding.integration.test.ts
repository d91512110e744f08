import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import { accountSecrets, sendToAccount, setPlatformAddress, textXml } from './callback-sender.ts';

/** Who is bound to followers of official accounts, and how that ends. */
let app: TestApp;
let admin: Client;
let county: Client;
const appId = 'wx00000000000000cc';

const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, answer.text).toBe(1);
  return answer.data;
};
const addAccount = async (name: string, more: object = {}, hasTemplate = true): Promise<void> => {
  const { id: account_id } = ok(
    await admin.post<{ id: number }>('/admin/wechat.account/add', {
      name,
      kind: 'service',
      area_code: '530100',
      app_id: `wx${String(name.codePointAt(0) ?? 0).padStart(16, '0')}`,
      mode: 'plain',
      connected: '1',
      ...accountSecrets,
      ...more,
    }),
  );
  if (hasTemplate)
    ok(
      await admin.post('/admin/wechat.template/add', {
        account_id,
        name: '工作提醒',
        template_id: 'TM00000000000000000000000000000000000000001',
        topics: ['todo'],
        values: [{ key: 'thing1', value: '{label}' }],
        enabled: '1',
      }),
    );
};
const say = async (written: string, from: string) =>
  (await sendToAccount(app, textXml(written, { FromUserName: from }), { appId })).elements?.Content;
const bind = async (who: Client, from: string, side = 'admin') => {
  const { code } = ok(await who.post<{ code: string }>(`/${side}/wechat.binding/code`));
  expect(await say(`绑定 ${code}`, from)).toContain('绑定成功');
};
const fan = (openid: string) =>
  app.db.row<{ id: number; admin_id: number | null; user_id: number | null; note: string | null }>(sql`
    select f.id, f.admin_id, f.user_id, (select h.note from history h where h.resource = 'wechat/fan' and h.row_id = f.id order by h.id desc limit 1) as note
    from wechat_fan f where f.openid = ${openid}`);
const free = { admin_id: null, user_id: null };

beforeAll(async () => {
  app = await startApp();
  admin = await app.client({ officer: 'admin' });
  county = await app.client({ officer: 'county1' });
  await setPlatformAddress(admin);
});
afterAll(() => app.close());

test('no code is issued while no account can reach anybody; then those that can are named, the nearest first', async () => {
  await addAccount('甲未接入', { connected: '0' });
  await addAccount('乙无模板', {}, false);
  const refused = await county.post<{ reason: string }>('/admin/wechat.binding/code');
  expect([refused.code, refused.data.reason]).toEqual([0, 'not_ready']);
  await addAccount('丙别处', { area_code: '530300' });
  await addAccount('丁省级', { area_code: '530000' });
  await addAccount('戊本市', { app_id: appId });
  expect(ok(await county.post<{ accounts: string[] }>('/admin/wechat.binding/code')).accounts).toEqual([
    '戊本市',
    '丁省级',
    '丙别处',
  ]);
});

test('people unbind themselves, and are not written to any more', async () => {
  await bind(county, 'own');
  const channels = async () =>
    ok(await county.get<{ wechat: string[]; addresses: { wechat_bound: boolean } }>('/admin/message.channel/index'));
  await expect.poll(channels).toMatchObject({ wechat: ['legal', 'todo', 'system', 'mention'] });
  ok(await county.post('/admin/wechat.binding/unbind'));
  expect(await fan('own')).toMatchObject({ ...free, note: '本人解除绑定' });
  expect(await channels()).toMatchObject({ wechat: [], addresses: { wechat_bound: false } });
  expect((await county.post('/admin/wechat.binding/unbind')).code).toBe(0);
});

test('officers unbind followers of their accounts, all or none', async () => {
  const member = await app.client({ member: 'bound' });
  await bind(member, 'theirs', 'api');
  const [theirs, own] = [(await fan('theirs'))?.id ?? 0, (await fan('own'))?.id ?? 0];
  const unbind = (who: Client, ids: readonly number[]) => who.post('/admin/wechat.fan/unbind', { ids });
  expect((await unbind(admin, [theirs, own])).text).toContain('没有绑定');
  expect(await fan('theirs')).not.toMatchObject(free);
  const { id: officer } = await app.officer('county1');
  await app.db.query(sql`insert into wechat_fan (account_id, openid, admin_id)
    select id, 'elsewhere', ${officer} from wechat_account where name = '丙别处'`);
  const city = await app.client({ officer: 'city' });
  expect((await unbind(city, [theirs, (await fan('elsewhere'))?.id ?? 0])).code, 'of another prefecture').toBe(0);
  expect([(await fan('elsewhere'))?.admin_id, (await fan('theirs'))?.user_id]).toEqual([officer, expect.any(Number)]);
  ok(await unbind(city, [theirs]));
  expect(await fan('theirs')).toMatchObject({ ...free, note: '由管理人员解除绑定' });
});

test('a member who deletes the account is unbound', async () => {
  const member = await app.client({ member: 'gone' });
  await bind(member, 'gone', 'api');
  const { id } = await app.member('gone');
  await changeRows(app.engine, memberAccount, systemCaller(), {
    where: sql`t.id = ${id}`,
    set: { status: 'disable' },
    emits: 'left',
  });
  expect(await fan('gone')).toMatchObject({ ...free, note: '会员注销账号，解除绑定' });
});

test('an officer who is disabled is unbound, and cannot be bound by a code from before', async () => {
  const other = await app.client({ officer: 'county2' });
  await bind(other, 'disabled');
  const { code } = ok(await other.post<{ code: string }>('/admin/wechat.binding/code'));
  const { id } = await app.officer('county2');
  ok(await admin.post('/admin/auth.admin/edit', { id, nickname: '换了名字' }));
  expect(await fan('disabled')).toMatchObject({ admin_id: id });
  ok(await admin.post('/admin/auth.admin/edit', { id, status: '0' }));
  expect(await fan('disabled')).toMatchObject({ ...free, note: '人员账号已停用，解除绑定' });
  expect(await say(`绑定 ${code}`, 'disabled')).toContain('错误或已过期');
});

test('accounts of officers and members can be deleted while they are bound', async () => {
  const { id: officer } = await app.officer('county3');
  const { id: member } = await app.member('deleted');
  await say('在吗', 'officer');
  await say('在吗', 'member');
  await app.db.query(sql`update wechat_fan set admin_id = ${officer} where openid = 'officer'`);
  await app.db.query(sql`update wechat_fan set user_id = ${member} where openid = 'member'`);
  ok(await admin.post('/admin/auth.admin/del', { ids: [officer] }));
  ok(await admin.post('/admin/user.user/del', { ids: [member] }));
  for (const openid of ['officer', 'member'])
    expect(await fan(openid)).toMatchObject({ ...free, note: '账号已删除，解除绑定' });
});
