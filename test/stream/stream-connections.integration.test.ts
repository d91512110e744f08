import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addEnterprise, move, uploadMaterials } from '#modules/enterprise/test/form.ts';
import type { Caller } from '#server/caller.ts';
import { limitOpenEventStreams } from '#server/http/limit-open-event-streams-per-account-and-address.ts';
import { closeStreams, type EventStream, openEventStream, waitUntil } from '../support/event-stream.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

/** The connections themselves: how they end, how they replay missed events, how many there may be. */
let app: TestApp;
let chief: Caller;
beforeAll(async () => {
  app = await startApp({ max: 16 });
  await uploadMaterials(app.engine);
  chief = await app.officer('admin');
});
afterEach(() => {
  vi.useRealTimers();
  closeStreams();
});
afterAll(() => app.close());

const listen = (client: Client, query = '', lastEventId?: string) =>
  openEventStream(app, '/admin/stream/index', `batoken=${client.token}${query}`, lastEventId);
const kinds = (stream: EventStream) => stream.messages.map(({ kind }) => kind);
/** The events of enterprises: messages of earlier tests may still arrive. */
const names = (stream: EventStream) =>
  stream.events.map(({ data }) => `${data.name} ${data.row_id}`).filter((line) => line.startsWith('enterprise/'));
const openStreams = async () =>
  Number(/^live_streams (\d+)$/m.exec(await (await fetch(`${app.address}/metrics`)).text())?.[1]);

test('a client that disconnects during its authentication leaves nothing behind', async () => {
  const client = await app.client({ officer: 'city' });
  await expect.poll(openStreams).toBe(0);
  const listened = vi.spyOn(app.platform.relay, 'listen');
  app.platform.authenticator.forget();
  let release = () => {};
  const locked = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holding = Promise.resolve();
  await new Promise<void>((held) => {
    holding = app.db.transaction(async (tx) => {
      await tx.query('lock table token in access exclusive mode');
      held();
      await locked;
    });
  });
  const waiting = () => app.db.rows(`select from pg_locks where not granted and relation = 'token'::regclass`);
  const requests = Array.from({ length: 3 }, () => {
    const request = http.get(`${app.address}/admin/stream/index?server=1&batoken=${client.token}`);
    request.on('error', () => {});
    return request;
  });
  try {
    await expect.poll(async () => (await waiting()).length, { timeout: 60_000 }).toBe(3);
    for (const request of requests) request.destroy();
    await sleep(100);
  } finally {
    release();
    await holding;
  }
  await expect.poll(async () => (await waiting()).length, { timeout: 60_000 }).toBe(0);
  await sleep(200);
  expect([await openStreams(), listened.mock.calls.length]).toEqual([0, 0]);
  listened.mockRestore();
});

test('a broken connection leaves nothing behind', async () => {
  const client = await app.client({ officer: 'city' });
  for (let n = 0; n < 5; n++) await listen(client);
  expect(await openStreams()).toBe(5);
  closeStreams();
  await expect.poll(openStreams).toBe(0);
});

test('beyond the replay a client is told that there is a gap, and continues from now', async () => {
  const client = await app.client({ officer: 'city' });
  const first = await listen(client);
  const id = await addEnterprise(app.engine, chief);
  await waitUntil(() => first.events.length > 0);
  closeStreams();
  await move(app.engine, chief, id, 'submit');
  await app.db.query(
    `update event set createtime = createtime - interval '11 minutes' where name = 'enterprise/enterprise.submitted'`,
  );
  const back = await listen(client, '', first.events[0]?.id);
  await waitUntil(() => kinds(back).includes('reset'));
  expect(back.events).toEqual([]);
  await move(app.engine, chief, id, 'accept');
  await waitUntil(() => names(back).length > 0);
  expect(names(back)).toEqual([`enterprise/enterprise.accepted ${id}`]);
  // from the position that came with the reset nothing is missing
  const again = await listen(client, '', back.messages.find(({ kind }) => kind === 'reset')?.id);
  await waitUntil(() => names(again).length > 0);
  expect([names(again), kinds(again).includes('reset')]).toEqual([[`enterprise/enterprise.accepted ${id}`], false]);
  expect(kinds(await listen(client, '', 'nonsense')), 'an invalid position').toContain('reset');
  expect(kinds(await listen(client)), 'a new client has missed nothing').not.toContain('reset');
});

