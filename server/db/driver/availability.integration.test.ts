import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DatabaseUnavailableError, isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { readPostmaster } from '#server/db/embedded/find-and-stop-leftover-postmaster.ts';
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** A separate server that is stopped and started, next to a database that is not affected. */
let parent: string;
let server: EmbeddedPostgres;
let db: Database;
const reported: string[] = [];

const start = async () => {
  server = await startEmbeddedPostgres({ folder: path.join(parent, 'postgres'), volatile: true });
};
const open = (options: DatabaseOptions = {}) =>
  openDatabase({
    ...server.address,
    onAway: () => reported.push('away'),
    onBack: ({ refused }) => reported.push(`back, ${refused} refused`),
    ...options,
  });

beforeAll(async () => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-away-'));
  fs.chmodSync(parent, 0o755);
  await start();
  db = await open({ patience: 60_000 });
  await db.query('create table t (id int primary key)');
});
afterEach(() => void reported.splice(0));
afterAll(async () => {
  await db.close();
  await server.stop();
  fs.rmSync(parent, { recursive: true, force: true });
});

const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);
/**
 * Breaks the connection of a running `pg_sleep`; returns when it is gone. A failed statement may still read as active,
 * so only sleeping ones are cut.
 */
async function cut(): Promise<void> {
  for (;;) {
    const { cut: gone } = (await db.row<{ cut: boolean }>(
      `select coalesce(bool_or(pg_terminate_backend(pid, 2000)), false) as cut from pg_stat_activity
       where wait_event = 'PgSleep'`,
    )) ?? { cut: false };
    if (gone) return;
    await sleep(10);
  }
}

