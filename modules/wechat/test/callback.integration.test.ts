import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { readOfficialAccount } from '../server/account/read-official-account-with-secrets.ts';
import { incomingMessageFromXmlElements } from '../server/callback/incoming-message-from-xml-elements.ts';
import { parseCallbackXml } from '../server/callback/parse-callback-xml.ts';
import { receiveMessage } from '../server/callback/reply-to-incoming-message.ts';
import { retryUnansweredMessages } from '../server/callback/retry-unanswered-messages.ts';
import { signCallback } from '../server/callback/sign-and-compare-wechat-callback.ts';
import {
  accountSecrets,
  messageXml,
  postToCallback,
  sendToAccount,
  setPlatformAddress,
  signedRequest,
  textXml,
} from './callback-sender.ts';
import { WechatPlatform } from './wechat-platform.ts';

let app: TestApp;
let admin: Client;
let wechat: WechatPlatform;
const [plain, secure, compatible] = ['wx0000000000000001', 'wx0000000000000002', 'wx0000000000000003'];
const ids = new Map<string, number>();

const ok = <T>(answer: { readonly code: number; readonly text: string; readonly data: T }): T => {
  expect(answer.code, answer.text).toBe(1);
  return answer.data;
};

beforeAll(async () => {
  app = await startApp();
  admin = await app.client({ officer: 'admin' });
  wechat = await WechatPlatform.start(accountSecrets.secret);
  await setPlatformAddress(admin);
  for (const [appId, mode] of [
    [plain, 'plain'],
    [secure, 'aes'],
    [compatible, 'compatible'],
  ] as const)
    ids.set(
      appId,
      ok(
        await admin.post<{ id: number }>('/admin/wechat.account/add', {
          name: `春城文旅 ${mode}`,
          kind: 'service',
          area_code: '530100',
          app_id: appId,
          original_id: 'gh_0123456789ab',
          mode,
          api_address: wechat.server.base,
          connected: '1',
          ...accountSecrets,
        }),
      ).id,
    );
  for (const rule of [
    { name: '投诉', keywords: [{ keyword: '投诉', match: 'contains' }], content: '请在 {platform}/complaint 提交' },
    {
      name: '查团',
      keywords: [{ keyword: '^查团\\s*([a-z0-9]+)$', match: 'pattern' }],
      content: 'https://x.cn/team/{1}',
      priority: 200,
    },
    { name: '欢迎', trigger: 'subscribe', content: '欢迎关注' },
    { name: '没有匹配', trigger: 'default', content: '没有找到：{1}' },
    {
      name: '选项',
      keywords: [{ keyword: '菜单', match: 'exact' }],
      kind: 'choices',
      content: '请选择',
      choices: '投诉\n查团',
    },
    { name: '人工', keywords: [{ keyword: '人工', match: 'exact' }], kind: 'transfer' },
    { name: '扫码', trigger: 'scan', event_key: 'spot-7', content: '您在石林' },
    { name: '按钮', trigger: 'click', event_key: 'HELP', content: ']]> & <b>' },
  ])
    for (const account_id of ids.values())
      ok(
        await admin.post('/admin/wechat.reply/add', {
          account_id,
          trigger: 'keyword',
          kind: 'text',
          priority: 100,
          enabled: '1',
          ...rule,
        }),
      );
});
afterAll(async () => {
  await wechat.server.close();
  await app.close();
});

const messagesOf = (account: string) =>
  app.db.rows<{ content: string; outcome: string; errcode: number | null }>(
    sql`select content, outcome, errcode from wechat_message where account_id = ${ids.get(account) ?? 0} order by id desc`,
  );

