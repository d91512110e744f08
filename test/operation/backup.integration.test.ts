import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, test as anywhere, beforeAll, expect } from 'vitest';
import { activeEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { listBackups, removeOldBackups } from '#server/backup/backup-folder.ts';
import { readManifest, tableFile } from '#server/backup/backup-manifest.ts';
import { makeBackup } from '#server/backup/make-backup-of-database-and-files.ts';
import { rehearseBackupRestore } from '#server/backup/rehearse-restore-in-temporary-database.ts';
import { restoreBackup } from '#server/backup/restore-backup-of-database-and-files.ts';
import { restoreDatabase } from '#server/backup/restore-database-from-backup.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

/**
 * Invented modules create their tables themselves: a backup contains them, but no migration creates them, so it cannot
 * be restored.
 */
const test = anywhere.skipIf(process.env.MODULES);

let on: TestEngine;
/** The database that is restored into. */
let db: TestDatabase;
let home: string;
let folder: string;

beforeAll(async () => {
  on = await createTestEngine();
  db = await createTestDatabase({ max: 1 });
  home = fs.mkdtempSync(path.join(path.dirname(on.config.dataDir), 'xingjian-backup-'));
  fs.chmodSync(home, 0o755);
  folder = path.join(home, 'backups');
  await uploadMaterials(on.engine);
  await activeEnterprise(on.engine, await on.officer('admin'));
  // the month of an old partition, which today's migrations do not create
  await on.db.query(
    `create table history_202001 partition of history for values from ('2020-01-01 00:00:00+00') to ('2020-02-01 00:00:00+00')`,
  );
  await on.db.query(
    `insert into history (resource, row_id, action, actor_type, actor_name, createtime)
     values ('a/b', 1, 'edit', 'system', E'制表\\t换行\\n反斜杠\\\\N', '2020-01-15')`,
  );
  const storage = path.join(on.config.dataDir, 'storage', 'default', '2026');
  fs.mkdirSync(storage, { recursive: true });
  fs.writeFileSync(path.join(storage, '一 号.txt'), '第一份');
  fs.writeFileSync(path.join(storage, 'two.bin'), Buffer.alloc(300_000, 7));
  fs.mkdirSync(path.join(on.config.dataDir, 'storage', '.incoming'), { recursive: true });
  fs.writeFileSync(path.join(on.config.dataDir, 'storage', '.incoming', 'half'), 'half');
});
afterAll(async () => {
  await db.close();
  await on.close();
  fs.rmSync(home, { recursive: true, force: true });
});

const backUp = (signal?: AbortSignal) =>
  makeBackup({ db: on.db, dataDir: on.config.dataDir, folder, ...(signal ? { signal } : {}) });
async function newestBackup() {
  const [name = ''] = await listBackups(folder);
  const made = path.join(folder, name);
  return { made, manifest: await readManifest(made) };
}
const counts = (db: { row: TestEngine['db']['row'] }) =>
  db.row(`select (select count(*)::int from enterprise) as enterprises, (select count(*)::int from history) as histories,
    (select count(*)::int from event) as events, (select actor_name from history where createtime < '2021-01-01') as odd,
    (select count(*)::int from graphile_worker._private_jobs) as tasks`);

test('a backup contains each transaction committed meanwhile as a whole or not at all', async () => {
  await on.db.query('create table pair (id int primary key, amount int not null)');
  await on.db.query('insert into pair values (1, 500), (2, 500)');
  let going = true;
  const writing = (async () => {
    while (going)
      await on.db.transaction(async (tx) => {
        await tx.query('update pair set amount = amount - 1 where id = 1');
        await sleep(2);
        await tx.query('update pair set amount = amount + 1 where id = 2');
      });
  })();
  const { folder: made } = await backUp();
  going = false;
  await writing;
  await on.db.query('drop table pair');
  const rows = gunzipSync(fs.readFileSync(tableFile(made, { schema: 'public', name: 'pair' })));
  const amounts = [...String(rows).matchAll(/^\d+\t(\d+)$/gm)].map(([, amount]) => Number(amount));
  expect(amounts).toHaveLength(2);
  expect(amounts.reduce((sum, one) => sum + one)).toBe(1000);
  fs.rmSync(made, { recursive: true });
});

test('changes to a backup on the disk are detected before anything is restored', async () => {
  const { folder: made, manifest } = await backUp();
  expect(
    manifest.tables.map(({ name }) => name),
    'data that is valid for minutes only is left out',
  ).not.toContain('call_budget');
  const [table, emptyTable] = [
    manifest.tables.find(({ name }) => name === 'enterprise'),
    manifest.tables.find(({ rows }) => rows === 0),
  ];
  if (!table || !emptyTable) throw new Error('no enterprises, or no table without rows');
  const whole = fs.readFileSync(tableFile(made, table));
  const none = fs.readFileSync(tableFile(made, emptyTable));
  fs.writeFileSync(tableFile(made, emptyTable), whole);
  await expect(restoreDatabase(db, made, manifest)).rejects.toThrow(
    `${emptyTable.schema}.${emptyTable.name} does not match the manifest`,
  );
  fs.writeFileSync(tableFile(made, emptyTable), none);
  fs.writeFileSync(tableFile(made, table), whole.subarray(0, whole.length - 20));
  await expect(restoreDatabase(db, made, manifest)).rejects.toThrow('public.enterprise does not match the manifest');
  expect(await db.row('select count(*)::int as n from history')).toEqual({ n: 0 });
  fs.writeFileSync(tableFile(made, table), whole);
  const file = path.join(made, 'files/default/2026/two.bin');
  fs.renameSync(file, path.join(home, 'two.bin'));
  const dataDir = path.join(home, 'half');
  fs.mkdirSync(dataDir);
  fs.copyFileSync(path.join(on.config.dataDir, 'secret.key'), path.join(dataDir, 'secret.key'));
  await expect(restoreBackup(db, made, manifest, { dataDir })).rejects.toThrow(
    'two.bin does not match the list of files',
  );
  expect(fs.readdirSync(dataDir)).toEqual(['secret.key']);
  fs.renameSync(path.join(home, 'two.bin'), file);
  const description = path.join(made, 'manifest.json');
  const described = fs.readFileSync(description);
  fs.writeFileSync(description, '{"format":99}');
  await expect(readManifest(made)).rejects.toThrow('made by a newer version');
  fs.writeFileSync(description, described);
});

test('a database is not restored into while a server uses it', async () => {
  const { made, manifest } = await newestBackup();
  const server = await openDatabase({ ...db.address, max: 1, applicationName: 'xingjian' });
  try {
    await server.query('select 1');
    await expect(restoreDatabase(db, made, manifest)).rejects.toThrow('The database is in use by the server');
  } finally {
    await server.close();
  }
});

test('a restore brings back rows, sequences and files, including old partitions and the queue', async () => {
  const { made, manifest } = await newestBackup();
  expect(manifest.files.count).toBeGreaterThanOrEqual(2);
  expect(fs.existsSync(path.join(made, 'files', '.incoming'))).toBe(false);
  expect(JSON.stringify(manifest)).not.toContain(fs.readFileSync(path.join(on.config.dataDir, 'secret.key'), 'utf8'));
  const dataDir = path.join(home, 'restored');
  const key = path.join(home, 'kept.key');
  fs.copyFileSync(path.join(on.config.dataDir, 'secret.key'), key);
  await expect(restoreBackup(db, made, manifest, { dataDir })).rejects.toThrow('The key is missing');
  fs.writeFileSync(path.join(home, 'other.key'), 'ab'.repeat(32));
  await expect(restoreBackup(db, made, manifest, { dataDir, key: path.join(home, 'other.key') })).rejects.toThrow(
    'is not the key of this backup',
  );
  // an earlier restore failed, and the database was then prepared by a newer version
  await db.query(`insert into migration (name, checksum, duration_ms) values ('209901010000_x_y', '', 0)`);
  const restored = await restoreBackup(db, made, manifest, { dataDir, key });
  expect(restored).toMatchObject({ migrated: [], queue: true });
  expect(await counts(db)).toEqual(await counts(on.db));
  expect(fs.readFileSync(path.join(dataDir, 'storage/default/2026/一 号.txt'), 'utf8')).toBe('第一份');
  expect(fs.readFileSync(path.join(dataDir, 'secret.key'))).toEqual(fs.readFileSync(key));
  // sequences continue where they were, foreign keys and triggers are back
  const next = await db.row<{ id: number }>(
    `insert into history (resource, row_id, action, actor_type, actor_name) values ('a/b', 2, 'edit', 'system', '') returning id`,
  );
  const highest = await on.db.row<{ id: number }>('select max(id) as id from history');
  expect(next?.id).toBeGreaterThan(highest?.id ?? 0);
  const keys = `select count(*)::int as n from pg_constraint where contype = 'f'`;
  expect(await db.row(keys)).toEqual(await on.db.row(keys));
  expect(await db.row(`select count(*)::int as n from pg_trigger where tgenabled = 'D'`)).toEqual({ n: 0 });
  // nothing in use is overwritten
  await expect(restoreBackup(db, made, manifest, { dataDir })).rejects.toThrow('already contains files');
  await expect(restoreDatabase(db, made, manifest)).rejects.toThrow('The database is not empty');
  await db.query('discard temp'); // migrations run once on a connection, where they make functions of its own
  const again = await restoreBackup(db, made, manifest, { dataDir, replace: true });
  expect(fs.existsSync(path.join(again.previousFolder ?? '', 'default/2026/two.bin'))).toBe(true);
  expect(await counts(db)).toEqual(await counts(on.db));
});

test('a second backup takes no space for unchanged files, and only a limited number of backups is kept', async () => {
  const { folder: newest, manifest } = await backUp();
  expect(await listBackups(folder)).toHaveLength(2);
  expect(fs.statSync(path.join(newest, 'files/default/2026/two.bin')).nlink).toBe(2);
  await removeOldBackups(folder, 1);
  expect(await listBackups(folder)).toEqual([path.basename(newest)]);
  const found = await rehearseBackupRestore(newest, manifest, { scratch: home });
  expect(found).toMatchObject({ wrong: [], migrated: [], queue: true, files: manifest.files.count });
  expect(fs.readdirSync(home).filter((name) => name.startsWith('rehearsal'))).toEqual([]);
});

test('an interrupted backup leaves nothing behind, and of two at once only one is made', async () => {
  const before = await listBackups(folder);
  const stop = new AbortController();
  const going = makeBackup({
    db: on.db,
    dataDir: on.config.dataDir,
    folder,
    signal: stop.signal,
    onStep: () => stop.abort(),
  });
  await expect(going).rejects.toThrow(/abort/i);
  expect(fs.readdirSync(folder)).toEqual(before);
  const both = await Promise.allSettled([backUp(), backUp()]);
  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});