test('reads, writes and transactions that begin during a restart wait for it', async () => {
  await server.stop();
  const calls = Promise.all([
    db.row(sql`select ${1}::int as n`),
    db.query('insert into t values (1)'),
    db.transaction((tx) => tx.query('insert into t values (2)')),
    db.session((session) => session.row('select 4 as n')),
    ...Array.from({ length: 50 }, (_, n) => db.row<{ n: number }>('select $1::int as n', [n])),
  ]);
  await expect.poll(() => reported).toEqual(['away']);
  await start();
  expect((await calls)[0]).toEqual({ n: 1 });
  expect(await db.rows('select id from t order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  // one line each, however many connections and calls
  await expect.poll(() => reported).toEqual(['away', 'back, 0 refused']);
});

test('calls that waited long enough are refused, and counted when the database is back', async () => {
  const hasty = await open({ patience: 300 });
  await server.stop();
  // finds that its connection is gone: the outcome of what was sent on it is unknown
  expect(await failureOf(hasty.row('select 1'))).toMatchObject({ name: 'DatabaseUnavailableError', waited: true });
  const failures = await Promise.all([
    failureOf(hasty.row('select 1')),
    failureOf(hasty.query('insert into t values (3)')),
    failureOf(hasty.transaction((tx) => tx.query('select 1'))),
  ]);
  for (const failure of failures)
    expect(failure).toMatchObject({ name: 'DatabaseUnavailableError', uncertain: false, waited: true });
  await start();
  await expect.poll(() => reported).toContain('back, 4 refused');
  expect(await hasty.row('select 1 as n')).toEqual({ n: 1 });
  expect(await db.rows('select id from t where id = 3')).toEqual([]);
  await hasty.close();
});

test('a server that is killed is started again, and calls wait for it', async () => {
  const cluster = path.join(fs.realpathSync(server.folder), 'cluster');
  const found = readPostmaster(cluster);
  const reads = Array.from({ length: 10 }, () => db.row('select count(*) from t, pg_sleep(0.3)'));
  await expect
    .poll(async () => (await db.rows(`select from pg_stat_activity where query like '%pg_sleep%'`)).length)
    .toBeGreaterThan(1);
  if ('pid' in found) process.kill(found.pid, 'SIGKILL');
  await expect.poll(() => readPostmaster(cluster), { timeout: 60_000, interval: 10 }).not.toEqual(found);
  // a transaction that began on a dying backend is reported as never sent and may be repeated
  const insert = async (): Promise<unknown> =>
    db
      .transaction((tx) => tx.query('insert into t values (30)'))
      .catch((error: { name?: string; uncertain?: boolean }) => {
        if (error.name !== 'DatabaseUnavailableError' || error.uncertain) throw error;
        return insert();
      });
  await insert();
  expect(await db.row('select id from t where id = 30')).toEqual({ id: 30 });
  expect(new Set(await Promise.all(reads)).size).toBe(10);
  await expect.poll(() => readPostmaster(cluster), { timeout: 60_000 }).toMatchObject({ state: 'ready' });
  await db.query('delete from t where id = 30');
});

test('a read is repeated when its connection breaks, prepared or not', async () => {
  const other = await open();
  for (const name of [undefined, 'slow']) {
    const read = other.row(sql`select ${7}::int as n, pg_sleep(0.4) is null as slept`.named(name));
    await cut();
    expect(await read).toMatchObject({ n: 7 });
  }
  expect(reported, 'one broken connection is no outage').toEqual([]);
  await other.close();
});

test('a write is never repeated when its connection breaks: its outcome is unknown', async () => {
  const other = await open();
  for (const statement of [
    'insert into t select 10 from pg_sleep(20)',
    'with w as (insert into t values (11) returning id) select id, pg_sleep(20) from w',
    `select nextval('s'), pg_sleep(20)`,
  ]) {
    await db.query('create sequence if not exists s');
    const failure = failureOf(other.query(statement));
    await cut();
    expect(await failure).toMatchObject({ name: 'DatabaseUnavailableError', uncertain: true });
  }
  expect(await db.rows('select id from t where id >= 10')).toEqual([]);
  await other.close();
});

test('a transaction broken before its commit was rolled back, one broken during it may have been committed', async () => {
  const other = await open();
  const before = failureOf(
    other.transaction(async (tx) => {
      await tx.query('insert into t values (20)');
      await tx.query('select pg_sleep(5)');
    }),
  );
  await cut();
  expect(await before).toMatchObject({ uncertain: false, waited: false });
  // a trigger at the commit delays it
  await db.query(
    `create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(5); return null; end $$`,
  );
  await db.query(
    `create constraint trigger linger after insert on t deferrable initially deferred for each row execute function linger()`,
  );
  const during = failureOf(other.transaction((tx) => tx.query('insert into t values (21)')));
  await expect
    .poll(
      async () => (await db.rows(`select from pg_stat_activity where query = 'commit' and state = 'active'`)).length,
    )
    .toBe(1);
  await db.query(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'commit' and state = 'active'`);
  expect(await during).toMatchObject({ uncertain: true });
  await db.query('drop trigger linger on t');
  expect(await db.rows('select id from t where id >= 20')).toEqual([]);
  await other.close();
});

test('backends killed under load: no read fails, and no write that was answered is missing', async () => {
  // on a busy machine a read is cut again and again before it gets its turn
  const other = await open({ max: 8, patience: 120_000 });
  let running = true;
  const answered: number[] = [];
  const failures: unknown[] = [];
  const readers = Array.from({ length: 8 }, async () => {
    while (running) {
      const failure = await failureOf(other.row('select count(*) from t'));
      if (failure) failures.push(failure);
    }
  });
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; running; n++) {
      const id = 1000 + writer * 100_000 + n;
      const failure = await failureOf(other.transaction((tx) => tx.query('insert into t values ($1)', [id])));
      if (!failure) answered.push(id);
      else if (!(failure instanceof DatabaseUnavailableError)) failures.push(failure);
    }
  });
  // as many rounds as it takes: the number of answers depends on the machine
  for (let round = 0; round < 15 || answered.length <= 50; round++) {
    await sleep(60);
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by random() limit 4`,
    );
  }
  running = false;
  await Promise.all([...readers, ...writers]);
  expect(failures).toEqual([]);
  expect(await db.rows('select id from t where id >= 1000')).toEqual(
    expect.arrayContaining(answered.map((id) => ({ id }))),
  );
  await other.close();
});

test('a refused statement is no outage, even on a busy server', async () => {
  expect(isDatabaseUnavailable(await failureOf(db.query('select 1/0')))).toBe(false);
  expect(isDatabaseUnavailable(await failureOf(db.query('insert into t values (1)')))).toBe(false);
  expect(isDatabaseUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(
    false,
  );
  const narrow = await open({ max: 1, patience: 50 });
  const answers = await Promise.all([narrow.query('select pg_sleep(0.4)'), narrow.row('select 1 as n')]);
  expect(answers[1], 'a full pool is waited for').toEqual({ n: 1 });
  await narrow.close();
});