describe('verification of the address', () => {
  const timestamp = () => String(Math.floor(Date.now() / 1000));
  const verify = (at: string, signature = signCallback(accountSecrets.token, at, 'n1'), account = plain) =>
    fetch(`${app.address}/wechat/callback/${account}?signature=${signature}&timestamp=${at}&nonce=n1&echostr=8091`);

  test('answers what it was sent', async () => {
    const response = await verify(timestamp());
    expect([response.status, await response.text()]).toEqual([200, '8091']);
  });
  test.each([
    ['a wrong signature', () => verify(timestamp(), 'f'.repeat(40))],
    ['a truncated one', () => verify(timestamp(), signCallback(accountSecrets.token, timestamp(), 'n1').slice(0, 20))],
    ['a late one', () => verify(String(Number(timestamp()) - 400))],
    ['a time that is none', () => verify('soon')],
    ['an unknown account', () => verify(timestamp(), undefined, 'wx00000000000000ff')],
  ])('refuses %s', async (_, call) => {
    expect((await call()).status).toBe(403);
  });
});

describe('plain and encrypted messages', () => {
  test.each([
    [plain, false],
    [secure, true],
    [compatible, true],
  ])('%s is answered by its rules', async (appId, isEncrypted) => {
    const say = async (written: string) =>
      (await sendToAccount(app, textXml(written), { appId, isEncrypted })).elements;
    expect(await say('我要投诉旅行社')).toMatchObject({
      MsgType: 'text',
      ToUserName: 'fan-1',
      FromUserName: 'gh_0123456789ab',
    });
    expect((await say('查团 T530ab'))?.Content).toBe('https://x.cn/team/T530ab');
    expect((await say('您好'))?.Content).toBe('没有找到：您好');
    expect((await say('人工'))?.MsgType).toBe('transfer_customer_service');
    const event = async (elements: Record<string, string>) =>
      (await sendToAccount(app, messageXml({ MsgType: 'event', ...elements }), { appId, isEncrypted })).elements
        ?.Content;
    expect(await event({ Event: 'subscribe', EventKey: '' })).toBe('欢迎关注');
    expect(await event({ Event: 'SCAN', EventKey: 'spot-7' })).toBe('您在石林');
    expect(await event({ Event: 'subscribe', EventKey: 'qrscene_spot-7', FromUserName: 'fan-2' })).toBe('您在石林');
    expect(await event({ Event: 'CLICK', EventKey: 'HELP' })).toBe(']]> & <b>');
    expect(await event({ Event: 'VIEW', EventKey: 'https://x.cn' })).toBeUndefined();
  });

  test('a follower leaves and returns, with a history', async () => {
    const event = (Event: string) =>
      sendToAccount(app, messageXml({ MsgType: 'event', Event, FromUserName: 'fan-9' }), { appId: plain });
    const fan = () =>
      app.db.row<{ id: number; subscribed: boolean }>(
        sql`select id, subscribed from wechat_fan where openid = 'fan-9'`,
      );
    await event('subscribe');
    expect(await fan()).toMatchObject({ subscribed: true });
    await event('unsubscribe');
    expect(await fan()).toMatchObject({ subscribed: false });
    const id = (await fan())?.id;
    expect(
      await app.db.rows(
        sql`select note from history where resource = 'wechat/fan' and row_id = ${id ?? 0} and note is not null`,
      ),
    ).toContainEqual({ note: '取消了关注' });
    // only followers can write
    await sendToAccount(app, textXml('在吗', { FromUserName: 'fan-9' }), { appId: plain });
    expect(await fan()).toMatchObject({ subscribed: true });
  });

  test('a follower whose leaving could not be stored has left when WeChat says it again', async () => {
    const say = (xml: string) => sendToAccount(app, xml, { appId: plain });
    const event = (Event: string) => messageXml({ MsgType: 'event', Event, FromUserName: 'fan-10' });
    await say(event('subscribe'));
    const leaving = event('unsubscribe');
    await app.db.query(`alter table history add constraint no_followers check (resource <> 'wechat/fan') not valid`);
    expect((await say(leaving)).status).toBe(500);
    await app.db.query('alter table history drop constraint no_followers');
    expect((await say(leaving)).status).toBe(200);
    expect(await app.db.row(sql`select subscribed from wechat_fan where openid = 'fan-10'`)).toEqual({
      subscribed: false,
    });
  });
});

