import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimRefused } from '#modules/enterprise/contract/message-templates.ts';
import { sql } from '#server/db/sql.ts';
import { sendCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { signAliyun } from '../server/sms/aliyun-sms-provider.ts';
import { signTencent } from '../server/sms/tencent-sms-provider.ts';

interface SentRequest {
  readonly headers: IncomingMessage['headers'];
  readonly query: URLSearchParams;
  readonly body: string;
}

const key = { id: 'AKIDtest', secret: 'secret-of-the-provider' };

let app: TestApp;
let chief: Client;
let provider: Server;
let host: string;
/** Requests that the fake provider received, and its answers. */
let requests: SentRequest[] = [];
let answer: (one: SentRequest) => object | undefined = () => undefined;

beforeAll(async () => {
  app = await startApp({ max: 12 });
  chief = await app.client({ officer: 'admin' });
  provider = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { searchParams: query } = new URL(request.url ?? '/', 'http://provider');
      const one = { headers: request.headers, query, body: Buffer.concat(parts).toString('utf8') };
      requests.push(one);
      const reply = answer(one);
      if (reply) response.setHeader('Content-Type', 'application/json').end(JSON.stringify(reply));
      // otherwise it never answers
    });
  });
  await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  provider.closeAllConnections();
  await new Promise<void>((resolve) => void provider.close(() => resolve()));
});
beforeEach(() => {
  requests = [];
});

const configure = async (values: object) => {
  const set = { access_key_id: key.id, access_key_secret: key.secret, sign: '滇文旅', endpoint: `http://${host}` };
  const saved = await chief.post('/admin/system.setting/save', {
    section: 'sms',
    values: { ...set, quiet_from: '00:00:00', quiet_to: '00:00:00', ...values },
    versions: {},
  });
  expect(saved.code, saved.text).toBe(1);
};
const register = async (code: string, values: object) => {
  const { id } = (await app.db.row<{ id: number }>(sql`select id from message_template where code = ${code}`)) ?? {
    id: 0,
  };
  expect((await chief.post('/admin/message.template/edit', { id, ...values })).code).toBe(1);
};
const rowOf = (mobile: string) =>
  app.db.row<{
    status: string;
    provider_id: string;
    parts: number;
    fault: string;
    error: string;
    attempts: number;
    send_at: Date;
  }>(
    sql`select status, provider, provider_id, parts, fault, error, attempts, extract(epoch from send_at)::bigint as send_at
      from message_sms where mobile = ${mobile} order by id desc limit 1`,
  );
const reaches = (mobile: string, values: object) =>
  expect.poll(async () => await rowOf(mobile), { timeout: 60_000 }).toMatchObject(values);
const codeTo = (mobile: string) => sendCode(app.engine, { mobile, purpose: 'enterprise_register', ip: '10.8.0.1' });

describe('by Aliyun', () => {
  const isSigned = ({ headers, query }: SentRequest): boolean =>
    signAliyun(
      {
        host,
        action: 'SendSms',
        version: '2017-05-25',
        query: Object.fromEntries(query),
        date: String(headers['x-acs-date']),
        nonce: String(headers['x-acs-signature-nonce']),
      },
      key,
    ).headers.authorization === headers.authorization;

  test('a code is sent signed, with the registered template, and no longer shown in the sink', async () => {
    await configure({ provider: 'aliyun' });
    await register('code', { provider_code: 'SMS_1' });
    answer = (one) =>
      isSigned(one) ? { Code: 'OK', BizId: '9006^0', Message: 'OK' } : { Code: 'SignatureDoesNotMatch' };
    await codeTo('13900001111');
    await reaches('13900001111', { status: 'sent', provider: 'aliyun', provider_id: '9006^0', parts: 1, attempts: 1 });
    const { query } = requests[0] as SentRequest;
    expect(Object.fromEntries(query)).toMatchObject({
      PhoneNumbers: '13900001111',
      SignName: '滇文旅',
      TemplateCode: 'SMS_1',
    });
    const { code } = JSON.parse(query.get('TemplateParam') ?? '{}') as { code: string };
    expect(code).toMatch(/^\d{6}$/);
    expect(app.engine.smsSink?.list().some(({ mobile }) => mobile === '13900001111')).toBe(false);
    const stored = JSON.stringify(await app.db.rows(`select * from message_sms where mobile = '13900001111'`));
    expect([stored.includes(code), stored.includes(key.secret)]).toEqual([false, false]);
  });

  test('final refusals are not tried again; a wrong key, an empty account and a missing template code are', async () => {
    const refused = { 'isv.MOBILE_NUMBER_ILLEGAL': 'address', 'isv.SMS_TEMPLATE_ILLEGAL': 'words' };
    const later = { 'InvalidAccessKeyId.NotFound': 'credentials', 'isv.BUSINESS_LIMIT_CONTROL': 'limited' };
    let last = 13_900_002_000;
    for (const [Code, fault] of Object.entries({ ...refused, ...later })) {
      answer = () => ({ Code, Message: 'why' });
      const mobile = String(++last);
      await codeTo(mobile);
      await reaches(mobile, { status: Code in refused ? 'failed' : 'queued', fault, error: `${Code} why` });
    }
    await queueMessage(app.engine, app.db, claimRefused, { name: '甲', reason: '乙' }, { mobile: '13900002100' });
    await reaches('13900002100', { status: 'queued', fault: 'unregistered' });
  });

  test('nothing is sent to numbers of other countries: the queue says so, and offers no retry', async () => {
    answer = () => ({ Code: 'OK', BizId: '9007^0', Message: 'OK' });
    await queueMessage(app.engine, app.db, claimRefused, { name: '甲', reason: '乙' }, { mobile: '+14155550100' });
    await reaches('+14155550100', { status: 'failed', fault: 'abroad', attempts: 1 });
    expect(requests).toEqual([]);
    expect(await app.db.row(`select letter from message_sms where mobile = '+14155550100'`)).toEqual({ letter: null });
  });
});

