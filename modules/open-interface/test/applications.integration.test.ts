import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isOrderable, kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { activeEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { XingjianClient, type XingjianError } from '../clients/xingjian-client.ts';
import type { Application } from '../contract/api-client-application.ts';
import { type Scope, scopes } from '../contract/application-scopes-mask-levels-and-signature-algorithms.ts';
import { scopeOfTopic } from '../contract/webhook-topics.ts';
import { RequestLog } from '../server/signing/write-api-request-log-in-batches.ts';

let app: TestApp;
let admin: Client;
let agency: number;
let made = 0;

beforeAll(async () => {
  app = await startApp({ config: { rateLimit: 800 } });
  admin = await app.client({ officer: 'admin' });
  await uploadMaterials(app.engine);
  const { areaCode } = await app.officer('county1');
  agency = await activeEnterprise(app.engine, await app.officer('admin'), { ent_type: 'agency', area_code: areaCode });
});
afterAll(() => app.close());

const done = async <T = null>(call: string, body: object): Promise<T> => {
  const answer = await admin.post<T>(`/admin/api.application/${call}`, body);
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};
const form = (more: Partial<Record<keyof Application, unknown>> = {}) => ({
  name: `文旅数据平台${++made}`,
  owner_org: '某市大数据中心',
  contact: '李四',
  purpose: '共享市场主体数据',
  scopes: ['enterprise.read', 'complaint.read', 'complaint.write'],
  area_code: '530102',
  mask_level: 'partial',
  sandbox: '0',
  algorithm: 'sm3',
  rpm: 600,
  burst: 60,
  quota: 1000,
  expire_on: '2099-12-31',
  agreement: '/storage/private/test/licence.png',
  ...more,
});

/** An active application with its client. */
async function activeApplication(more: Parameters<typeof form>[0] = {}) {
  const { id } = await done<{ id: number }>('add', form(more));
  await done('approve', { id, document_no: '云文旅数〔2026〕1号' });
  await done('activate', { id });
  const { app_key: appKey, secret } = await done<{ app_key: string; secret: string }>('issueSecret', { id });
  const algorithm = more.algorithm === 'sha256' ? 'sha256' : 'sm3';
  return { id, appKey, secret, client: new XingjianClient({ address: app.address, appKey, secret, algorithm }) };
}

const refusalOf = async (call: Promise<unknown>) => {
  const refused = (await call.then(
    () => undefined,
    (error: unknown) => error,
  )) as XingjianError | undefined;
  return [refused?.status, refused?.code];
};
const raw = (target: string, headers: Record<string, string>, body?: string) =>
  fetch(`${app.address}${target}`, { headers, ...(body === undefined ? {} : { method: 'POST', body }) });

test('is approved with an agreement only, activated, and reads its area with personal data masked', async () => {
  const { id } = await done<{ id: number }>('add', form({ agreement: null }));
  expect((await admin.post('/admin/api.application/approve', { id, document_no: '1' })).code).toBe(0);
  const { client } = await activeApplication();
  const page = await client.list('enterprise/enterprise', { limit: '10' });
  expect(page).toMatchObject({ total: 1, page: 1, limit: 10, data: [{ id: agency, ent_type: 'agency' }] });
  expect(page.data[0]).not.toHaveProperty('_actions');
  expect(JSON.stringify(page.data)).not.toMatch(/1[3-9]\d{9}/);
  // files are never answered, and the names of divisions are
  expect(JSON.stringify(page.data)).not.toContain('/storage/');
  expect(page.data[0]).toMatchObject({ area_code: '530102' });
  const row = await client.get('enterprise/enterprise', agency);
  expect(String(row.contact_mobile)).toContain('***');
  const elsewhere = await activeApplication({ area_code: '530103', algorithm: 'sha256' });
  expect((await elsewhere.client.list('enterprise/enterprise')).total).toBe(0);
  expect(await refusalOf(elsewhere.client.get('enterprise/enterprise', agency))).toEqual([404, 'not_found']);
  expect(await refusalOf(client.list('travel/itinerary'))).toEqual([403, 'scope']);
  expect(await refusalOf(client.list('auth/admin'))).toEqual([403, 'scope']);
});

test('the level of masking decides on personal data, and plain values leave a record', async () => {
  const closed = await activeApplication({ mask_level: 'full' });
  const row = await closed.client.get('enterprise/enterprise', agency);
  expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['contact_mobile']));
  expect(JSON.stringify(row)).not.toMatch(/\*\*\*|1[3-9]\d{9}/);
  const search = { 'search[0][field]': 'contact_mobile', 'search[0][operator]': '=', 'search[0][val]': '13800000000' };
  expect(await refusalOf(closed.client.list('enterprise/enterprise', search))).toEqual([400, 'parameter']);
  const plain = await activeApplication({ mask_level: 'none' });
  expect(String((await plain.client.get('enterprise/enterprise', agency)).contact_mobile)).toMatch(/^1\d{10}$/);
  const revealed = await app.db.row(
    sql`select count(*)::int as n from reveal_log where resource = 'enterprise/enterprise' and row_id = ${agency} and admin_id = 0`,
  );
  expect(revealed).toEqual({ n: 1 });
});

