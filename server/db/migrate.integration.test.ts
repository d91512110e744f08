import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Migration, migrateDatabase, readMigrations } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
  await db.query('drop table if exists migration');
});
afterEach(() => db.close());

function migration(place: number, text: string): Migration {
  const name = `${String(place).padStart(4, '0')}_trial`;
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
}

const first = migration(1, 'create table trial (id int); create table other (id int);');
const second = migration(2, 'alter table trial add name text;');

test('runs pending migrations in order, once', async () => {
  expect(await migrateDatabase(db, [first])).toEqual(['0001_trial']);
  expect(await migrateDatabase(db, [first, second])).toEqual(['0002_trial']);
  expect(await migrateDatabase(db, [first, second])).toEqual([]);
  expect(await db.rows('select name from trial')).toEqual([]);
});

test('a column whose names are indexed can be altered', async () => {
  await migrateDatabase(db, [first, second]);
  await db.query(`create function trial_keep() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger search_name_changed after update on trial for each row when (old.name is distinct from new.name) execute function trial_keep()`);
  const third = migration(3, 'alter table trial alter name type varchar(9);');
  expect(await migrateDatabase(db, [first, second, third])).toEqual(['0003_trial']);
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

test('runs a migration that arrives late, before ones already applied', async () => {
  const independent = migration(2, 'create table elsewhere (id int)');
  await migrateDatabase(db, [independent]);
  expect(await migrateDatabase(db, [first, independent])).toEqual(['0001_trial']);
  expect(await migrateDatabase(db, [first, independent])).toEqual([]);
});

test('continues with a database that recorded numbers', async () => {
  await db.query(`create table migration (number int primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default now(), duration_ms int not null)`);
  await db.query('insert into migration (number, name, checksum, duration_ms) values (1, $1, $2, 3)', [
    first.name,
    first.checksum,
  ]);
  await db.query(first.text);
  expect(await migrateDatabase(db, [first, second])).toEqual(['0002_trial']);
  await expect(
    db.query(`insert into migration (name, checksum, duration_ms) values ('0002_trial', '', 0)`),
  ).rejects.toThrow('duplicate key');
});

test('a failing file changes nothing and names its line', async () => {
  const broken = migration(2, 'create table half ();\n\nselect nonsense from nowhere;');
  await expect(migrateDatabase(db, [first, broken])).rejects.toThrow(
    'Migration 0002_trial.sql:3 failed and changed nothing: relation "nowhere" does not exist',
  );
  expect(await db.rows('select name from migration')).toEqual([{ name: '0001_trial' }]);
  expect(await db.row(`select to_regclass('half') as half`)).toEqual({ half: null });
});

test('names contain moment and area, so that areas never collide; migrations run in the order of names', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
  const names = (files: string[]) => {
    for (const file of files) fs.writeFileSync(path.join(folder, file), '');
    return readMigrations(folder).map(({ name }) => name);
  };
  try {
    expect(names(['202611220945_travel_route.sql', '0099_old.sql', '202611220945_scenic_spot.sql'])).toEqual([
      '0099_old',
      '202611220945_scenic_spot',
      '202611220945_travel_route',
    ]);
    for (const wrong of ['100_short.sql', '202613220945_travel_route.sql', '202611220945_route.sql', '0100-dash.sql']) {
      expect(() => names([wrong]), wrong).toThrow(`migrations/${wrong}: the name must look like`);
      fs.rmSync(path.join(folder, wrong));
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("the product's own migrations are well-named and in order", () => {
  expect(() => readMigrations()).not.toThrow();
});

test('refuses a PostgreSQL that cannot order Chinese texts, before it changes anything', async () => {
  await db.query(`delete from pg_collation where collprovider = 'i' and collname <> 'pinyin'`);
  await db.query(`update pg_collation set collprovider = 'c' where collname = 'pinyin'`);
  await expect(migrateDatabase(db, [first])).rejects.toThrow('was built without ICU');
  expect(await db.rows(`select to_regclass('trial')::text as trial`)).toEqual([{ trial: null }]);
});

test('another version of ICU rebuilds the indexes, once', async () => {
  await db.query('create table named (name text)');
  await db.query('create index named_by_name on named (name collate pinyin)');
  const built = () => db.row(`select pg_relation_filenode('named_by_name')::text as file`);
  const before = await built();
  await migrateDatabase(db, [first]);
  expect(await built()).toEqual(before);
  await db.query(`update pg_collation set collversion = '1.0' where collname = 'pinyin'`);
  await migrateDatabase(db, [first]);
  const after = await built();
  expect(after).not.toEqual(before);
  await migrateDatabase(db, [first]);
  expect(await built()).toEqual(after);
});