describe('by Tencent', () => {
  test('a message is sent signed, with its placeholders in the order of its text, and its cost is recorded', async () => {
    await configure({ provider: 'tencent', app_id: '1400006666' });
    await register('claim_refused', { provider_code: '1110' });
    answer = ({ headers, body }) => {
      const call = { host, service: 'sms', body, time: Number(headers['x-tc-timestamp']) };
      return signTencent(call, key) === headers.authorization
        ? { Response: { SendStatusSet: [{ SerialNo: '5000:1', Fee: 2, Code: 'Ok', Message: 'send success' }] } }
        : { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: '' } } };
    };
    const values = { name: '昆明某旅行社', reason: '材料不全' };
    await queueMessage(app.engine, app.db, claimRefused, values, { mobile: '13900003333', locale: 'en' });
    await reaches('13900003333', { status: 'sent', provider: 'tencent', provider_id: '5000:1', parts: 2 });
    expect(JSON.parse(requests.at(-1)?.body ?? '{}')).toMatchObject({
      PhoneNumberSet: ['+8613900003333'],
      SmsSdkAppId: '1400006666',
      SignName: '滇文旅',
      TemplateId: '1110',
      TemplateParamSet: ['昆明某旅行社', '材料不全'],
    });
    answer = () => ({
      Response: { SendStatusSet: [{ Code: 'FailedOperation.PhoneNumberInBlacklist', Message: 'x' }] },
    });
    await queueMessage(app.engine, app.db, claimRefused, values, { mobile: '13900003334' });
    await reaches('13900003334', { status: 'failed', fault: 'address' });
  });
});

test('a notice waits at night until the morning, a code does not', async () => {
  const at = (hours: number) => {
    const time = new Date(Date.now() + (8 + hours) * 3_600_000);
    return `${String(time.getUTCHours()).padStart(2, '0')}:00:00`;
  };
  await configure({ provider: 'aliyun', quiet_from: at(-1), quiet_to: at(2) });
  answer = () => ({ Code: 'OK', BizId: '1^1' });
  await queueMessage(app.engine, app.db, claimRefused, { name: '甲', reason: '乙' }, { mobile: '13900004444' });
  await codeTo('13900004445');
  await reaches('13900004445', { status: 'sent' });
  await expect
    .poll(async () => Number((await rowOf('13900004444'))?.send_at) * 1000 - Date.now())
    .toBeGreaterThan(1_800_000);
  expect(await rowOf('13900004444')).toMatchObject({ status: 'queued', attempts: 0 });
  const waiting = await app.db.row<{ late: boolean }>(
    sql`select run_at > now() + interval '30 minutes' as late from graphile_worker.jobs where key = (
      select 'message_sms:' || id from message_sms where mobile = '13900004444')`,
  );
  expect(waiting?.late).toBe(true);
});