test('a signature that is wrong, cut, late or repeated is refused', async () => {
  const { client, appKey, secret } = await activeApplication();
  const target = '/open/v1/enterprise/enterprise';
  const codeOf = async (headers: Record<string, string>, at = target) => {
    const answer = await raw(at, headers);
    return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code];
  };
  expect(await codeOf({})).toEqual([401, 'unsigned']);
  const signed = client.sign('GET', target, '', '');
  expect(await codeOf({ ...signed, 'X-Sign': signed['X-Sign']?.slice(0, 40) ?? '' })).toEqual([401, 'unsigned']);
  expect(await codeOf({ ...signed, 'X-App-Key': 'f'.repeat(24) })).toEqual([401, 'wrong_signature']);
  expect(await codeOf(signed, `${target}?limit=1`)).toEqual([401, 'wrong_signature']);
  expect(await codeOf(client.sign('GET', target, '', ''), `${target}??limit=1`)).toEqual([401, 'wrong_signature']);
  expect(await codeOf(client.sign('GET', target, 'limit=1', ''), `${target}?limit=1?page=2`)).toEqual([
    401,
    'wrong_signature',
  ]);
  const used = await Promise.all([codeOf(signed), codeOf(signed), codeOf(signed)]);
  expect(used.map(([status]) => status).toSorted()).toEqual([200, 401, 401]);
  expect(await codeOf(signed)).toEqual([401, 'replayed']);
  const late = new XingjianClient({ address: app.address, appKey, secret });
  const clock = Date.now;
  Date.now = () => clock() - 301_000;
  const old = late.sign('GET', target, '', '');
  Date.now = clock;
  expect(await codeOf(old)).toEqual([401, 'expired_signature']);
  // the body is signed too
  const body = JSON.stringify({ facts: 'a' });
  const posting = client.sign('POST', '/open/v1/complaint/complaint', '', body);
  const changed = await raw(
    '/open/v1/complaint/complaint',
    { ...posting, 'content-type': 'application/json' },
    body.replace('a', 'b'),
  );
  expect(changed.status).toBe(401);
});

test('two secrets are valid while one is replaced, and the contact is notified of each', async () => {
  const { id, client, appKey } = await activeApplication({ contact_mobile: '13955556666' });
  const second = await done<{ secret: string }>('issueSecret', { id });
  const next = new XingjianClient({ address: app.address, appKey, secret: second.secret });
  expect((await client.list('enterprise/enterprise')).total).toBe(1);
  expect((await next.list('enterprise/enterprise')).total).toBe(1);
  await done('issueSecret', { id });
  expect(await refusalOf(client.list('enterprise/enterprise'))).toEqual([401, 'wrong_signature']);
  expect((await next.list('enterprise/enterprise')).total).toBe(1);
  const sent = sql`select count(*)::int as n from message_sms where template_code = 'api_secret_issued' and row_id = ${id}`;
  expect(await app.db.row(sent)).toEqual({ n: 3 });
});

