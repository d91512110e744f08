import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { maxPreparedStatements } from '#server/db/driver/prepared-statement-limit.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { type ByteString, decodeByteString } from '#server/utf8-byte-string.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';

let db: TestDatabase;
/** One pipeline next to a pool of two. */
let piped: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query('create table held as select n as id from generate_series(1, 100) n');
  await db.query('create table free as select n as id from generate_series(1, 100) n');
});
afterAll(() => db.close());
beforeEach(async () => {
  piped = await openDatabase({ ...db.address, max: 2, pipelines: 1, driverPatches: true, applicationName: 'piped' });
  await opened();
});
afterEach(() => piped.close());

const brief = { brief: true };
const pid = sql`select pg_backend_pid() as pid`;
const readId = async (table: string, id: number) =>
  (await piped.row<{ id: number }>(namePreparedStatement(sql`select id from ${sql.id(table)} where id = ${id}`, brief)))
    ?.id;
const count = async (where: string) =>
  (await db.row<{ n: number }>(`select count(*) as n from pg_stat_activity where application_name = 'piped' ${where}`))
    ?.n;
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await sleep(10);
};

/** The first brief read opens the pipeline; the pool answers it. */
async function opened(): Promise<number> {
  const pool = (await piped.row<{ pid: number }>(pid))?.pid;
  for (;;) {
    const now = (await piped.row<{ pid: number }>(namePreparedStatement(pid, brief)))?.pid as number;
    if (now !== pool) return now;
    await sleep(10);
  }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test('short reads have one plan for all values, and the pool plans for the values', async () => {
  const mode = sql`select current_setting('plan_cache_mode') as mode`;
  expect((await piped.row<{ mode: string }>(mode))?.mode).toBe('auto');
  await expect
    .poll(async () => (await piped.row<{ mode: string }>(namePreparedStatement(mode, brief)))?.mode)
    .toBe('force_generic_plan');
});

test('simultaneous reads share one connection, and each gets its own response', async () => {
  const readTwenty = () =>
    Promise.all(
      numbers(0, 20).map((n) =>
        piped.row<{ pid: number; n: number }>(
          namePreparedStatement(sql`select pg_backend_pid() as pid, ${n}::int as n`, brief),
        ),
      ),
    );
  // on a busy machine the connection may be kept waiting and the pool answers instead: then they are read again
  const responses: unknown[] = [];
  await expect
    .poll(async () => {
      const over = await opened();
      const read = await readTwenty();
      responses.push(read.map((one) => one?.n));
      return read.filter((one) => one?.pid !== over);
    })
    .toEqual([]);
  for (const one of responses) expect(one).toEqual(numbers(0, 20));
  expect(await Promise.all(numbers(1, 101).map((n) => readId('free', n))), 'more than it may owe').toEqual(
    numbers(1, 101),
  );
});

test('a failing statement fails alone', async () => {
  const divide = (n: number) => piped.row(namePreparedStatement(sql`select 10 / ${n}::int as n`, brief));
  const [five, none, one] = await Promise.allSettled([divide(2), divide(0), divide(10)]);
  expect(five).toMatchObject({ value: { n: 5 } });
  expect(none).toMatchObject({ reason: { code: '22012' } });
  expect(one).toMatchObject({ value: { n: 1 } });
  const broken = () => piped.row(namePreparedStatement(sql`select no_such_column`, brief));
  for (let n = 0; n < 4; n++)
    for (const each of await Promise.allSettled([broken(), broken()]))
      expect(each).toMatchObject({ reason: { code: '42703' } });
});

test('texts are decoded, or returned as bytes on request', async () => {
  const over = await opened();
  const city = '昆明 Ünïcode 🚌 "quoted"';
  const all = sql`select pg_backend_pid() as pid, ${city}::text as one, array[${city}::text] as several, json_build_object(${city}::text, 1) as json,
    7::bigint as number, ${'2026-11-25'}::date as day, null::text as nothing`;
  const decoded = { one: city, several: [city], json: { [city]: 1 }, number: 7, day: '2026-11-25', nothing: null };
  expect(await piped.row(namePreparedStatement(all, brief))).toEqual({ pid: over, ...decoded });
  expect(await piped.row(all)).toMatchObject(decoded);

  const asBytes = async (how: object) => {
    const row = await piped.row<{ pid: number; one: ByteString; json: ByteString; number: number; several: string[] }>(
      namePreparedStatement(all, { ...how, bytes: true }),
    );
    return (
      row && {
        pid: row.pid,
        one: decodeByteString(row.one),
        json: decodeByteString(row.json),
        rest: [row.number, row.several],
      }
    );
  };
  const passed = { one: city, json: `{${JSON.stringify(city)} : 1}`, rest: [7, [city]] };
  expect(await asBytes(brief)).toEqual({ pid: over, ...passed });
  expect(await asBytes({})).toMatchObject(passed);
  await piped.transaction(async (tx) => {
    const row = await tx.row<{ one: ByteString }>(namePreparedStatement(all, { bytes: true }));
    expect(row && decodeByteString(row.one)).toBe(city);
  });
});

test('an error keeps its message', async () => {
  const wrong = namePreparedStatement(sql`select ${'昆明'}::text::int as n`, brief);
  for (let n = 0; n < 4; n++) await expect(piped.row(wrong)).rejects.toMatchObject({ message: /昆明/ });
});

test('a statement that waits for a lock delays no other', async () => {
  const first = await opened();
  let waiting: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.query('lock table held in access exclusive mode');
    waiting = readId('held', 1);
    const behind = numbers(1, 11).map((n) => readId('free', n));
    await until(async () => (await count(`and wait_event_type = 'Lock'`)) === 1);
    expect(await Promise.all(behind), 'what was sent behind it').toEqual(numbers(1, 11));
    expect(await Promise.all(numbers(1, 11).map((n) => readId('free', n))), 'what comes later').toEqual(numbers(1, 11));
    expect(await opened(), 'another takes its place').not.toBe(first);
  });
  expect(await waiting).toBe(1);
  await until(async () => (await count(`and pid = ${first}`)) === 0);
});