test('editors of the settings send a test message to their own mobile', async () => {
  const tryOut = async (as: Client) => (await as.post('/admin/message.sms/test')).msg;
  await app.db.query(`update auth_admin set mobile = null where username = 'admin'`);
  expect(await tryOut(chief)).toBe('请先在个人资料中填写手机号');
  await app.db.query(`update auth_admin set mobile = '13900005555' where username = 'admin'`);
  expect(await tryOut(chief)).toBe('已加入短信队列');
  await reaches('13900005555', { status: 'sent' });
  expect((await (await app.client({ officer: 'city' })).post('/admin/message.sms/test')).code).toBe(401);
  await configure({ provider: 'none' });
  expect(await tryOut(chief)).toBe('尚未接入短信服务商');
});

test('secrets are shown to nobody', async () => {
  expect((await chief.get('/admin/system.setting/sections')).text).not.toContain(key.secret);
  expect((await chief.get('/admin/routine.config/index')).text).not.toContain(key.secret);
});

describe('the delivery receipt of a message', () => {
  const token = 'receipts-of-the-office';
  const push = async (provider: string, body: unknown, by = token) => {
    const url = `/api/message.receipt/${provider}?token=${by}`;
    const { statusCode, body: answer } = await app.server.app.inject({ method: 'POST', url, payload: body as object });
    return { statusCode, ...(JSON.parse(answer) as { code?: number; result?: number; msg?: string }) };
  };
  // as in the provider's documentation
  const ofAliyun = {
    send_time: '2017-01-01 00:00:00',
    report_time: '2017-01-01 00:00:05',
    success: true,
    phone_number: '13900006666',
    err_code: 'DELIVERED',
    err_msg: '用户接收成功',
    sms_size: '1',
  };
  const ofTencent = {
    user_receive_time: '2015-10-17 08:03:04',
    nationcode: '86',
    mobile: '13900006666',
    report_status: 'SUCCESS',
    errmsg: 'DELIVRD',
    description: '用户短信送达成功',
  };
  let serial = 0;
  const sendOne = async (mobile: string) => {
    const id = `8000^${++serial}`;
    answer = () => ({ Code: 'OK', BizId: id });
    await queueMessage(app.engine, app.db, claimRefused, { name: '甲', reason: '乙' }, { mobile });
    await reaches(mobile, { status: 'sent', provider_id: id });
    return {
      biz_id: id,
      key: Number(
        (await app.db.row(sql`select id from message_sms where mobile = ${mobile} order by id desc limit 1`))?.id,
      ),
    };
  };
  const resend = (...ids: number[]) =>
    chief.post<{ reason?: string; failed?: object[] }>('/admin/message.sms/resend', { ids });
  const letterOf = async (mobile: string) =>
    (await app.db.row(sql`select letter from message_sms where mobile = ${mobile} order by id desc limit 1`))?.letter;

  beforeAll(async () => {
    await configure({ provider: 'aliyun', receipt_token: token, price: 0.045 });
  });

  test('is accepted from callers with the token, once, and shown with time and cost', async () => {
    const { biz_id, key: id } = await sendOne('13900006661');
    expect((await push('aliyun', [{ ...ofAliyun, biz_id }], 'another-token-of-22-ch')).code).toBe(0);
    expect((await push('aliyun', { biz_id })).msg).toBe('参数错误');
    expect((await rowOf('13900006661'))?.status).toBe('sent');
    const reports = [{ ...ofAliyun, biz_id, out_id: String(id) }, { ...ofAliyun, biz_id: "nobody's" }, null, 'x'];
    for (let again = 0; again < 2; again++)
      expect(await push('aliyun', reports)).toEqual({ statusCode: 200, code: 0, msg: '接收成功' });
    const { data } = await chief.get<{ row: object }>('/admin/message.sms/edit', { id });
    expect(data.row).toMatchObject({ status: 'delivered', delivered_at: 1_483_200_005, cost: 0.045, parts: 1 });
    expect(await letterOf('13900006661')).toBeNull();
    expect((await push('aliyun', [{ ...ofAliyun, success: false, biz_id }])).code).toBe(0);
    expect((await rowOf('13900006661'))?.status, 'what arrived has arrived').toBe('delivered');
  });

  test('is accepted in the format of Tencent', async () => {
    const { biz_id } = await sendOne('13900006662');
    expect(await push('tencent', [{ ...ofTencent, sid: biz_id }])).toMatchObject({ result: 0, errmsg: 'OK' });
    expect((await rowOf('13900006662'))?.status, "another provider's").toBe('sent');
    await app.db.query(sql`update message_sms set provider = 'tencent' where mobile = '13900006662'`);
    const failed = { ...ofTencent, sid: biz_id, report_status: 'FAIL', errmsg: 'MBBLACK', description: '黑名单' };
    await push('tencent', [failed]);
    expect(await rowOf('13900006662')).toMatchObject({
      status: 'failed',
      fault: 'undelivered',
      error: 'MBBLACK 黑名单',
    });
  });

  test('lets undelivered messages be sent again, by those who may, but never delivered ones', async () => {
    const { biz_id, key: id } = await sendOne('13900006663');
    expect((await resend(id)).data.failed).toEqual([{ id, title: '认领申请未通过', msg: '现为“已发送”' }]);
    await push('aliyun', [{ ...ofAliyun, success: false, err_code: 'NO_ROUTE', err_msg: '', biz_id }]);
    await reaches('13900006663', { status: 'failed' });
    expect(
      (await (await app.client({ officer: 'county1' })).post('/admin/message.sms/resend', { ids: [id] })).code,
    ).toBe(401);
    requests = [];
    answer = () => ({ Code: 'OK', BizId: '9000^1' });
    expect((await resend(id)).code).toBe(1);
    await reaches('13900006663', { status: 'sent', provider_id: '9000^1', attempts: 1 });
    expect(requests.map(({ query }) => query.get('OutId'))).toEqual([String(id)]);
    await push('aliyun', [{ ...ofAliyun, success: false, biz_id }]);
    expect((await rowOf('13900006663'))?.status, 'a report of the first try').toBe('sent');
    await push('aliyun', [{ ...ofAliyun, biz_id, out_id: String(id) }]);
    expect((await rowOf('13900006663'))?.status).toBe('delivered');
    expect((await resend(id)).data).toMatchObject({ reason: 'conflict', failed: [{ msg: '现为“已送达”' }] });
  });

  test('ends the retries of one that seemed to have failed; a message without stored values cannot be sent again', async () => {
    answer = () => ({ Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '' });
    await queueMessage(app.engine, app.db, claimRefused, { name: '甲', reason: '乙' }, { mobile: '13900006664' });
    await reaches('13900006664', { status: 'failed' });
    const id = Number(
      (await app.db.row(`select id from message_sms where mobile = '13900006664' order by id desc limit 1`))?.id,
    );
    await app.db.query(sql`update message_sms set updatetime = now() - interval '8 days' where id = ${id}`);
    for (const part of app.platform.modules)
      await part.scheduled?.deliver_messages?.run(app.engine, { log: app.log, signal: new AbortController().signal });
    expect(await letterOf('13900006664')).toBeNull();
    expect((await resend(id)).msg).toContain('填入的内容已不再保留');
    await push('aliyun', [{ ...ofAliyun, biz_id: 'unknown', out_id: String(id) }]);
    expect((await rowOf('13900006664'))?.status).toBe('delivered');
    await codeTo('13900006665');
    await reaches('13900006665', { status: 'failed' });
    expect(await letterOf('13900006665'), 'codes are sent once').toBeNull();
  });
});