test('addresses, bursts and the quota of a day are limited, and a right may end between two pages', async () => {
  const away = await activeApplication({ ip_allow: '203.0.113.0/24\n10.0.0.1' });
  expect(await refusalOf(away.client.list('enterprise/enterprise'))).toEqual([403, 'address']);
  const wrong = await admin.post('/admin/api.application/add', form({ ip_allow: '10.0.0.0/99' }));
  expect(wrong.data).toMatchObject({ errors: { ip_allow: ['10.0.0.0/99 不是 IP 地址或网段'] } });
  const slow = await activeApplication({ rpm: 1, burst: 3 });
  const calls = await Promise.all(
    Array.from({ length: 5 }, () => refusalOf(slow.client.list('enterprise/enterprise'))),
  );
  expect(calls.filter(([status]) => status === 429)).toHaveLength(2);
  // calls that arrive together share a statement, which grants the first ones and counts replays of none
  const crowded = await activeApplication({ rpm: 1, burst: 4, quota: 4 });
  const target = '/open/v1/enterprise/enterprise';
  const twice = crowded.client.sign('GET', target, '', '');
  const statuses = await Promise.all([
    ...[twice, twice, twice].map(async (signed) => (await raw(target, signed)).status),
    ...Array.from({ length: 5 }, async () => (await refusalOf(crowded.client.list('enterprise/enterprise')))[0] ?? 200),
  ]);
  expect(statuses.map(String).toSorted()).toEqual(['200', '200', '200', '200', '401', '401', '429', '429']);
  expect(await refusalOf(crowded.client.list('enterprise/enterprise'))).toEqual([429, 'quota']);
  const small = await activeApplication({ quota: 2 });
  await small.client.list('enterprise/enterprise');
  await small.client.list('enterprise/enterprise', { page: '2' });
  expect(await refusalOf(small.client.list('enterprise/enterprise'))).toEqual([429, 'quota']);
  const ending = await activeApplication();
  await ending.client.list('enterprise/enterprise', { page: '1', limit: '1' });
  await done('suspend', { id: ending.id, reason: '协议核查' });
  expect(await refusalOf(ending.client.list('enterprise/enterprise', { page: '2', limit: '1' }))).toEqual([
    403,
    'not_active',
  ]);
});

test('a body that is broken, too large or of another type is refused with its status', async () => {
  const post = async (type: string, body: string) => {
    const answer = await raw('/open/v1/complaint/complaint', { 'content-type': type }, body);
    return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code];
  };
  expect(await post('application/json', '{"a":')).toEqual([400, 'parameter']);
  expect(await post('text/csv', 'a,b')).toEqual([400, 'parameter']);
  expect(await post('application/json', JSON.stringify('a'.repeat(3_000_000)))).toEqual([413, 'too_large']);
});

test('a line that cannot be stored does not keep others out of the log', async () => {
  const { id } = await activeApplication();
  const log = new RequestLog(app.engine);
  const line = { method: 'GET', path: '/open/v1/a/b', http_status: 200, outcome: 'ok', took: 1, rows: 0, ip: '::1' };
  const note = (application: number, more: object) =>
    log.note({ ...line, application_id: application, request_id: 'a', body_hash: null, ...more });
  note(999_999, {});
  note(id, { path: 'a\u0000b' });
  note(id, {});
  await log.stop();
  expect(await app.db.rows(sql`select path from api_request where application_id = ${id}`)).toEqual([
    { path: line.path },
  ]);
});

