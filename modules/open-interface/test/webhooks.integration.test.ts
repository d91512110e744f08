import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text } from '#kernel/text/text.ts';
import { ComplaintFixture, ok } from '#modules/complaint/test/complaint-fixture.ts';
import { uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { signedText } from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { type LocalServer, startLocalServer, writeEndlessly } from '../../../test/support/local-server.ts';
import type { Client } from '../../../test/support/test-engine.ts';
import { webhookEvents } from '../contract/webhook-events.ts';
import { signByAlgorithm } from '../server/signing/verify-signature-status-address-and-quota-of-application.ts';
import {
  deliverWaitingEvents,
  endDeliveriesOfEndedApplications,
  maxTries,
} from '../server/webhook/deliver-waiting-events-of-webhook.ts';
import { postSignedEvent } from '../server/webhook/post-signed-event-to-webhook.ts';
import { queueEventsForWebhooks } from '../server/webhook/queue-events-for-webhooks.ts';

let complaints: ComplaintFixture;
let admin: Client;
let receiver: LocalServer;
let application = 0;
/** What arrived, by path. */
const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
/** What `/failing` answers. */
let answer = 200;

beforeAll(async () => {
  complaints = await ComplaintFixture.start();
  admin = await complaints.app.client({ officer: 'admin' });
  await uploadMaterials(complaints.app.engine);
  receiver = await startLocalServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      const path = request.url ?? '';
      if (path === '/never') return;
      if (path === '/endless') writeEndlessly(response);
      else if (path === '/inward') response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end();
      else {
        received.push({ path, headers: request.headers, body });
        response.writeHead(path === '/failing' ? answer : 200).end('ok');
      }
    });
  });
  const made = await admin.post<{ id: number }>('/admin/api.application/add', {
    name: '事件接收平台',
    owner_org: '某市大数据中心',
    contact: '李四',
    purpose: '接收事件',
    scopes: ['complaint.read'],
    area_code: '530100',
    mask_level: 'partial',
    sandbox: '0',
    algorithm: 'sm3',
    rpm: 600,
    burst: 60,
    quota: 1000,
    expire_on: '2099-12-31',
    agreement: '/storage/private/test/licence.png',
  });
  application = ok(made).id;
  for (const [move, input] of [
    ['approve', { document_no: '1' }],
    ['activate', {}],
  ] as const)
    ok(await admin.post(`/admin/api.application/${move}`, { id: application, ...input }));
});
afterAll(async () => {
  await receiver.close();
  await complaints.app.close();
});

async function addWebhook(path: string, more: object = {}) {
  const { id } = ok(
    await admin.post<{ id: number }>('/admin/api.webhook/add', {
      application_id: application,
      name: path,
      url: `${receiver.base}${path}`,
      topics: ['complaint/complaint'],
      open: '1',
      ...more,
    }),
  );
  return { id, ...ok(await admin.post<{ secret: string; app_key: string }>('/admin/api.webhook/issueSecret', { id })) };
}
const deliveries = (webhook: number) =>
  complaints.app.db.rows<{
    id: number;
    event: string;
    subject_id: number;
    status: string;
    tries: number;
    fault: string | null;
  }>(
    sql`select id, event, subject_id, status, tries, fault from api_delivery where webhook_id = ${webhook} order by id`,
  );
const until = (webhook: number, n: number) => expect.poll(async () => (await deliveries(webhook)).length).toBe(n);
const close = (webhook: number) =>
  complaints.app.db.query(sql`update api_webhook set open = false where id = ${webhook}`);
/** Waits until all events were passed on: what an application may receive is decided then. */
const passedOn = () =>
  expect
    .poll(() =>
      complaints.app.db.row(sql`select count(*)::int as n from subscriber_event where subscriber like 'api/%'`),
    )
    .toEqual({ n: 0 });
/** Makes what waits due now. */
const hurry = (webhook: number) =>
  complaints.app.db.query(
    sql`update api_delivery set next_at = now() where webhook_id = ${webhook} and status = 'pending'`,
  );