describe('a delivery receipt that is not pushed', () => {
  const poll = async () => {
    for (const part of app.platform.modules)
      await part.scheduled?.ask_receipts?.run(app.engine, { log: app.log, signal: new AbortController().signal });
  };
  const values = { name: '甲', reason: '乙' };
  /** A message sent two minutes ago, with the provider's id. */
  const sendBefore = async (mobile: string, id: string, reply: object) => {
    answer = () => reply;
    await queueMessage(app.engine, app.db, claimRefused, values, { mobile });
    await reaches(mobile, { status: 'sent', provider_id: id });
    await app.db.query(sql`update message_sms set sent_at = now() - interval '2 minutes' where mobile = ${mobile}`);
  };

  test('is requested from Aliyun per message, signed, at intervals, and only if configured', async () => {
    await configure({ provider: 'aliyun', receipt_token: '', receipts_queried: '0' });
    const run = Date.now().toString(36);
    const [arrived, failed, waiting] = [`${run}^1`, `${run}^2`, `${run}^3`];
    const mobiles = { [arrived]: '13900007771', [failed]: '13900007772', [waiting]: '13900007773' };
    for (const [BizId, mobile] of Object.entries(mobiles)) await sendBefore(mobile, BizId, { Code: 'OK', BizId });
    requests = [];
    await poll();
    expect(requests).toEqual([]);
    await configure({ provider: 'aliyun', receipts_queried: '1' });
    // as in the provider's documentation
    const detail = {
      PhoneNum: '1390000****',
      SendDate: '2019-01-08 16:44:10',
      TemplateCode: 'SMS_12231',
      OutId: '123',
    };
    const reply: Record<string, object> = {
      [arrived]: { ...detail, SendStatus: 3, ErrCode: 'DELIVERED', ReceiveDate: '2019-01-08 16:44:13' },
      [failed]: { ...detail, SendStatus: 2, ErrCode: 'MK:0013' },
      [waiting]: { ...detail, SendStatus: 1 },
    };
    answer = ({ query, headers }) => {
      const call = { host, action: 'QuerySendDetails', version: '2017-05-25', query: Object.fromEntries(query) };
      const [date, nonce] = [String(headers['x-acs-date']), String(headers['x-acs-signature-nonce'])];
      if (signAliyun({ ...call, date, nonce }, key).headers.authorization !== headers.authorization)
        return { Code: 'SignatureDoesNotMatch', Message: '' };
      const one = reply[query.get('BizId') ?? ''];
      return { Code: 'OK', Message: 'OK', TotalCount: '1', SmsSendDetailDTOs: { SmsSendDetailDTO: one ? [one] : [] } };
    };
    await Promise.all([poll(), poll()]);
    await reaches('13900007771', { status: 'delivered', fault: null });
    await reaches('13900007772', { status: 'failed', fault: 'undelivered', error: 'MK:0013' });
    expect(await rowOf('13900007773')).toMatchObject({ status: 'sent' });
    await poll();
    const times = (id: string) => requests.filter(({ query }) => query.get('BizId') === id).length;
    expect([times(arrived), times(failed), times(waiting)], 'by two at once, and again at once').toEqual([1, 1, 1]);
    expect(requests.find(({ query }) => query.get('BizId') === arrived)?.query.get('PhoneNumber')).toBe('13900007771');
    reply[waiting] = { ...detail, SendStatus: 3, ErrCode: 'DELIVERED', ReceiveDate: '2019-01-08 16:44:13' };
    await app.db.query(sql`update message_sms_receipt_query set next_at = now()`);
    await poll();
    await reaches('13900007773', { status: 'delivered' });
    const { data } = await chief.get<{ row: { delivered_at: number } }>('/admin/message.sms/edit', {
      id: (await app.db.row<{ id: number }>(sql`select id from message_sms where provider_id = ${arrived}`))?.id,
    });
    expect(data.row.delivered_at).toBe(1_546_937_053);
  });

  test('is pulled from Tencent until there are no more; after a refusal it is requested later', async () => {
    await configure({ provider: 'tencent', app_id: '1400006666', receipts_queried: '1' });
    const SerialNo = `14:${Date.now().toString(36)}`;
    const set = { SendStatusSet: [{ SerialNo, Fee: 1, Code: 'Ok', Message: 'send success' }] };
    await sendBefore('13900007781', SerialNo, { Response: set });
    answer = () => ({ Response: { Error: { Code: 'UnauthorizedOperation', Message: 'no' } } });
    await poll();
    expect(await rowOf('13900007781')).toMatchObject({ status: 'sent' });
    await app.db.query(sql`update message_sms_receipt_query set next_at = now()`);
    // as in the provider's documentation
    const line = { Description: 'DELIVRD', CountryCode: '86', ReportStatus: 'SUCCESS', UserReceiveTime: 1_620_734_188 };
    const others = Array.from({ length: 100 }, (_, n) => ({ ...line, SerialNo: `14:other${n}`, SessionContext: '' }));
    const pulled = [others, [{ ...line, SerialNo, SessionContext: '' }]];
    requests = [];
    answer = ({ headers, body }) => {
      const call = { host, service: 'sms', body, time: Number(headers['x-tc-timestamp']) };
      return signTencent(call, key) === headers.authorization && headers['x-tc-action'] === 'PullSmsSendStatus'
        ? { Response: { PullSmsSendStatusSet: pulled.shift() ?? [] } }
        : { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: '' } } };
    };
    await poll();
    await reaches('13900007781', { status: 'delivered' });
    expect(JSON.parse(requests[0]?.body ?? '{}')).toEqual({ SmsSdkAppId: '1400006666', Limit: 100 });
    await configure({ provider: 'none', receipts_queried: '0' });
  });
});