test('a logged request is found by its path and by the ID that its refusal names, and not among what people search', async () => {
  const { client } = await activeApplication();
  const refused = (await client.list('library/law').catch((error: unknown) => error)) as XingjianError;
  const found = async (field: string, operator: string, value: string) => {
    const condition = { 'search[0][field]': field, 'search[0][operator]': operator, 'search[0][val]': value };
    const page = await admin.get<{ list: { request_id: string }[] }>('/admin/api.request/index', condition);
    return page.data.list.map(({ request_id }) => request_id);
  };
  await expect.poll(() => found('request_id', '=', refused.requestId)).toEqual([refused.requestId]);
  expect(await found('path', 'LIKE', '/library/')).toEqual([refused.requestId]);
  const hits = await admin.get<{ list: { resource: string }[] }>('/admin/search/index', { quick_search: 'open/v1' });
  expect(hits.data.list.filter(({ resource }) => resource === 'api/request')).toEqual([]);
});

const complaint = () => ({
  complainant_name: '张三',
  mobile: '13912345678',
  people: 1,
  language: 'zh-cn',
  respondent_name: '某旅行社',
  category: 'forced_shopping',
  event_at: Math.floor(Date.now() / 1000) - 86_400,
  event_area: '530102',
  facts: '导游在第二天把全团带进翡翠店停留三个小时，不消费不让上车，合同中没有这一项购物安排。',
  filed_on: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
  area_code: '530102',
});

test('files complaints with the checks of the form, in its area, and without saying who complains', async () => {
  const { id: application, client } = await activeApplication();
  const id = await client.add('complaint/complaint', { ...complaint(), channel: 'visit' });
  const stored = await app.db.row(sql`select channel, area_code from complaint where id = ${id}`);
  expect(stored).toEqual({ channel: 'api', area_code: '530102' });
  const read = await client.get('complaint/complaint', id);
  expect(read).toMatchObject({ id, category: 'forced_shopping' });
  expect(JSON.stringify(read)).not.toContain('13912345678');
  expect(read).not.toHaveProperty('mobile');
  const outside = client.add('complaint/complaint', { ...complaint(), area_code: '530103' });
  expect(await refusalOf(outside)).toEqual([403, 'area']);
  const invalid = await client
    .add('complaint/complaint', { ...complaint(), category: 'x' })
    .catch((error: unknown) => error);
  expect(invalid).toMatchObject({ status: 422, code: 'invalid', errors: { category: [expect.any(String)] } });
  await expect
    .poll(
      async () =>
        (
          await app.db.rows(
            sql`select method, http_status, outcome, rows from api_request where application_id = ${application} order by id`,
          )
        ).length,
    )
    .toBe(4);
});