test('events are signed, contain nothing about persons, and those of one row arrive in order', async () => {
  const { id: webhook, secret } = await addWebhook('/hook?a=2&b=1');
  const one = ok(await complaints.add()).id;
  const two = ok(await complaints.add()).id;
  ok(await complaints.move(one, 'accept'));
  await until(webhook, 3);
  await expect.poll(async () => (await deliveries(webhook)).every(({ status }) => status === 'delivered')).toBe(true);
  const mine = received.filter(({ path }) => path.startsWith('/hook'));
  const events = mine.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(events.filter(({ row_id }) => row_id === one).map(({ event }) => event)).toEqual([
    'complaint/complaint.added',
    'complaint/complaint.accepted',
  ]);
  expect(events.filter(({ row_id }) => row_id === two)).toHaveLength(1);
  expect(Object.keys(events[0] ?? {}).toSorted()).toEqual(
    ['area_code', 'at', 'event', 'id', 'resource', 'row_id', 'status'].toSorted(),
  );
  const { headers, body } = mine[0] ?? { headers: {} as IncomingHttpHeaders, body: '' };
  const written = signedText({
    method: 'POST',
    path: '/hook',
    query: 'a=2&b=1',
    body,
    timestamp: String(headers['x-timestamp']),
    nonce: String(headers['x-nonce']),
  });
  expect(headers['x-sign']).toBe(signByAlgorithm('sm3', secret, written));
  await close(webhook);
});

test('a failed event holds back the next of its row, is given up in the end, and can be replayed', async () => {
  const { app } = complaints;
  const { id: webhook } = await addWebhook('/failing');
  answer = 500;
  const one = ok(await complaints.add()).id;
  await until(webhook, 1);
  await expect.poll(async () => (await deliveries(webhook))[0]?.tries).toBe(1);
  ok(await complaints.move(one, 'accept'));
  await until(webhook, 2);
  await expect.poll(() => deliverWaitingEvents(app.engine, webhook)).toBe(0);
  expect((await deliveries(webhook)).map(({ status, tries }) => [status, tries])).toEqual([
    ['pending', 1],
    ['pending', 0],
  ]);
  // the task waits for the failed event, not for the one that this holds back
  await app.db.query(
    sql`update api_delivery set next_at = now() + interval '1 hour' where webhook_id = ${webhook} and tries = 1`,
  );
  await app.db.query(sql`select graphile_worker.remove_job(${`deliver_webhook:${webhook}`})`);
  await deliverWaitingEvents(app.engine, webhook);
  const queued = await app.db.row<{ later: boolean }>(
    sql`select run_at > now() + interval '30 minutes' as later from graphile_worker.jobs where key = ${`deliver_webhook:${webhook}`}`,
  );
  expect(queued?.later).toBe(true);
  for (let tries = 1; tries < maxTries; tries++) {
    await app.db.query(
      sql`update api_delivery set next_at = now() where id = (select min(id) from api_delivery where webhook_id = ${webhook} and status = 'pending')`,
    );
    await deliverWaitingEvents(app.engine, webhook);
  }
  expect((await deliveries(webhook))[0]).toMatchObject({ status: 'dead', tries: maxTries, fault: 'status' });
  answer = 200;
  await hurry(webhook);
  await deliverWaitingEvents(app.engine, webhook);
  const [dead, next] = await deliveries(webhook);
  expect(next?.status).toBe('delivered');
  ok(await admin.post('/admin/api.delivery/replay', { ids: [dead?.id] }));
  await expect.poll(async () => (await deliveries(webhook))[0]?.status).toBe('delivered');
  await close(webhook);
});

test('a redirect inward is not followed, and private addresses are refused', async () => {
  const { app } = complaints;
  const { id: webhook } = await addWebhook('/inward');
  ok(await complaints.add());
  await until(webhook, 1);
  await expect.poll(async () => (await deliveries(webhook))[0]?.fault).toBe('redirected');
  for (const url of [
    'http://example.com/x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://a:b@example.com/',
  ]) {
    const refused = await admin.post('/admin/api.webhook/add', {
      application_id: application,
      name: url,
      url,
      topics: ['complaint/complaint'],
    });
    const closedAnswer = url.startsWith('http:') ? undefined : ['须为公网 https 地址'];
    if (closedAnswer) expect(refused.data).toMatchObject({ errors: { url: closedAnswer } });
  }
  // a name that leads inward is refused when it is connected to
  await app.db.query(sql`update api_webhook set url = 'http://example.com/x' where id = ${webhook}`);
  await hurry(webhook);
  await deliverWaitingEvents(app.engine, webhook);
  expect((await deliveries(webhook))[0]?.fault).not.toBeNull();
  await close(webhook);
});