describe('what is refused', () => {
  test.each([
    ['a wrong AES key', { isEncrypted: true, aesKey: `z${accountSecrets.aes_key.slice(1)}` }, secure],
    ['a wrong token', { isEncrypted: true, token: 'Other123' }, secure],
    ['a plain message to an encrypted account', {}, secure],
    ['a plain message to a compatible account', {}, compatible],
    ['an encrypted message to a plain account', { isEncrypted: true }, plain],
    ['a late signature', { timestamp: String(Math.floor(Date.now() / 1000) - 301) }, plain],
    ['a truncated signature', { signature: 'abcdef' }, plain],
  ])('%s', async (_, how, appId) => {
    expect((await sendToAccount(app, textXml('投诉'), { appId, ...how })).status).toBe(403);
  });

  test('a message for another account', async () => {
    expect((await sendToAccount(app, textXml('投诉', { ToUserName: 'gh_other' }), { appId: plain })).status).toBe(403);
  });

  test.each([
    ['no XML', 'hello'],
    [
      'entities',
      '<!DOCTYPE xml [<!ENTITY a "b">]><xml><MsgType>text</MsgType><FromUserName>f</FromUserName><Content>&a;</Content></xml>',
    ],
    [
      'a NUL',
      '<xml><MsgType>event</MsgType><Event>subscribe</Event><EventKey>a\0b</EventKey><FromUserName>f</FromUserName></xml>',
    ],
    ['unclosed elements', '<xml><MsgType>text'],
    ['nesting', `<xml>${'<a>'.repeat(50)}${'</a>'.repeat(50)}</xml>`],
    ['thousands of elements', `<xml>${'<a>1</a>'.repeat(5000)}</xml>`],
    ['no sender', '<xml><MsgType>text</MsgType></xml>'],
  ])('%s', async (_, xml) => {
    expect((await postToCallback(app, signedRequest(xml, { appId: plain }))).status).toBe(400);
  });

  test('five megabytes', async () => {
    expect((await postToCallback(app, signedRequest(textXml('a'.repeat(5_000_000)), { appId: plain }))).status).toBe(
      413,
    );
  });

  test('another body with a signature that was used', async () => {
    const first = signedRequest(textXml('投诉'), { appId: plain });
    expect((await postToCallback(app, first)).status).toBe(200);
    expect((await postToCallback(app, { ...first, body: textXml('查团 T1') })).status).toBe(403);
    expect((await postToCallback(app, first)).status).toBe(200);
  });

  test('a message with the signature of a verification', async () => {
    const request = signedRequest(textXml('投诉'), { appId: plain });
    const verified = await fetch(`${app.address}${request.path}&echostr=8091`);
    expect([verified.status, await verified.text()]).toEqual([200, '8091']);
    expect((await postToCallback(app, request)).status).toBe(403);
  });
});

test('a message that is sent three times is stored and counted once, and answered alike', async () => {
  const xml = textXml('查团 TWICE');
  const hits = async () =>
    (
      await app.db.row<{ hits: number }>(
        sql`select hits from wechat_reply where name = '查团' and account_id = ${ids.get(plain) ?? 0}`,
      )
    )?.hits ?? 0;
  const before = await hits();
  const answers = await Promise.all([1, 2].map(() => sendToAccount(app, xml, { appId: plain })));
  answers.push(await sendToAccount(app, xml, { appId: plain }));
  expect(answers.at(-1)?.elements?.Content).toBe('https://x.cn/team/TWICE');
  expect(await hits()).toBe(before + 1);
  expect((await messagesOf(plain)).filter(({ content }) => content === '查团 TWICE')).toHaveLength(1);
});

const sentTo = (content: string) =>
  wechat.callsOf('/cgi-bin/message/custom/send').filter(({ body }) => JSON.stringify(body).includes(content));