test('a repeated call with an Idempotency-Key adds one row and gets the first answer', async () => {
  const { client } = await activeApplication();
  const body = JSON.stringify(complaint());
  const path = '/open/v1/complaint/complaint';
  const post = async (key: string, sent = body) => {
    const headers = {
      ...client.sign('POST', path, '', sent),
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    const answer = await raw(path, headers, sent);
    return [answer.status, ((await answer.json()) as { data?: { id: number } }).data?.id];
  };
  const first = await post('k1');
  expect(first).toEqual([201, expect.any(Number)]);
  expect(await post('k1')).toEqual(first);
  expect(await post('k1', JSON.stringify({ ...complaint(), people: 2 }))).toEqual([409, undefined]);
  const [one, two] = await Promise.all([post('k2'), post('k2')]);
  expect(one).toEqual(two);
  expect(one).not.toEqual(first);
});

test('the sandbox answers invented rows and stores nothing', async () => {
  const { client } = await activeApplication({ sandbox: '1' });
  const { data, total } = await client.list('enterprise/enterprise', { limit: '20', page: '2' });
  expect([data.length, total]).toEqual([5, 25]);
  const before = await app.db.row(sql`select count(*)::int as n from complaint`);
  expect(await client.add('complaint/complaint', complaint())).toBe(0);
  expect(await refusalOf(client.add('complaint/complaint', { facts: 'x' }))).toEqual([422, 'invalid']);
  expect(await app.db.row(sql`select count(*)::int as n from complaint`)).toEqual(before);
});

test('the sandbox finds and orders its rows as the real lists do', async () => {
  const scopes = ['enterprise.read', 'licence.read', 'complaint.read'];
  const { client } = await activeApplication({ sandbox: '1', scopes });
  const found = async (list: string, conditions: [string, string, string][], more: Record<string, string> = {}) => {
    const search = Object.fromEntries(
      conditions.flatMap(([field, operator, val], n) =>
        Object.entries({ field, operator, val }).map(([key, value]) => [`search[${n}][${key}]`, value]),
      ),
    );
    const { data, total } = await client.list(list, { ...search, limit: '100', ...more });
    return { ids: data.map(({ id }) => Number(id)), total, data };
  };
  const name = 'enterprise/enterprise';
  const all = await found(name, []);
  expect(all.ids).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at));
  const active = all.data.filter(({ status }) => status === 'active').map(({ id }) => id);
  expect(active.length).toBeGreaterThan(0);
  expect((await found(name, [['status', '=', 'active']])).ids).toEqual(active);
  const others = await found(name, [['status', 'NOT IN', 'active,draft']], { order: 'id,asc', limit: '3', page: '2' });
  const rest = all.data.filter(({ status }) => status !== 'active' && status !== 'draft').toReversed();
  expect([others.total, others.ids]).toEqual([rest.length, rest.slice(3, 6).map(({ id }) => id)]);
  const [, second] = all.data.toReversed();
  const at = (seconds: unknown) =>
    new Date((Number(seconds) + 28_800) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  expect((await found(name, [['createtime', 'RANGE', `,${at(second?.createtime)}`]])).ids).toEqual([2, 1]);
  expect((await found(name, [['id', 'IN', '3,7,99']], { order: 'id,asc' })).ids).toEqual([3, 7]);
  // masked numbers are compared as they are shown, and never in full
  const mobile = String(second?.legal_mobile);
  expect(mobile).toContain('****');
  expect((await found(name, [['legal_mobile', '=', mobile]])).total).toBe(25);
  expect((await found(name, [['legal_mobile', '=', '13800138000']])).total).toBe(0);
  expect((await found('enterprise/licence', [], { quick_search: 'no such words' })).total).toBe(0);
  // rows refer to invented rows, never to stored ones
  const stored = await app.db.row<{ name: string }>(sql`select name from enterprise where id = ${agency}`);
  expect((await found('enterprise/licence', [['enterprise.name', '=', String(stored?.name)]])).total).toBe(0);
  expect((await found('enterprise/licence', [['enterprise.name', '=', '示例1']])).total).toBe(25);
  expect((await found('enterprise/licence', [['area_code', '=', '530000']])).total).toBe(0);
  for (const wrong of [
    ['nothing', '=', '1'],
    ['createtime', '=', 'yesterday'],
    ['legal_mobile', '>', '1'],
  ] as const)
    expect(await refusalOf(found(name, [[...wrong]]))).toEqual([400, 'parameter']);
});

test('the sandbox searches its rows by words where the real list does', async () => {
  const { client } = await activeApplication({
    sandbox: '1',
    mask_level: 'none',
    scopes: ['spot.read', 'product.read'],
  });
  const found = async (list: string, quick_search: string) =>
    (await client.list(list, { quick_search, limit: '100', order: 'id,asc' })).data.map(({ id }) => id);
  expect(await found('scenic/spot', '示例25')).toEqual([25]);
  expect(await found('scenic/spot', '示例 25 没有')).toEqual([]);
  expect((await found('scenic/spot', '示例')).length).toBe(25);
});