test('a receiver that never answers or answers without end holds nothing up', async () => {
  const { engine } = complaints.app;
  const target = (path: string) => ({
    url: `${receiver.base}${path}`,
    appKey: 'a'.repeat(24),
    secret: 'secret',
    algorithm: 'sm3' as const,
  });
  const limits = { timeout: 300, maxBytes: 65_536 };
  expect(await postSignedEvent(engine, target('/never'), '{}', limits)).toEqual({ status: null, fault: 'timeout' });
  expect(await postSignedEvent(engine, target('/endless'), '{}', limits)).toEqual({ status: 200, fault: null });
  // a name is judged by the address connected to, so that a second answer of its name server does not help
  const inward = { ...engine, config: { ...engine.config, innerNetworks: [] } };
  const named = { ...target('/x'), url: 'https://localhost.localdomain:1/x' };
  expect((await postSignedEvent(inward, named, '{}', limits)).fault).toMatch(/closed|unreachable/);
  expect((await postSignedEvent(inward, target('/x'), '{}', limits)).fault).toBe('closed');
});

const setScopes = (scopes: readonly string[]) =>
  complaints.app.db.query(sql`update api_application set scopes = ${scopes}::text[] where id = ${application}`);
const setStatus = (status: string) =>
  complaints.app.db.query(sql`update api_application set status = ${status} where id = ${application}`);

test('topics that the application may not read are refused, and one it has lost since may be closed', async () => {
  const topics = ['complaint/complaint', 'enterprise/enterprise', 'incident/incident'];
  const refusalOf = async (call: 'add' | 'edit', body: object) => {
    const { code, data } = await admin.post<{ errors: object }>(`/admin/api.webhook/${call}`, body);
    return [code, data?.errors];
  };
  const form = { application_id: application, name: '越权', url: `${receiver.base}/x`, topics, open: '1' };
  const refused = [0, { topics: ['该应用没有读取授权：企业、安全事件'] }];
  expect(await refusalOf('add', form)).toEqual(refused);
  const { id } = await addWebhook('/topics');
  expect(await refusalOf('edit', { id, topics })).toEqual(refused);
  await setScopes(['enterprise.read', 'incident.read']);
  expect((await refusalOf('edit', { id, name: '旧的', open: '0', topics: ['complaint/complaint'] }))[0]).toBe(1);
  expect((await refusalOf('edit', { id, topics: ['enterprise/enterprise'] }))[0]).toBe(1);
  expect(await refusalOf('edit', { id, topics: ['complaint/complaint'] })).toEqual([
    0,
    { topics: ['该应用没有读取授权：旅游投诉'] },
  ]);
  await setScopes(['complaint.read']);
});

test('what waits is not sent while its application is suspended, nor after it lost the scope', async () => {
  const { app } = complaints;
  const { id: webhook } = await addWebhook('/waiting');
  const sent = () => received.filter(({ path }) => path === '/waiting').length;
  await setStatus('suspended');
  const wait = async () => {
    await app.db.query(sql`insert into api_delivery (webhook_id, event_id, event, subject_resource, subject_id, payload, next_at)
      values (${webhook}, 1, 'complaint/complaint.added', 'complaint/complaint', 1, '{}', now())`);
  };
  await wait();
  expect(await deliverWaitingEvents(app.engine, webhook)).toBe(0);
  expect(await deliveries(webhook)).toMatchObject([{ status: 'pending', tries: 0 }]);
  await setStatus('active');
  expect(await deliverWaitingEvents(app.engine, webhook)).toBe(1);
  await wait();
  await setScopes(['enterprise.read']);
  expect(await deliverWaitingEvents(app.engine, webhook)).toBe(0);
  const [, lost] = await deliveries(webhook);
  expect(lost).toMatchObject({ status: 'dead', fault: 'scope', tries: 0 });
  // nor when it is sent again
  ok(await admin.post('/admin/api.delivery/replay', { ids: [lost?.id] }));
  await expect.poll(async () => (await deliveries(webhook))[1]?.status).toBe('dead');
  expect(sent()).toBe(1);
  await setScopes(['complaint.read']);
  await close(webhook);
});

