import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#server/db/connect.ts';
import {
  createRelay,
  isAfter,
  type Place,
  type Relay,
  readPlace,
  type TellableEvent,
  writePlace,
} from '#server/events/relay.ts';
import { createLog } from '#server/log.ts';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';

let db: TestDatabase;
let relay: Relay;
const log = createLog({ level: 'silent' });
beforeAll(async () => {
  db = await createTestDatabase({ max: 20 });
});
afterAll(() => db.close());
afterEach(() => relay.stop());

type On = Pick<Transaction, 'query'>;
const put = (on: On, name: string) =>
  on.query(`insert into event (name, resource, row_id, payload) values ($1, 'test', 1, '{}')`, [name]);
/** Waits until something is so; other databases of the same server may hold events back for a moment. */
async function until(check: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !check() && Date.now() < end; await sleep(20)) relay.wake();
}
async function listen(): Promise<{ heard: string[]; events: TellableEvent[] }> {
  const events: TellableEvent[] = [];
  const heard: string[] = [];
  relay = createRelay(db, log);
  relay.listen((event) => {
    events.push(event);
    heard.push(event.name);
  });
  // the first look finds where the outbox ends; what is written after it is told
  for (const end = Date.now() + 10_000; heard.length === 0 && Date.now() < end; await sleep(20)) {
    await put(db, 'begin');
    relay.wake();
  }
  for (let told = -1; told !== heard.length; await sleep(100)) {
    told = heard.length;
    relay.wake();
  }
  heard.length = 0;
  events.length = 0;
  return { heard, events };
}

test('tells every fact once, in order', async () => {
  const { heard, events } = await listen();
  for (let n = 0; n < 30; n++) {
    await put(db, `e${n}`);
    if (n % 3 === 0) relay.wake();
  }
  await until(() => heard.length >= 30);
  expect(heard).toEqual(Array.from({ length: 30 }, (_, n) => `e${n}`));
  for (let n = 1; n < events.length; n++) expect(isAfter(events[n] as Place, events[n - 1] as Place)).toBe(true);
});

test('waits for slower transactions with smaller numbers, and leaves no gap', async () => {
  const { heard } = await listen();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = db.transaction(async (tx) => {
    await put(tx, 'slow');
    await held;
  });
  await sleep(50);
  await put(db, 'quick');
  for (let n = 0; n < 5; n++) {
    relay.wake();
    await sleep(30);
  }
  expect(heard, 'the quick one must not overtake the slow one').toEqual([]);
  release();
  await slow;
  relay.wake();
  await until(() => heard.length >= 2);
  expect(heard).toEqual(['slow', 'quick']);
});

test('a transaction that is rolled back is never told, and holds nothing up', async () => {
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

test('many writers at once: every fact arrives, each once', async () => {
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
  for (let n = 1; n < events.length; n++) expect(isAfter(events[n] as Place, events[n - 1] as Place)).toBe(true);
  for (let n = 0; n < 60; n++) expect(heard.indexOf(`b${n}`)).toBe(heard.indexOf(`a${n}`) + 1);
});

test('replays what came after a place, and nothing before it', async () => {
  const { events } = await listen();
  for (const name of ['one', 'two', 'three']) await put(db, name);
  await until(() => events.length >= 3);
  const place = readPlace(writePlace(events[0] as Place));
  expect((await relay.replay(place as Place)).map((event) => event.name)).toEqual(['two', 'three']);
  await db.query(`update event set createtime = createtime - interval '11 minutes' where name = 'two'`);
  expect(
    (await relay.replay(place as Place)).map((event) => event.name),
    'ten minutes back',
  ).toEqual(['three']);
});

test('places are read back as they were written, and nothing else is a place', () => {
  expect(readPlace('12-34')).toEqual({ tx: 12, id: 34 });
  for (const odd of ['', '12', '12-', '-34', 'a-b', '1-2-3', '1-2 or 1=1', `${'9'.repeat(20)}-1`, undefined, null, {}])
    expect(readPlace(odd)).toBeUndefined();
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

test('a database that is away for a moment costs a pause and no event', async () => {
  const { heard } = await listen();
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await put(db, 'afterwards').catch(() => put(db, 'afterwards'));
  await until(() => heard.length > 0);
  expect(heard).toEqual(['afterwards']);
});