test('the sandbox can be filtered and ordered by every field of every resource', async () => {
  for (const [scope, { resource: name, action }] of Object.entries<Scope>(scopes)) {
    if (action !== 'index') continue;
    const limits = { rpm: 6000, burst: 600 };
    const { client } = await activeApplication({ sandbox: '1', mask_level: 'none', scopes: [scope], ...limits });
    const first = (await client.list(name, { limit: '1' })).data[0] ?? {};
    const statusOf = (query: Record<string, string>) =>
      client.list(name, query).then(
        () => 200,
        ({ status }: XingjianError) => status,
      );
    const fields = Object.entries(allColumnsOf(app.engine.find(name) as AnyResource));
    const outcomes = fields.flatMap(([field, one]) => {
      const [operator] = kindOf(one).operators;
      if (!operator || !Object.hasOwn(first, field)) return [];
      const val = String(first[field] ?? '1');
      const order: Record<string, string> = isOrderable(one) ? { order: `${field},asc` } : {};
      return [
        statusOf({ 'search[0][field]': field, 'search[0][operator]': operator, 'search[0][val]': val, ...order }),
      ];
    });
    const refused = (await Promise.all(outcomes)).filter((status) => status !== 200 && status !== 400);
    expect(refused, name).toEqual([]);
  }
});

test.each(['full', 'partial', 'none'])(
  'the sandbox answers what stored rows have, personal data: %s, and both fit the API document',
  async (mask_level) => {
    const [real, sandbox] = await Promise.all([
      activeApplication({ mask_level }),
      activeApplication({ mask_level, sandbox: '1' }),
    ]);
    const name = 'enterprise/enterprise';
    const limit = { limit: '1' };
    const [stored, invented] = [
      (await real.client.list(name, limit)).data[0],
      (await sandbox.client.list(name, limit)).data[0],
    ];
    const keys = (row: object | undefined) => Object.keys(row ?? {}).toSorted();
    expect(keys(invented)).toEqual(keys(stored));
    const [record, example] = [await real.client.get(name, agency), await sandbox.client.get(name, 1)];
    expect(keys(example)).toEqual(keys(record));
    const isPlain = (row: object) => /1[3-9]\d{9}/.test(JSON.stringify(row));
    expect([isPlain(record), isPlain(example)]).toEqual([mask_level === 'none', mask_level === 'none']);
    const document = (await real.client.request('GET', '/open/v1/openapi.json')) as {
      components: { schemas: Record<string, { required: string[] }> };
    };
    const required = document.components.schemas['enterprise.enterprise']?.required ?? [];
    expect(required).toEqual(expect.arrayContaining(['id', 'name', 'status']));
    expect(required.filter((one) => !keys(stored).includes(one))).toEqual([]);
  },
);

test('the ready clients are handed out as they are tested here', async () => {
  for (const name of ['xingjian-client.ts', 'xingjian_client.py']) {
    const answer = await raw(`/open/v1/clients/${name}`, {});
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, `attachment; filename="${name}"`]);
    expect(await answer.text()).toBe(
      readFileSync(path.join(packageRoot, 'modules/open-interface/clients', name), 'utf8'),
    );
  }
  expect((await raw('/open/v1/clients/..%2F..%2Fpackage.json', {})).status).toBe(401);
});

test('each application has an API document of its own, and errors have a catalogue', async () => {
  const { client, id } = await activeApplication({ scopes: ['enterprise.read'], mask_level: 'full' });
  const document = (await client.request('GET', '/open/v1/openapi.json')) as {
    openapi: string;
    paths: object;
    components: { schemas: Record<string, { properties: object }> };
  };
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toEqual([
    '/open/v1/enterprise/enterprise',
    '/open/v1/enterprise/enterprise/{id}',
  ]);
  const answered = await client.get('enterprise/enterprise', agency);
  const described = Object.keys(document.components.schemas['enterprise.enterprise']?.properties ?? {});
  expect(Object.keys(answered).filter((name) => !described.includes(name))).toEqual([]);
  expect(described).not.toContain('contact_mobile');
  const shown = await admin.get<{ document: object }>('/admin/api.application/access', { id });
  expect(shown.data.document).toEqual(document);
  const { errors } = (await (await raw('/open/v1/errors', { 'think-lang': 'en' })).json()) as { errors: object[] };
  expect(errors).toContainEqual({ code: 'replayed', status: 401, message: expect.stringContaining('nonce') });
});

