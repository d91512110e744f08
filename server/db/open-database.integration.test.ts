import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInLazyTransaction } from '#server/db/lazy-transaction.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { StartupError } from '#server/startup-error.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query('create table t (id int8 primary key, name text)');
});
afterAll(() => db.close());

test('times and decimals arrive as text, counts as numbers', async () => {
  const row = await db.row(
    sql`select ${'2026-11-21T08:00:00.123456+08:00'}::timestamptz as at, date '2026-11-21' as day, 12.50 as m, count(*) as n`,
  );
  expect(row).toEqual({ at: '2026-11-21 00:00:00.123456+00', day: '2026-11-21', m: '12.50', n: 1 });
});

test('a transaction takes effect completely or not at all', async () => {
  await db.transaction((tx) => tx.query(sql`insert into t values (${1}, ${'a'})`));
  const failed = db.transaction(async (tx) => {
    await tx.query(sql`insert into t values (${2}, ${'b'})`);
    await tx.query(sql`insert into t values (${1}, ${'again'})`);
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await db.rows('select id, name from t')).toEqual([{ id: 1, name: 'a' }]);
});

test('a transaction that ignores a failed statement cannot commit', async () => {
  for (const run of [
    db.transaction,
    <T>(work: Parameters<typeof runInLazyTransaction<T>>[1]) => runInLazyTransaction(db, work),
  ]) {
    const swallowed = run(async (tx) => {
      await tx.query(sql`insert into t values (${3}, ${'c'})`);
      await tx.query('select no_such_column').catch(() => {});
      return 'written';
    });
    await expect(swallowed).rejects.toThrow('it was rolled back');
    expect(await db.row('select count(*) as n from t where id = 3')).toEqual({ n: 0 });
  }
});

test('Chinese text is searchable by trigrams', async () => {
  await db.query('create extension if not exists pg_trgm');
  expect(await db.row(`select cardinality(show_trgm('北京市')) > 0 as works`)).toEqual({ works: true });
});

test('connections cut while idle are replaced', async () => {
  const other = await openDatabase({ ...db.address, max: 1 });
  const pid = (await other.row<{ pid: number }>('select pg_backend_pid() as pid'))?.pid;
  await db.query('select pg_terminate_backend($1)', [pid]);
  expect(await other.row('select 1 as one')).toEqual({ one: 1 });
  await other.close();
});

test('a connection that dies inside a transaction is not used again', async () => {
  const other = await openDatabase({ ...db.address, max: 1 });
  const killed = other.transaction(async (tx) => {
    const pid = (await tx.row<{ pid: number }>('select pg_backend_pid() as pid'))?.pid;
    await db.query('select pg_terminate_backend($1)', [pid]);
    await tx.query('select 1');
  });
  await expect(killed).rejects.toMatchObject({ name: 'DatabaseUnavailableError', uncertain: false });
  expect(await other.row('select 1 as one')).toEqual({ one: 1 });
  await other.close();
});

test('PostgreSQL cancels statements past the time limit', async () => {
  const other = await openDatabase({ ...db.address, max: 1, statementTimeout: 50 });
  await expect(other.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
  await other.close();
});

test.each([
  ['mysql://localhost/x', '不是有效的地址'],
  ['nonsense', '不是有效的地址'],
  ['postgres://user:top-secret@127.0.0.1:1/x', '无法连接数据库 127.0.0.1:1/x：没有服务在该地址监听'],
])('a wrong DATABASE_URL %s is one clear sentence', async (url, sentence) => {
  const failure = await openDatabase({ url }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect((failure as StartupError).message).toContain(sentence);
  expect((failure as StartupError).message).not.toContain('top-secret');
});

test('a database that does not exist is named', async () => {
  await expect(openDatabase({ ...db.address, database: 'missing' })).rejects.toThrow('数据库不存在');
});
