import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addEnterprise, move, uploadMaterials } from '#modules/enterprise/test/form.ts';
import type { Caller } from '#server/caller.ts';
import { closeStreams, openEventStream, type ReceivedEvent, waitUntil } from '../support/event-stream.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

let app: TestApp;
let chief: Caller;
beforeAll(async () => {
  app = await startApp({ max: 16 });
  await uploadMaterials(app.engine);
  chief = await app.officer('admin');
});
afterAll(() => app.close());

afterEach(() => {
  vi.useRealTimers();
  closeStreams();
});
/** Opens a stream of the back office. */
const listen = (client: Client, query = '', lastEventId?: string) =>
  openEventStream(app, '/admin/stream/index', `batoken=${client.token}${query}`, lastEventId);
const names = (events: readonly ReceivedEvent[]) => events.map((one) => `${one.data.name} ${one.data.row_id}`);

test('an officer receives the events of their area within two seconds, and none of other areas', async () => {
  const [county, city, whole] = await Promise.all(
    ['county1', 'city', 'admin'].map(async (officer) => listen(await app.client({ officer }))),
  );
  expect([county?.status, county?.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const started = Date.now();
  const mine = await addEnterprise(app.engine, chief);
  await waitUntil(() => (county?.events.length ?? 0) > 0);
  expect(Date.now() - started).toBeLessThan(2000);
  const near = await addEnterprise(app.engine, chief, { area_code: '530103' });
  const far = await addEnterprise(app.engine, chief, { area_code: '532901' });
  await waitUntil(() => (whole?.events.length ?? 0) >= 3);
  await sleep(300);
  const added = (id: number) => `enterprise/enterprise.added ${id}`;
  expect(names(county?.events ?? [])).toEqual([added(mine)]);
  expect(names(city?.events ?? [])).toEqual([added(mine), added(near)]);
  expect(names(whole?.events ?? [])).toEqual([added(mine), added(near), added(far)]);
});

test('a refused stream is answered with a stream that says why, or with JSON if the client asks for that', async () => {
  const open = (accept: string) =>
    fetch(`${app.address}/admin/stream/index?batoken=ended&server=1`, { headers: { accept } });
  const refused = await open('text/event-stream');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const events = await refused.text();
  expect(events).toMatch(/^retry: 60000\nevent: refused\ndata: \{"code":302,.*\}\n\n$/);
  expect(((await (await open('application/json')).json()) as { code: number }).code).toBe(302);
});

test('without the node of the list no event of a resource arrives; topics narrow the events further', async () => {
  await app.db.query(`with g as (insert into auth_group (name, rules) select '只看短信', array_agg(id) from auth_menu where name = 'message/sms/index' returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code) select 'sms_only', 'x', '', array[id], '530100' from g`);
  const [deaf, narrow, wide] = [
    await listen(await app.client({ officer: 'sms_only' })),
    await listen(await app.client({ officer: 'city' }), '&topics=enterprise/claim'),
    await listen(await app.client({ officer: 'city' }), '&topics=enterprise'),
  ];
  await addEnterprise(app.engine, chief);
  await waitUntil(() => wide.events.length > 0);
  await sleep(200);
  expect([deaf.events, narrow.events, wide.events.length]).toEqual([[], [], 1]);
});

test('a client that reconnects receives the missed events, once and in order', async () => {
  const client = await app.client({ officer: 'city' });
  const first = await listen(client);
  const id = await addEnterprise(app.engine, chief);
  await waitUntil(() => first.events.length > 0);
  closeStreams();
  await move(app.engine, chief, id, 'submit');
  await move(app.engine, chief, id, 'accept');
  const back = await listen(client, '', first.events[0]?.id);
  await move(app.engine, chief, id, 'firstPass', { checked: '1' });
  await waitUntil(() => back.events.length >= 3);
  await sleep(200);
  expect(names(back.events)).toEqual([
    `enterprise/enterprise.submitted ${id}`,
    `enterprise/enterprise.accepted ${id}`,
    `enterprise/enterprise.first_passed ${id}`,
  ]);
  const again = await listen(client, `&lastEventId=${back.events[0]?.id}`);
  await waitUntil(() => again.events.length >= 2);
  expect(names(again.events), 'the place may also stand in the address').toEqual(names(back.events).slice(1));
});

test('invalid positions are ignored', async () => {
  for (const place of ['x', '1-', "1' or '1'='1", '9'.repeat(50)])
    expect((await listen(await app.client({ officer: 'city' }), '', place)).status).toBe(200);
});

test('a client without a session receives nothing', async () => {
  const nobody = await app.client('nobody');
  const answer = await nobody.get('/admin/stream/index');
  expect(answer.code).toBe(302);
});

test('a stream ends with its session, and no longer contains what its officer may no longer see', async () => {
  const client = await app.client({ officer: 'county1' });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stream = await listen(client);
  const group = await app.db.row<{ id: number; rules: number[] }>(
    `select g.id, g.rules from auth_group g join auth_admin a on g.id = any(a.group_arr) where a.username = 'county1'`,
  );
  await app.db.query('update auth_group set rules = $1 where id = $2', [[], group?.id]);
  app.platform.authenticator.forget();
  await vi.advanceTimersByTimeAsync(15_000);
  await sleep(200);
  await addEnterprise(app.engine, chief);
  await vi.advanceTimersByTimeAsync(1000);
  await sleep(300);
  expect([stream.events, stream.ended()]).toEqual([[], false]);
  await app.db.query('update auth_group set rules = $1 where id = $2', [group?.rules, group?.id]);
  await client.post('/admin/index/logout', {});
  await vi.advanceTimersByTimeAsync(15_000);
  await waitUntil(() => stream.ended());
  expect(stream.ended()).toBe(true);
});

test('stopping the server ends every stream', async () => {
  const other = await startApp();
  const { token } = await other.client({ officer: 'admin' });
  const response = await fetch(`${other.address}/admin/stream/index?server=1&batoken=${token}`);
  const reading = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) void chunk;
  })().catch(() => {});
  await sleep(100);
  await other.close();
  await reading;
});