test('a path or method that is not served is refused by the catalogue too', async () => {
  const answered = async (method: string, path: string) => {
    const answer = await fetch(`${app.address}/open/v1${path}`, { method, headers: { 'think-lang': 'en' } });
    const { error } = (await answer.json()) as { error?: { code: string; request_id: string } };
    expect(error?.request_id).toEqual(answer.headers.get('x-request-id'));
    return [answer.status, error?.code];
  };
  expect(await answered('PUT', '/enterprise/enterprise')).toEqual([405, 'method']);
  expect(await answered('DELETE', '/enterprise/enterprise/1')).toEqual([405, 'method']);
  expect(await answered('POST', '/enterprise/enterprise/1')).toEqual([405, 'method']);
  expect(await answered('GET', '/enterprise')).toEqual([404, 'not_found']);
  expect(await answered('GET', '/enterprise/enterprise/1/files')).toEqual([404, 'not_found']);
});

const hasPython = spawnSync('python3', ['-c', "import hmac; hmac.new(b'a', b'b', 'sm3')"]).status === 0;

test.runIf(hasPython)('the Python client reads and files as the TypeScript client does', async () => {
  const { appKey, secret } = await activeApplication();
  const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(path.join(packageRoot, 'modules/open-interface/clients'))})
sys.dont_write_bytecode = True
from xingjian_client import XingjianClient, XingjianError
c = XingjianClient(*sys.argv[1:4])
total = c.list("enterprise/enterprise", order="id,desc", limit=5, page=1)["total"]
key = c.add("complaint/complaint", json.loads(sys.argv[4]))
try:
    c.list("auth/admin")
except XingjianError as refused:
    print(json.dumps([total, key > 0, refused.status, refused.code]))
`;
  const { spawn } = await import('node:child_process');
  const child = spawn('python3', ['-c', program, app.address, appKey, secret, JSON.stringify(complaint())]);
  let output = '';
  for await (const piece of child.stdout) output += String(piece);
  expect(JSON.parse(output)).toEqual([1, true, 403, 'scope']);
});

test('every scope and every topic of webhooks names a resource, which lists or adds rows, or a series', () => {
  const offered = Object.values<Scope>(scopes).map(({ resource, action, files }) => {
    if (action === 'push') return [resource, app.engine.series.some(({ name }) => name === resource)];
    const found = app.engine.find(resource);
    const isFiled = files === undefined || found?.life?.moves[files] !== undefined;
    return [resource, found !== undefined && isFiled && standardActionsOf(found).includes(action)];
  });
  expect(offered.filter(([, isOffered]) => !isOffered)).toEqual([]);
  for (const [topic, scope] of Object.entries(scopeOfTopic)) expect(scopes[scope].resource).toBe(topic);
});

test('refusals of one address are limited, and those above the limit leave no line in the log', async () => {
  const away = await activeApplication({ ip_allow: '203.0.113.0/24' });
  const codes: unknown[] = [];
  for (let above = 0; above < 5 && codes.length < 500; ) {
    const [, code] = await refusalOf(away.client.list('enterprise/enterprise'));
    codes.push(code);
    if (code === 'too_frequent') above++;
  }
  expect([...new Set(codes)]).toEqual(['address', 'too_frequent']);
  await new Promise((resolve) => setTimeout(resolve, 700));
  const lines = sql`select outcome, count(*)::int as n from api_request where application_id = ${away.id} group by outcome`;
  expect(await app.db.rows(lines)).toEqual([
    { outcome: 'address', n: codes.filter((code) => code === 'address').length },
  ]);
});