test('choices arrive as a message of customer service', async () => {
  expect((await sendToAccount(app, textXml('菜单'), { appId: plain })).body).toBe('success');
  await expect.poll(() => sentTo('请选择'), { timeout: 60_000 }).toHaveLength(1);
  expect(sentTo('请选择')[0]?.body).toEqual({
    touser: 'fan-1',
    msgtype: 'msgmenu',
    msgmenu: {
      head_content: '请选择',
      list: [
        { id: '1', content: '投诉' },
        { id: '2', content: '查团' },
      ],
      tail_content: '',
    },
  });
  await expect
    .poll(async () => (await messagesOf(plain))[0], { timeout: 60_000 })
    .toMatchObject({ content: '菜单', outcome: 'sent' });
});

test('what takes longer than WeChat waits is answered by customer service, once', async () => {
  const account = await readOfficialAccount(app.engine, sql`t.app_id = ${plain}`);
  if (!account) throw new Error('no account');
  const message = incomingMessageFromXmlElements(parseCallbackXml(textXml('查团 LATE')));
  // no time at all: the reply is found after the call was answered
  expect(await receiveMessage(app.engine, account, message, 0)).toBeUndefined();
  expect(await receiveMessage(app.engine, account, message, 0)).toBeUndefined();
  await expect.poll(() => sentTo('https://x.cn/team/LATE'), { timeout: 60_000 }).toHaveLength(1);
});

test('an answer whose process died before it was sent follows by customer service, and one that was sent does not', async () => {
  const account = await readOfficialAccount(app.engine, sql`t.app_id = ${plain}`);
  if (!account) throw new Error('no account');
  const incoming = (xml: string) => incomingMessageFromXmlElements(parseCallbackXml(xml));
  const lost = await receiveMessage(app.engine, account, incoming(textXml('查团 LOST')));
  expect(lost?.reply).toEqual({ type: 'text', content: 'https://x.cn/team/LOST' });
  const button = messageXml({ MsgType: 'event', Event: 'CLICK', EventKey: 'HELP', FromUserName: 'fan-lost' });
  expect(await receiveMessage(app.engine, account, incoming(button))).toBeDefined();
  expect((await sendToAccount(app, textXml('查团 SENT'), { appId: plain })).elements?.Content).toBe(
    'https://x.cn/team/SENT',
  );
  const outcomeOf = async (content: string) =>
    (await messagesOf(plain)).find((message) => message.content === content)?.outcome;
  await expect.poll(() => outcomeOf('查团 SENT')).toBe('answered');
  await app.db.query(sql`update wechat_message set createtime = now() - interval '1 minute' where outcome = 'pending'`);
  await retryUnansweredMessages(app.engine);
  await expect.poll(() => outcomeOf('查团 LOST'), { timeout: 60_000 }).toBe('sent');
  expect(sentTo('https://x.cn/team/LOST')).toHaveLength(1);
  await expect.poll(() => sentTo('fan-lost'), { timeout: 60_000 }).toHaveLength(1);
  expect(sentTo('https://x.cn/team/SENT')).toEqual([]);
});

test('a follower outside of 48 hours ends in the log with the code of WeChat', async () => {
  wechat.answers.set('/cgi-bin/message/custom/send', { errcode: 45015, errmsg: 'response out of time limit' });
  await sendToAccount(app, textXml('菜单', { FromUserName: 'fan-45015' }), { appId: plain });
  await expect
    .poll(async () => (await messagesOf(plain))[0], { timeout: 60_000 })
    .toMatchObject({ outcome: 'failed', errcode: 45015 });
  wechat.answers.delete('/cgi-bin/message/custom/send');
});

test('a token that another system ended is replaced once, whoever calls at the same time', async () => {
  wechat.endToken();
  const before = wechat.callsOf('/cgi-bin/stable_token').length;
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => admin.post('/admin/wechat.account/test', { id: ids.get(plain) })),
  );
  expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
  expect(wechat.callsOf('/cgi-bin/stable_token').length).toBe(before + 1);
});
