import { afterAll, beforeAll, expect, test } from 'vitest';
import { complainantTicket } from '#modules/complaint/server/two-hour-ticket-and-own-uploads-of-verified-complainant.ts';
import { ComplaintFixture, ok } from '#modules/complaint/test/complaint-fixture.ts';
import { sql } from '#server/db/sql.ts';

let complaints: ComplaintFixture;
beforeAll(async () => {
  complaints = await ComplaintFixture.start();
});
afterAll(() => complaints.app.close());

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${complaints.app.address}${path}`, { headers });
  const text = await answer.text();
  return { status: answer.status, type: answer.headers.get('content-type'), etag: answer.headers.get('etag'), text };
};
const json = async <T>(path: string): Promise<T> => JSON.parse((await read(path)).text) as T;

interface Action<T> {
  success: boolean;
  result: T;
  error?: { __type: string };
}

test('what is published is a data set with licence and freshness, searched as in CKAN', async () => {
  const { app } = complaints;
  const list = await json<Action<string[]>>('/api/3/action/package_list');
  expect(list).toMatchObject({ success: true });
  expect(list.result).toEqual(
    expect.arrayContaining(['credit-listing', 'enforcement-check', 'enforcement-draw', 'evidence-root']),
  );
  const insert = (n: number, state: string) =>
    app.db.query(sql`insert into chain_root (number, from_at, until_at, heads, tree, hash, state, content)
      values (${n}, now() - interval '1 hour', now(), 3, 'tree', ${`hash${n}`}, ${state}, '{}')`);
  await insert(9001, 'signed');
  await insert(9002, 'signed');
  await insert(9003, 'unsigned');
  const shown = await json<Action<Record<string, unknown>>>('/api/3/action/package_show?id=evidence-root');
  expect(shown.result).toMatchObject({
    license_id: 'CC-BY-4.0',
    rows: 2,
    metadata_modified: expect.stringMatching(/^\d{4}-/),
    frequency: 'continuous',
  });
  const found = await json<Action<{ total: number; records: { number: number }[]; fields: object[] }>>(
    '/api/3/action/datastore_search?resource_id=evidence-root&limit=1&offset=1&sort=number%20desc',
  );
  expect(found.result).toMatchObject({ total: 2, records: [{ number: 9001 }] });
  const filtered = `/api/3/action/datastore_search?resource_id=evidence-root&filters=${encodeURIComponent('{"number":9002}')}`;
  expect((await json<Action<{ total: number }>>(filtered)).result.total).toBe(1);
  const file = await read('/api/evidence.root/publishedFile?format=csv');
  expect([file.status, file.type]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(file.text).toContain('hash9001');
  expect(file.text).not.toContain('hash9003');
});

test('wrong questions are refused as CKAN refuses them, and unchanged answers cost nothing', async () => {
  const refusedAs = async (path: string) => {
    const { status, text } = await read(`/api/3/action/${path}`);
    return [status, (JSON.parse(text) as Action<null>).error?.__type];
  };
  expect(await refusedAs('package_show?id=auth-admin')).toEqual([404, 'Not Found Error']);
  expect(await refusedAs('package_show?id[]=evidence-root')).toEqual([404, 'Not Found Error']);
  for (const wrong of [
    'filters=x',
    'filters=[]',
    'filters={"signatures":"x"}',
    'filters={"state":{"toString":1}}',
    'filters={"state":[["signed"]]}',
    'filters={"state":null}',
    'limit=101',
    'limit=-1',
    'offset=3',
    'sort=content',
    'q=a',
  ])
    expect(await refusedAs(`datastore_search?resource_id=evidence-root&${wrong}`), wrong).toEqual([
      400,
      'Validation Error',
    ]);
  const { etag } = await read('/api/3/action/package_list');
  expect((await read('/api/3/action/package_list', { 'if-none-match': String(etag) })).status).toBe(304);
});

test('accepted complaints are service requests in JSON and XML, without who complains about whom and what', async () => {
  const waiting = ok(await complaints.add()).id;
  const accepted = ok(await complaints.add({ event_place: { lng: 102.712345, lat: 25.041234 } })).id;
  ok(await complaints.move(accepted, 'accept'));
  const { no } = await complaints.row(accepted);
  const requests = await json<Record<string, unknown>[]>('/open311/v2/requests.json');
  expect(requests).toEqual([
    expect.objectContaining({
      service_request_id: no,
      status: 'open',
      service_code: 'forced_shopping',
      description: null,
      lat: 25.041,
      long: 102.712,
      address_id: '530102',
      expected_datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    }),
  ]);
  const { text, type } = await read('/open311/v2/requests.xml');
  expect(type).toBe('text/xml; charset=utf-8');
  expect(text).toContain(`<service_requests><request><service_request_id>${no}</service_request_id>`);
  for (const secret of ['张三', '某旅行社', '翡翠', '1391234'])
    expect(text + JSON.stringify(requests)).not.toContain(secret);
  expect(await json(`/open311/v2/requests/${no}.json`)).toHaveLength(1);
  const early = (await complaints.row(waiting)).no;
  expect((await read(`/open311/v2/requests/${early}.json`)).status).toBe(404);
  // nobody learns which numbers exist: one that is not public is answered like one that nobody has
  for (const hidden of [early, `${String(early).slice(0, -1)}X`, 'none'])
    expect(await json(`/open311/v2/tokens/${hidden}.json`)).toEqual([{ token: hidden, service_request_id: null }]);
  expect(await json(`/open311/v2/tokens/${no}.json`)).toEqual([{ token: no, service_request_id: no }]);
  expect(await json('/open311/v2/requests.json?status=closed')).toEqual([]);
  expect(await json('/open311/v2/requests.json?service_code=guide,ticket')).toEqual([]);
  expect(await json('/open311/v2/discovery.json')).toMatchObject({ endpoints: [{ type: 'production' }] });
  const services = await json<{ service_code: string }[]>('/open311/v2/services.json');
  expect(services.map(({ service_code }) => service_code)).toContain('forced_shopping');
  expect((await read('/open311/v2/services/forced_shopping.xml')).text).toContain(
    '<service_code>forced_shopping</service_code>',
  );
});

test('wrong questions of GeoReport are refused in the format of the question', async () => {
  const refused = async (path: string) => {
    const { status, text } = await read(`/open311/v2/${path}`);
    return [status, text.slice(0, 1)];
  };
  expect(await refused('requests.csv')).toEqual([404, '[']);
  expect(await refused('requests')).toEqual([404, '[']);
  expect(await refused('services/nothing.xml')).toEqual([404, '<']);
  expect(await refused('requests.json?status=all')).toEqual([400, '[']);
  expect(await refused('requests.json?start_date=yesterday')).toEqual([400, '[']);
  expect(await refused('requests.json?start_date=2020-01-01')).toEqual([400, '[']);
  expect(await refused('requests.xml?page=0')).toEqual([400, '<']);
  expect(await refused('requests.json?service_request_id=%00')).toEqual([400, '[']);
  expect(await refused('requests/%00.xml')).toEqual([400, '<']);
  expect(await refused(`requests.json?service_request_id=${encodeURIComponent("1' or '1'='1")}`)).toEqual([200, '[']);
});

test('a refused parameter is named, with what it has to be, in the language of the caller', async () => {
  const saying = async (path: string, lang: string) => (await read(path, { 'think-lang': lang })).text;
  const wrong = '/api/3/action/datastore_search?resource_id=article-article&limit=1000000';
  expect(await saying(wrong, 'zh-cn')).toContain('limit：应为 1 至 100 的整数');
  expect(await saying(wrong, 'en')).toContain('limit: must be a whole number from 1 to 100');
  const late = '/open311/v2/requests.xml?start_date=yesterday';
  expect(await saying(late, 'zh-cn')).toContain('start_date：应为时间，如 2026-01-31T00:00:00Z');
  expect(await saying(late, 'en')).toContain('start_date: must be a time such as 2026-01-31T00:00:00Z');
});

test('published inspections are closed requests of a service of their own', async () => {
  const insert = (no: string, published: boolean) =>
    complaints.app.db.query(sql`
      insert into enforcement_check (check_no, source, basis, domain, department_id, object_type, object_name, area_code, due_on, notify_mode, started_at, status,
        result_code, published_at)
      values (${no}, 'routine', '旅游法', 'lodging', (select min(id) from auth_department), 'enterprise', '某宾馆', '530102', now()::date, 'direct', now(), 'closed',
        'no_problem', ${published ? sql`now()` : sql`null`})`);
  await insert('JC311A', true);
  await insert('JC311B', false);
  const read311 = (query: string) => json<{ service_request_id: string }[]>(`/open311/v2/requests.json?${query}`);
  expect(await read311('service_code=inspection')).toEqual([
    expect.objectContaining({
      service_request_id: 'JC311A',
      status: 'closed',
      service_code: 'inspection',
      description: null,
      address_id: '530102',
    }),
  ]);
  expect(await read311('service_request_id=JC311A,JC311B')).toHaveLength(1);
  expect((await read311('')).map(({ service_request_id: id }) => id)).toContain('JC311A');
  expect(await read311('service_code=inspection&status=open')).toEqual([]);
  expect(await json('/open311/v2/services/inspection.json')).toEqual({ service_code: 'inspection', attributes: [] });
});

test('a complaint is filed by GeoReport with a ticket, as by the open page', async () => {
  const { app } = complaints;
  const ticket = await complainantTicket.issue(app.db, { content: { mobile: '13912345678' } });
  const form = {
    api_key: ticket,
    service_code: 'forced_shopping',
    description: '导游在昆明的翡翠店要求每人至少消费三千元，否则不让上车。',
    address_id: '530102',
    lat: '25.041',
    long: '102.712',
    first_name: '小明',
    last_name: '王',
    'attribute[respondent]': '某旅行社',
  };
  const send = async (more: Record<string, string>, format = 'json') => {
    const answer = await fetch(`${app.address}/open311/v2/requests.${format}`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, ...more }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const filed = await send({});
  expect(filed.status, filed.text).toBe(200);
  const [request] = JSON.parse(filed.text) as { service_request_id: string }[];
  const row = await app.db.row(
    sql`select category, channel, complainant_name, event_area, status from complaint where no = ${request?.service_request_id ?? ''}`,
  );
  expect(row).toMatchObject({
    category: 'forced_shopping',
    channel: 'web',
    event_area: '530102',
    status: 'registered',
  });

  // a repeat is the same request, also in another format and at the same moment; with anything else it is another one
  const repeated = await Promise.all([send({}), send({}, 'xml')]);
  expect(repeated.map(({ text }) => text.includes(request?.service_request_id ?? 'none'))).toEqual([true, true]);
  const other = { description: '同一导游在昆明的茶叶店要求每人至少消费两千元，否则不让上车。' };
  const twice = await Promise.all([send(other), send(other)]);
  expect(twice[0]?.status, twice[0]?.text).toBe(200);
  expect(twice[1]).toEqual(twice[0]);
  expect(twice[0]?.text).not.toBe(filed.text);

  const short = await send({ description: '太短' });
  expect([short.status, short.text]).toEqual([422, expect.stringContaining('description: ')]);
  expect((await send({ service_code: 'no_such' }, 'xml')).text).toContain('service_code: ');
  expect((await send({ 'attribute[event_at]': 'yesterday' })).status).toBe(400);
  // GeoReport v2: 403 for a missing or invalid api_key
  for (const api_key of ['', 'invented']) {
    const nobody = await send({ api_key });
    expect([nobody.status, JSON.parse(nobody.text)], api_key).toEqual([
      403,
      [{ code: 403, description: expect.stringContaining('验证已过期') }],
    ]);
  }
  expect(
    (await fetch(`${app.address}/open311/v2/services.json`, { method: 'POST', body: new URLSearchParams(form) }))
      .status,
  ).toBe(404);
  const heavy = await send({ description: 'x'.repeat(100_000) });
  expect(heavy.status).toBe(413);
});