test('a statement that fails behind a waiting one fails once', async () => {
  const first = await opened();
  let waiting: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.query('lock table held in access exclusive mode');
    waiting = readId('held', 1);
    const failing = piped.row(namePreparedStatement(sql`select 10 / ${0}::int as n`, brief));
    await expect(failing, 'asked of the pool, for it waited too long').rejects.toMatchObject({ code: '22012' });
  });
  // the pipeline reaches it too, long after; an unhandled failure would end the process, and this run
  expect(await waiting).toBe(1);
  await until(async () => (await count(`and pid = ${first}`)) === 0);
});

test('a pipeline that cannot be opened is opened later', async () => {
  const role = `few_${randomBytes(4).toString('hex')}`;
  await db.query(`create role ${role} login connection limit 1`);
  const few = await openDatabase({ ...db.address, user: role, max: 1, pipelines: 1, driverPatches: true });
  try {
    for (let n = 0; n < 5; n++) {
      expect(await few.row(namePreparedStatement(sql`select ${n}::int as n`, brief))).toEqual({ n });
      await sleep(20); // the opening that this one requested is refused
    }
    await db.query(`alter role ${role} connection limit 2`);
    const pool = (await few.row<{ pid: number }>(pid))?.pid;
    await until(async () => (await few.row<{ pid: number }>(namePreparedStatement(pid, brief)))?.pid !== pool);
  } finally {
    await few.close();
    await db.query(`drop role ${role}`);
  }
});

test('a connection that breaks loses no response', async () => {
  const first = await opened();
  const reads = numbers(1, 11).map((n) => readId('free', n));
  await db.query('select pg_terminate_backend($1)', [first]);
  reads.push(...numbers(11, 21).map((n) => readId('free', n)));
  expect(await Promise.all(reads)).toEqual(numbers(1, 21));
  expect(await opened()).not.toBe(first);
});

test('removed plans are made again, in whatever order reads run', async () => {
  const named = (n: number) =>
    namePreparedStatement(
      sql`select ${n}::int as n, ${sql.raw(`'of its own ${n % (maxPreparedStatements + 40)}'`)} as text`,
      brief,
    );
  for (const n of numbers(0, maxPreparedStatements + 40)) for (let times = 0; times < 3; times++) named(n);
  const random = numbers(0, 1500).map((at) => (at * 7919) % 1009);
  for (let at = 0; at < random.length; at += 30) {
    const some = random.slice(at, at + 30);
    expect(await Promise.all(some.map((n) => piped.row(named(n))))).toMatchObject(some.map((n) => ({ n })));
  }
  const statements = await piped.row<{ n: number }>(
    namePreparedStatement(sql`select count(*) as n from pg_prepared_statements`, brief),
  );
  expect(statements?.n).toBeLessThanOrEqual(maxPreparedStatements);
});

test('a transaction reads its own writes', async () => {
  await piped
    .transaction(async (tx) => {
      await tx.query('insert into free values (1000)');
      expect(await tx.row(namePreparedStatement(sql`select id from free where id = ${1000}`, brief))).toEqual({
        id: 1000,
      });
      expect(await readId('free', 1000)).toBeUndefined();
      throw new Error('undone');
    })
    .catch(() => {});
});
