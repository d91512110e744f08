import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Transaction } from '#server/db/open-database.ts';
import {
  formatStreamPosition,
  isAfterPosition,
  parseStreamPosition,
  positionAfterEvent,
  type StreamPosition,
} from '#server/events/event-stream-position.ts';
import { createLiveEventRelay, type DeliverableEvent, type LiveEventRelay } from '#server/events/live-event-relay.ts';
import { createLog } from '#server/log.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';

let db: TestDatabase;
let relay: LiveEventRelay;
const log = createLog({ level: 'silent' });
beforeAll(async () => {
  db = await createTestDatabase({ max: 20 });
});
afterAll(() => db.close());
afterEach(() => relay.stop());

type On = Pick<Transaction, 'query'>;
const put = (on: On, name: string) =>
  on.query(`insert into event (name, resource, row_id, payload) values ($1, 'test', 1, '{}')`, [name]);
/** Waits for a condition; other databases of the same server may hold events back for a moment. */
async function until(check: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !check() && Date.now() < end; await sleep(20)) relay.wake();
}
async function listen(): Promise<{ heard: string[]; events: DeliverableEvent[] }> {
  const events: DeliverableEvent[] = [];
  const heard: string[] = [];
  relay = createLiveEventRelay(db, log);
  relay.listen((event) => {
    events.push(event);
    heard.push(event.name);
  });
  // the first poll finds the end of the outbox; later events are delivered
  for (const end = Date.now() + 10_000; heard.length === 0 && Date.now() < end; await sleep(20)) {
    await put(db, 'begin');
    relay.wake();
  }
  for (let seen = -1; seen !== heard.length; await sleep(100)) {
    seen = heard.length;
    relay.wake();
  }
  heard.length = 0;
  events.length = 0;
  return { heard, events };
}

test('delivers every event once, in order', async () => {
  const { heard, events } = await listen();
  for (let n = 0; n < 30; n++) {
    await put(db, `e${n}`);
    if (n % 3 === 0) relay.wake();
  }
  await until(() => heard.length >= 30);
  expect(heard).toEqual(Array.from({ length: 30 }, (_, n) => `e${n}`));
  for (let n = 1; n < events.length; n++)
    expect(isAfterPosition(events[n] as DeliverableEvent, (events[n - 1] as DeliverableEvent).place)).toBe(true);
});

test('an open transaction delays no other events; its own are delivered once, when it commits', async () => {
  const { heard, events } = await listen();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = db.transaction(async (tx) => {
    await put(tx, 'slow');
    await held;
    await put(tx, 'slower');
  });
  await expect
    .poll(async () => (await db.rows(`select from pg_locks where transactionid is not null and granted`)).length)
    .toBeGreaterThan(0);
  for (const name of ['quick', 'quicker']) {
    await put(db, name);
    await until(() => heard.includes(name));
  }
  expect(heard, 'nobody waits for the slow one').toEqual(['quick', 'quicker']);
  const [first, second] = events.map(({ place }) => parseStreamPosition(formatStreamPosition(place)) as StreamPosition);
  const names = async (place: StreamPosition | undefined) =>
    (await relay.replay(place as StreamPosition)).events.map(({ name }) => name);
  expect([await names(first), await names(second)]).toEqual([['quicker'], []]);
  release();
  await slow;
  relay.wake();
  await until(() => heard.length >= 4);
  expect(heard).toEqual(['quick', 'quicker', 'slow', 'slower']);
  // a client that broke off earlier receives the slow events, and not the quick one again
  expect(await names(first)).toEqual(['slow', 'slower', 'quicker']);
  expect(await names(second)).toEqual(['slow', 'slower']);
  expect(await names(parseStreamPosition(formatStreamPosition((events[2] as DeliverableEvent).place)))).toEqual([
    'slower',
  ]);
  expect(await names((events[3] as DeliverableEvent).place)).toEqual([]);
});

test('after any break in the stream, with overlapping transactions, every later event is delivered once', async () => {
  const { heard, events } = await listen();
  await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      db.transaction(async (tx) => {
        await put(tx, `a${n}`);
        await sleep((n * 37) % 160);
        relay.wake();
        await put(tx, `b${n}`);
      }),
    ),
  );
  await until(() => heard.length >= 48);
  const all = new Set(heard);
  expect(all.size).toBe(48);
  for (const [at, { place }] of events.entries()) {
    const { events: after, gap } = await relay.replay(
      parseStreamPosition(formatStreamPosition(place)) as StreamPosition,
    );
    expect([gap, after.map(({ name }) => name).sort()]).toEqual([false, heard.slice(at + 1).sort()]);
  }
});

test('another process receives events of this one without being woken', async () => {
  const { heard } = await listen();
  const elsewhere = await openDatabase({ ...db.address, max: 1 });
  await put(elsewhere, 'from elsewhere');
  await expect.poll(() => heard, { timeout: 5000 }).toEqual(['from elsewhere']);
  await elsewhere.close();
});

