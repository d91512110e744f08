import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { type Migration, migrateDatabase, readMigrations } from '#server/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
  await db.query('drop table if exists migration');
});
afterEach(() => db.close());

function migration(number: number, text: string): Migration {
  const name = `${String(number).padStart(4, '0')}_trial`;
  return { number, name, text, checksum: createHash('sha256').update(text).digest('hex') };
}

const first = migration(1, 'create table trial (id int); create table other (id int);');
const second = migration(2, 'alter table trial add name text;');

test('runs what is missing, in order, once', async () => {
  expect(await migrateDatabase(db, [first])).toEqual(['0001_trial']);
  expect(await migrateDatabase(db, [first, second])).toEqual(['0002_trial']);
  expect(await migrateDatabase(db, [first, second])).toEqual([]);
  expect(await db.rows('select name from trial')).toEqual([]);
});

test('two programs starting at once migrate once', async () => {
  const again = await openDatabase(db.address);
  const ran = await Promise.all([migrateDatabase(db, [first, second]), migrateDatabase(again, [first, second])]);
  expect(ran.flat().sort()).toEqual(['0001_trial', '0002_trial']);
  await again.close();
});

test('refuses a database of a newer program', async () => {
  await migrateDatabase(db, [first, second]);
  await expect(migrateDatabase(db, [first])).rejects.toThrow(
    'The database was upgraded by a newer version of this program (0002_trial)',
  );
});

test('refuses files changed after they were applied', async () => {
  await migrateDatabase(db, [first]);
  await expect(migrateDatabase(db, [migration(1, 'create table trial ()')])).rejects.toThrow(
    'Migration 0001_trial.sql was changed after it had been applied',
  );
});

test('refuses a late-comer below what is applied', async () => {
  await migrateDatabase(
    db,
    [second].map((m) => ({ ...m, text: 'create table trial ()' })),
  );
  await expect(migrateDatabase(db, [first, second])).rejects.toThrow('numbered below 2');
});

test('a failing file changes nothing and names its line', async () => {
  const broken = migration(2, 'create table half ();\n\nselect nonsense from nowhere;');
  await expect(migrateDatabase(db, [first, broken])).rejects.toThrow(
    'Migration 0002_trial.sql:3 failed and changed nothing: relation "nowhere" does not exist',
  );
  expect(await db.rows('select number from migration')).toEqual([{ number: 1 }]);
  expect(await db.row(`select to_regclass('half') as half`)).toEqual({ half: null });
});

test('the product’s own migrations are well-named and in order', () => {
  expect(() => readMigrations()).not.toThrow();
});
