import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountSecrets, messageXml, sendToAccount, textXml } from '#modules/wechat/test/callback-sender.ts';
import { WechatPlatform } from '#modules/wechat/test/wechat-platform.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import { copyInboxMessages } from '../server/copy-inbox-messages-to-chosen-channels.ts';

let app: TestApp;
let admin: Client;
let city: Client;
let wechat: WechatPlatform;
const appId = 'wx00000000000000bb';

const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, answer.text).toBe(1);
  return answer.data;
};
const say = async (written: string, from: string) =>
  (await sendToAccount(app, textXml(written, { FromUserName: from }), { appId })).elements?.Content;
const officer = async (name: string) =>
  (await app.db.row<{ id: number }>(sql`select id from auth_admin where username = ${name}`))?.id ?? 0;
const choice = { email: [], sms: [], muted: [], digest: '0', digest_hour: 8 };

beforeAll(async () => {
  app = await startApp();
  admin = await app.client({ officer: 'admin' });
  city = await app.client({ officer: 'city' });
  wechat = await WechatPlatform.start(accountSecrets.secret);
  const account_id = ok(
    await admin.post<{ id: number }>('/admin/wechat.account/add', {
      name: '春城文旅',
      kind: 'service',
      area_code: '530100',
      app_id: appId,
      mode: 'plain',
      api_address: wechat.server.base,
      connected: '1',
      ...accountSecrets,
    }),
  ).id;
  ok(
    await admin.post('/admin/wechat.template/add', {
      account_id,
      name: '工作提醒',
      template_id: 'TM00000000000000000000000000000000000000001',
      topics: ['todo', 'system'],
      values: [
        { key: 'thing1', value: '{label}' },
        { key: 'thing2', value: '{content}' },
        { key: 'time3', value: '{time}' },
      ],
      enabled: '1',
    }),
  );
  const night = { quiet_from: '00:00:00', quiet_to: '00:00:00' };
  ok(await admin.post('/admin/system.setting/save', { section: 'sms', values: night, versions: {} }));
});
afterAll(async () => {
  await wechat.server.close();
  await app.close();
});

test('nobody chooses WeChat before they are bound', async () => {
  const answer = await city.post<{ errors: object }>('/admin/message.channel/save', { ...choice, wechat: ['todo'] });
  expect([answer.code, Object.keys(answer.data.errors)]).toEqual([0, ['wechat']]);
});

test('a code binds one follower once; wrong ones are counted', async () => {
  const { code } = ok(await city.post<{ code: string }>('/admin/wechat.binding/code'));
  expect(await say('绑定 00000000', 'fan-a')).toContain('错误或已过期');
  expect(await say(`绑定　${code}`, 'fan-b')).toContain('绑定成功');
  expect(await say(`绑定 ${code}`, 'fan-c')).toContain('错误或已过期');
  for (let n = 0; n < 4; n++) await say('绑定 00000000', 'fan-a');
  expect(await say('绑定 00000000', 'fan-a')).toContain('过于频繁');
  const fan = await app.db.row(sql`select admin_id from wechat_fan where openid = 'fan-b'`);
  expect(fan).toEqual({ admin_id: await officer('city') });
  // whoever binds wants to be reached: all topics, until they choose otherwise
  await expect
    .poll(async () =>
      ok(await city.get<{ wechat: string[]; addresses: { wechat: boolean } }>('/admin/message.channel/index')),
    )
    .toMatchObject({ wechat: ['legal', 'todo', 'system', 'mention'], addresses: { wechat: true } });
});

const sent = () => wechat.callsOf('/cgi-bin/message/template/send');
const notify = async (label: string) =>
  app.db.query(sql`insert into message_notice (kind, label, label_en, content, content_en, template_code, admin_id)
    values ('todo', ${label}, ${label}, '请尽快处理这一件很长很长很长很长很长很长的事项。', 'Please act.', 'work_due', ${await officer('city')})`);
const queued = () =>
  app.db.rows<{ status: string; fault: string | null }>(sql`select status, fault from message_wechat order by id`);

test('an inbox message reaches the bound follower, fitted to the template, and its end is recorded', async () => {
  await notify('三件待办');
  await copyInboxMessages(app.engine);
  await copyInboxMessages(app.engine);
  await expect.poll(queued, { timeout: 20_000 }).toEqual([{ status: 'sent', fault: null }]);
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.body).toMatchObject({
    touser: 'fan-b',
    template_id: 'TM00000000000000000000000000000000000000001',
    data: { thing1: { value: '三件待办' }, thing2: { value: '请尽快处理这一件很长很长很长很长很长很…' } },
  });
  const finished = {
    MsgType: 'event',
    Event: 'TEMPLATESENDJOBFINISH',
    MsgID: '200228332',
    Status: 'failed:user block',
  };
  await sendToAccount(app, messageXml({ ...finished, FromUserName: 'fan-b' }), { appId });
  expect(await queued()).toEqual([{ status: 'failed', fault: 'undelivered' }]);
});

test('a follower who left is not reached: the message says why', async () => {
  await sendToAccount(app, messageXml({ MsgType: 'event', Event: 'unsubscribe', FromUserName: 'fan-b' }), { appId });
  await notify('四件待办');
  await copyInboxMessages(app.engine);
  await expect
    .poll(async () => (await queued()).at(-1), { timeout: 20_000 })
    .toEqual({ status: 'failed', fault: 'address' });
});
