import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  recordDeliveryAgain,
  recordDeliveryAgainTask,
} from '#modules/wechat/server/callback/record-delivery-result-of-template-message.ts';
import {
  accountSecrets,
  messageXml,
  sendToAccount,
  setPlatformAddress,
  textXml,
} from '#modules/wechat/test/callback-sender.ts';
import { WechatPlatform } from '#modules/wechat/test/wechat-platform.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import { copyInboxMessages } from '../server/copy-inbox-messages-to-chosen-channels.ts';

let app: TestApp;
let admin: Client;
let city: Client;
let wechat: WechatPlatform;
let account_id = 0;
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
  await setPlatformAddress(admin);
  account_id = ok(
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
  await expect.poll(queued, { timeout: 60_000 }).toEqual([{ status: 'sent', fault: null }]);
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
    .poll(async () => (await queued()).at(-1), { timeout: 60_000 })
    .toEqual({ status: 'failed', fault: 'address' });
});

test('who left still saves the other choices, keeps or gives up those for WeChat, and adds none', async () => {
  const save = (wechatTopics: readonly string[]) =>
    city.post<{ errors: object }>('/admin/message.channel/save', { ...choice, wechat: wechatTopics });
  expect(ok(await city.get('/admin/message.channel/index'))).toMatchObject({
    addresses: { wechat: false, wechat_bound: true },
  });
  ok(await save(['legal', 'todo', 'system', 'mention']));
  ok(await save(['todo']));
  expect(Object.keys((await save(['todo', 'system'])).data.errors)).toEqual(['wechat']);
});

test('whoever writes again is reached again', async () => {
  await say('在吗', 'fan-b');
  expect(ok(await city.get('/admin/message.channel/index'))).toMatchObject({ addresses: { wechat: true } });
});

const last = () =>
  app.db.row<{ id: number; status: string; fault: string | null; attempts: number }>(
    sql`select id, status, fault, attempts from message_wechat order by id desc limit 1`,
  );
/** Delivers the last message now, whenever it is due. */
const deliverNow = async () =>
  app.db.query(sql`with due as (update message_wechat set send_at = now() where id = (select max(id) from message_wechat) returning id)
    select graphile_worker.add_job('deliver_message', json_build_object('queue', 'message_wechat', 'id', id), job_key => 'message_wechat:' || id) from due`);

test('while the account is not connected messages wait, however often they are tried, and are then sent', async () => {
  ok(await admin.post('/admin/wechat.account/edit', { id: account_id, connected: '0' }));
  const before = sent().length;
  await notify('五件待办');
  await copyInboxMessages(app.engine);
  await expect.poll(last, { timeout: 60_000 }).toMatchObject({ status: 'queued', fault: 'unconnected', attempts: 1 });
  for (let attempts = 2; attempts <= 5; attempts++) {
    await deliverNow();
    await expect.poll(last, { timeout: 60_000 }).toMatchObject({ status: 'queued', attempts });
  }
  ok(await admin.post('/admin/wechat.account/edit', { id: account_id, connected: '1' }));
  await deliverNow();
  await expect.poll(last, { timeout: 60_000 }).toMatchObject({ status: 'sent', fault: null });
  expect(sent()).toHaveLength(before + 1);
});

test('a result that comes before the message is known is recorded later, and only for the account that sent it', async () => {
  const event = { MsgType: 'event', Event: 'TEMPLATESENDJOBFINISH', MsgID: '777', Status: 'success' };
  await sendToAccount(app, messageXml({ ...event, FromUserName: 'fan-b' }), { appId });
  const looks = sql`select key from graphile_worker.jobs where task_identifier = ${recordDeliveryAgainTask}`;
  expect(await app.db.rows(looks)).toEqual([{ key: `${recordDeliveryAgainTask}:${appId}:777` }]);
  const id = (await last())?.id ?? 0;
  await app.db.query(sql`update message_wechat set provider_id = '777' where id = ${id}`);
  await recordDeliveryAgain(app.engine, { provider: 'wx00000000000000ff', id: '777', status: 'success', looks: 3 });
  expect(await last()).toMatchObject({ status: 'sent' });
  await recordDeliveryAgain(app.engine, { provider: appId, id: '777', status: 'success', looks: 1 });
  expect(await last()).toMatchObject({ status: 'delivered' });
});

test('a disabled account is not written to', async () => {
  const { id } = await app.member('absent');
  await app.db.query(sql`update wechat_fan set user_id = ${id}, admin_id = null where openid = 'fan-b'`);
  await app.db.query(
    sql`insert into message_channel (user_id, wechat, since) values (${id}, '{system}', now() - interval '1 hour')`,
  );
  const inform = () =>
    app.db.query(sql`insert into message_notice (kind, label, label_en, content, content_en, template_code, user_id)
      values ('system', '通知', 'Notice', '请看。', 'Look.', 'test', ${id})`);
  await app.db.query(sql`update member set status = 'disable' where id = ${id}`);
  const before = (await queued()).length;
  await inform();
  await copyInboxMessages(app.engine);
  expect(await queued()).toHaveLength(before);
  // one that was queued before
  await app.db.query(sql`update member set status = 'enable' where id = ${id}`);
  await app.db.query(sql`delete from message_copied`);
  ok(await admin.post('/admin/wechat.account/edit', { id: account_id, connected: '0' }));
  await copyInboxMessages(app.engine);
  await expect.poll(last, { timeout: 60_000 }).toMatchObject({ status: 'queued', fault: 'unconnected' });
  await app.db.query(sql`update member set status = 'disable' where id = ${id}`);
  await deliverNow();
  await expect.poll(last, { timeout: 60_000 }).toMatchObject({ status: 'failed', fault: 'address' });
});