test('deliveries say in words what happened, and are found by them and by the code of the event', async () => {
  const { id: webhook } = await addWebhook('/words');
  const one = ok(await complaints.add()).id;
  ok(await complaints.move(one, 'accept'));
  await until(webhook, 2);
  const listed = async (filter: object, locale: 'zh-cn' | 'en' = 'zh-cn') => {
    const { data } = await admin.get<{ list: { id: number; event: string; event_name: string; _heading: string }[] }>(
      '/admin/api.delivery/index',
      { 'search[0][field]': 'webhook_id', 'search[0][operator]': '=', 'search[0][val]': String(webhook), ...filter },
      { 'think-lang': locale },
    );
    return data.list;
  };
  const by = (field: string, operator: string, val: string) => ({
    'search[1][field]': field,
    'search[1][operator]': operator,
    'search[1][val]': val,
  });
  const accepted = 'complaint/complaint.accepted';
  expect((await listed({})).map(({ event }) => event)).toEqual([accepted, 'complaint/complaint.added']);
  expect(webhookEvents[accepted]).toEqual(text('旅游投诉：受理', 'Complaints: Accept'));
  expect(await listed(by('event', '=', accepted))).toMatchObject([
    { event_name: accepted, _heading: '旅游投诉：受理' },
  ]);
  expect(await listed(by('event_name', 'LIKE', '.accepted'), 'en')).toMatchObject([{ _heading: 'Complaints: Accept' }]);
  await close(webhook);
});

test('events outside the area, the scopes or the life of an application are not sent', async () => {
  const { app } = complaints;
  const { id: webhook } = await addWebhook('/scoped');
  await app.db.query(
    sql`update api_webhook set topics = array['complaint/complaint', 'enterprise/enterprise'] where id = ${webhook}`,
  );
  await app.db.query(sql`update api_application set area_code = '530103' where id = ${application}`);
  ok(await complaints.add());
  await app.db.query(
    sql`update api_application set area_code = '530100', status = 'suspended' where id = ${application}`,
  );
  ok(await complaints.add());
  await passedOn();
  await app.db.query(sql`update api_application set status = 'active' where id = ${application}`);
  await complaints.agency();
  const last = ok(await complaints.add()).id;
  await until(webhook, 1);
  expect((await deliveries(webhook))[0]).toMatchObject({ event: 'complaint/complaint.added', subject_id: last });
  await close(webhook);
});

test('events go wherever their row is seen, and what waits for an ended application is given up', async () => {
  const { app } = complaints;
  const { id: webhook } = await addWebhook('/seen');
  const event = (row_id: number, areas: string[] | null) => ({
    id: row_id,
    name: 'complaint/complaint.added',
    resource: 'complaint/complaint',
    row_id,
    area_code: '440100',
    areas,
    payload: {},
    createtime: 1,
  });
  await app.db.transaction((tx) => queueEventsForWebhooks(tx, [event(77, ['440100', '530102']), event(78, null)]));
  expect((await deliveries(webhook)).map(({ subject_id }) => subject_id)).toEqual([77]);
  await expect.poll(async () => (await deliveries(webhook))[0]?.status).toBe('delivered');
  await app.db.query(
    sql`update api_delivery set status = 'pending', next_at = now() + interval '1 hour' where webhook_id = ${webhook}`,
  );
  ok(await admin.post('/admin/api.application/revoke', { id: application, reason: '协议终止' }));
  await endDeliveriesOfEndedApplications(app.engine);
  expect((await deliveries(webhook))[0]).toMatchObject({ status: 'dead', fault: 'ended' });
});
