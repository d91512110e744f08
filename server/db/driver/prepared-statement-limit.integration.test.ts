import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxPreparedStatements } from '#server/db/driver/prepared-statement-limit.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';

let db: TestDatabase;
/** A pool of one connection, whose prepared statements can be inspected. */
let one: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  one = await openDatabase({ ...db.address, max: 1, driverPatches: true });
});
afterAll(async () => {
  await one.close();
  await db.close();
});

const readNumber = (n: number, on: Pick<Database, 'row'> = one) =>
  on.row<{ n: number }>(sql`select ${n}::int as n, ${sql.raw(String(n))} as also`.named(`plan${n}`));
const plans = async () =>
  (await one.rows<{ name: string }>(`select name from pg_prepared_statements where name like 'plan%'`)).map((row) =>
    Number(row.name.slice(4)),
  );
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test('a connection keeps a limited number of plans, the most recently used', async () => {
  for (const n of numbers(0, maxPreparedStatements)) await readNumber(n);
  await readNumber(0);
  for (const n of numbers(maxPreparedStatements, maxPreparedStatements + 5)) expect((await readNumber(n))?.n).toBe(n);
  const names = await plans();
  expect(names).toHaveLength(maxPreparedStatements);
  expect(names).toContain(0);
  for (const n of numbers(1, 6)) expect(names).not.toContain(n);
  expect((await readNumber(1))?.n, 'one that went is made anew').toBe(1);
});

test('also with many at once, in a transaction, and after a failure', async () => {
  await Promise.all(numbers(1000, 1300).map((n) => readNumber(n)));
  await one.transaction(async (tx) => {
    for (const n of numbers(2000, 2150)) expect((await readNumber(n, tx))?.n).toBe(n);
  });
  const failed = one.transaction(async (tx) => {
    for (const n of numbers(3000, 3010)) await readNumber(n, tx);
    await tx.query('select 1 / 0').catch(() => undefined);
    for (const n of numbers(3010, 3150)) await readNumber(n, tx).catch(() => undefined);
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  for (const n of [...numbers(3000, 3150), ...numbers(2000, 2150)]) expect((await readNumber(n))?.n).toBe(n);
  expect(await plans()).toHaveLength(maxPreparedStatements);
});

test('a statement that cannot be prepared does not affect a transaction that continues', async () => {
  await expect(one.query(sql`select no_such_column`.named('broken'))).rejects.toThrow('no_such_column');
  await one.transaction(async (tx) => {
    for (const n of numbers(4000, 4200)) expect((await readNumber(n, tx))?.n).toBe(n);
  });
});

test('a statement gets a name after repeated use, and never shares it', () => {
  const named = (text: string) => namePreparedStatement(sql`${sql.raw(text)}`).name;
  const often = () => named('asked for often');
  expect([often(), often()]).toEqual([undefined, undefined]);
  const name = often();
  expect(name).toMatch(/^xj\d+$/);
  for (const n of numbers(0, 3000)) {
    expect(named(`asked for once ${n}`)).toBeUndefined();
    if (n % 100 === 0) expect(often(), 'it stays named while it is used').toBe(name);
  }
  const given = numbers(0, 50).map((n) => [1, 2, 3].map(() => named(`another ${n}`)).at(-1));
  expect(new Set([...given, name]).size).toBe(51);
});

test('a failing statement costs the connection neither its plans nor the connection itself', async () => {
  const connection = () => one.row<{ pid: number }>('select pg_backend_pid() as pid');
  const before = await connection();
  await readNumber(5000);
  await expect(one.query(sql`select 1 / ${0}::int`)).rejects.toMatchObject({ code: '22012' });
  expect(await connection()).toEqual(before);
  expect(await plans()).toContain(5000);
});