test('more than a page at once is delivered completely and in order, and nothing committed meanwhile is lost', async () => {
  const { heard } = await listen();
  await db.query(
    `insert into event (name, resource, row_id, payload) select 'n' || n, 'test', 1, '{}' from generate_series(1, 1200) n`,
  );
  await put(db, 'after');
  await until(() => heard.length >= 1201);
  expect(heard).toEqual([...Array.from({ length: 1200 }, (_, n) => `n${n + 1}`), 'after']);
});

test('events of a rolled back transaction are never delivered, and delay nothing', async () => {
  const { heard } = await listen();
  await db
    .transaction(async (tx) => {
      await put(tx, 'never');
      throw new Error('rolled back');
    })
    .catch(() => {});
  await put(db, 'after');
  relay.wake();
  await until(() => heard.length > 0);
  expect(heard).toEqual(['after']);
});

test('many writers at once: every event arrives once', async () => {
  const { heard, events } = await listen();
  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      db.transaction(async (tx) => {
        await put(tx, `a${n}`);
        await sleep((n * 7) % 25);
        await put(tx, `b${n}`);
      }),
    ),
  );
  await until(() => heard.length >= 120);
  expect(heard).toHaveLength(120);
  expect(new Set(heard).size).toBe(120);
  for (let n = 1; n < events.length; n++)
    expect(isAfterPosition(events[n] as DeliverableEvent, (events[n - 1] as DeliverableEvent).place)).toBe(true);
  for (let n = 0; n < 60; n++) expect(heard.indexOf(`b${n}`)).toBe(heard.indexOf(`a${n}`) + 1);
});

test('replays events after a place; too old, too many or unknown places are a gap', async () => {
  const { events } = await listen();
  for (const name of ['one', 'two', 'three']) await put(db, name);
  await until(() => events.length >= 3);
  const place = events[0]?.place as StreamPosition;
  const replay = await relay.replay(parseStreamPosition(formatStreamPosition(place)) as StreamPosition);
  expect([replay.gap, replay.events.map(({ name }) => name)]).toEqual([false, ['two', 'three']]);
  expect((await relay.replay({ ...place, tx: 2 ** 40, xmax: 2 ** 40 + 1 })).gap, 'of another database').toBe(true);
  await db.query(`update event set createtime = createtime - interval '11 minutes' where name = 'two'`);
  expect(await relay.replay(place)).toMatchObject({ gap: true, events: [] });
  expect((await relay.replay(events[1]?.place as StreamPosition)).events.map(({ name }) => name)).toEqual(['three']);
  await db.query(
    `insert into event (name, resource, row_id, payload) select 'n', 'test', 1, '{}' from generate_series(1, 2001)`,
  );
  expect((await relay.replay(events[2]?.place as StreamPosition)).gap).toBe(true);
});

test('places are parsed as written, and nothing else is a place', () => {
  expect(parseStreamPosition('12-34')).toEqual({ tx: 12, id: 34, xmax: 13, open: [] });
  for (const place of [
    { tx: 12, id: 34, xmax: 13, open: [] },
    { tx: 12, id: 34, xmax: 20, open: [7, 15] },
    { tx: 0, id: 0, xmax: 20, open: [] },
  ])
    expect(parseStreamPosition(formatStreamPosition(place))).toEqual(place);
  for (const odd of [
    '',
    '12',
    '12-',
    '-34',
    'a-b',
    '1-2-3',
    '1-2 or 1=1',
    `${'9'.repeat(20)}-1`,
    undefined,
    null,
    {},
    '1-2-3-4..5',
    '1-2-3-.',
    `1-2-3-${'1.'.repeat(400)}1`,
    '1-2-3-4-5',
  ])
    expect([odd, parseStreamPosition(odd)]).toEqual([odd, undefined]);
});

test('the place after an event leaves skipped transactions open', () => {
  // 5 and 8 were open; 8 has ended, 11 and 13 are new and open, 12 was delivered
  expect(positionAfterEvent({ tx: 12, id: 1 }, { xmax: 10, open: [5, 8] }, { xmax: 14, open: [5, 11, 13] })).toEqual({
    tx: 12,
    id: 1,
    xmax: 13,
    open: [5, 11],
  });
  expect(positionAfterEvent({ tx: 5, id: 1 }, { xmax: 10, open: [5, 8] }, { xmax: 14, open: [11] })).toEqual({
    tx: 5,
    id: 1,
    xmax: 10,
    open: [8],
  });
});

test('a listener that fails does not silence the others', async () => {
  const { heard } = await listen();
  relay.listen(() => {
    throw new Error('broken stream');
  });
  const late: string[] = [];
  relay.listen((event) => late.push(event.name));
  await put(db, 'x');
  await put(db, 'y');
  await until(() => late.length >= 2);
  expect([heard, late]).toEqual([
    ['x', 'y'],
    ['x', 'y'],
  ]);
});

test('a short outage of the database delays events and loses none', async () => {
  const { heard } = await listen();
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await put(db, 'afterwards').catch(() => put(db, 'afterwards'));
  await until(() => heard.length > 0);
  expect(heard).toEqual(['afterwards']);
});