test('a client without events yet, or for a long time, reconnects from where it left', async () => {
  const client = await app.client({ officer: 'city' });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const quiet = await listen(client, '&topics=enterprise/claim');
  await waitUntil(() => quiet.messages.some(({ kind, id }) => kind === 'ping' && id !== ''));
  const begun = quiet.messages.at(-1)?.id;
  const id = await addEnterprise(app.engine, chief);
  await vi.advanceTimersByTimeAsync(15_000);
  await waitUntil(() => quiet.messages.at(-1)?.id !== begun);
  const later = quiet.messages.at(-1)?.id;
  expect(quiet.events).toEqual([]);
  const [fromBegin, fromLater] = [await listen(client, '', begun), await listen(client, '', later)];
  await waitUntil(() => names(fromBegin).length > 0);
  await sleep(100);
  expect([names(fromBegin), names(fromLater)]).toEqual([[`enterprise/enterprise.added ${id}`], []]);
});

test('topics select areas, resources, names of events and kinds of message', async () => {
  const client = await app.client({ officer: 'admin' });
  const topics = [
    'enterprise',
    'enterprise/enterprise',
    'enterprise/enterprise.submitted',
    'event',
    '*',
    'job',
    'enterprise/claim',
    'auth,job',
  ];
  const streams = await Promise.all(topics.map((one) => listen(client, `&topics=${encodeURIComponent(one)}`)));
  const id = await addEnterprise(app.engine, chief);
  await move(app.engine, chief, id, 'submit');
  await waitUntil(() => (streams[4]?.events.length ?? 0) >= 2);
  await sleep(200);
  expect(Object.fromEntries(topics.map((one, at) => [one, streams[at]?.events.length]))).toEqual({
    enterprise: 2,
    'enterprise/enterprise': 2,
    'enterprise/enterprise.submitted': 1,
    event: 2,
    '*': 2,
    job: 0,
    'enterprise/claim': 0,
    'auth,job': 0,
  });
});

test('of too many tabs of one person the oldest is closed with the reason, and nobody else is affected', async () => {
  const [client, other] = [await app.client({ officer: 'city' }), await app.client({ officer: 'county1' })];
  const neighbour = await listen(other);
  const streams = await Promise.all(Array.from({ length: 12 }, () => listen(client)));
  expect(streams.some((one) => one.ended())).toBe(false);
  const newest = await listen(client);
  await waitUntil(() => streams.some((one) => one.ended()));
  const ended = streams.filter((one) => one.ended());
  expect(ended.map(kinds)).toEqual([expect.arrayContaining(['crowded'])]);
  expect([newest.ended(), neighbour.ended(), await openStreams()]).toEqual([false, false, 13]);
});

test('one address may have many connections, but not any number', () => {
  const open = limitOpenEventStreams();
  const leave = Array.from({ length: 240 }, (_, n) => open.admit({ account: `${n}`, address: 'a', close: () => {} }));
  expect(leave.every(Boolean)).toBe(true);
  expect(open.admit({ account: 'new', address: 'a', close: () => {} })).toBeUndefined();
  expect(open.admit({ account: 'new', address: 'b', close: () => {} })).toBeDefined();
  leave[0]?.();
  leave[0]?.();
  expect([open.size, open.admit({ account: 'new', address: 'a', close: () => {} }) !== undefined]).toEqual([240, true]);
  open.closeAll();
  expect(open.size).toBe(0);
});
