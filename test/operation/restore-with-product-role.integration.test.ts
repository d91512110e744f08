import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, test as anywhere, beforeAll, expect } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { findWritableEvidenceTables } from '#server/db/append-only-evidence-tables.ts';
import { restrictedRole } from '#server/db/database-role-that-cannot-change-evidence.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { createLog } from '#server/log.ts';
import { openPlatformDatabase } from '../../apps/open-database.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { copyMigratedCluster } from '../support/copy-migrated-cluster.ts';

/**
 * The commands on a data folder with its own PostgreSQL, in which the product may not change evidence: a restore has to fill
 * these tables, and leave the product without rights to change them. With invented modules no migration creates all tables.
 */
const test = anywhere.skipIf(process.env.MODULES);

let home: string;
beforeAll(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-restore-'));
  fs.chmodSync(home, 0o755); // as root: the account of PostgreSQL must be able to pass through
});
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

const log = createLog({ level: 'silent' });
/** Each restore runs all migrations on a database that is written to the disk: a busy machine takes two minutes for one. */
const patience = { timeout: 600_000 };
const folderOf = (name: string) => path.join(home, name);

async function cli(name: string, ...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [bundleProgram({ file: 'apps/cli.ts' }), ...args], {
    cwd: packageRoot,
    env: {
      ...process.env,
      DATA_DIR: folderOf(name),
      BACKUP_DIR: folderOf('backups'),
      DATABASE_URL: '',
      DATABASE_OWNER_URL: '',
      ADMIN_PASSWORD: '',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

/** The database as a starting product opens it. */
async function asProduct<Result>(name: string, work: (db: Database, owner: Database) => Promise<Result>) {
  const postgres = await startEmbeddedPostgres({ folder: path.join(folderOf(name), 'postgres') });
  const { db, ear } = await openPlatformDatabase({ ...postgres.address, user: restrictedRole }, postgres.address, log);
  const owner = await openDatabase({ ...postgres.address, max: 2 });
  try {
    return await work(db, owner);
  } finally {
    await owner.close();
    await ear.stop();
    await db.close();
    await postgres.stop();
  }
}

const entry = (seq: number) =>
  sql`insert into chain_entry (stream, seq, event, payload, payload_hash, previous, actor, device, server_time, hash, history_id)
    values ('a/b:1', ${seq}, 'a/b.added', '{}', 'p', '0', 'system', '', '2026-11-28', ${`h${seq}`}, 1)`;
const chain = (db: Database) =>
  db.rows<{ seq: number; hash: string }>('select seq, hash from chain_entry order by seq');

/** What the product must find after a restore: all evidence, which it may add to and not change. */
async function expectRestored(name: string): Promise<void> {
  await asProduct(name, async (db) => {
    expect(await chain(db)).toEqual([{ seq: 1, hash: 'h1' }]);
    expect(await findWritableEvidenceTables(db)).toEqual([]);
    await expect(db.query(`update chain_entry set hash = ''`)).rejects.toThrow('permission denied');
    await expect(db.query('alter table chain_entry disable trigger all')).rejects.toThrow('must be owner');
    await db.query(entry(2));
    await db.query('call create_partitions(3)');
    await db.query(`insert into auth_department (name, kind, area_code) values ('恢复之后', 'bureau', '530100')`);
    expect(await db.rows(`select from pg_trigger where tgenabled = 'D'`)).toEqual([]);
  });
}

test('a restore fills the evidence as the owner, and the product still cannot change it', patience, async () => {
  copyMigratedCluster(folderOf('first'));
  fs.writeFileSync(path.join(folderOf('first'), 'secret.key'), 'ab'.repeat(32));
  expect(await cli('first', 'migrate')).toMatchObject({ code: 0 });
  await asProduct('first', (db) => db.query(entry(1)));
  const made = await cli('first', 'backup', '--key', folderOf('kept'));
  expect(made.code, made.output).toBe(0);

  const key = path.join(folderOf('kept'), 'secret.key');
  const restored = await cli('second', 'restore', '--key', key);
  expect(restored.code, restored.output).toBe(0);
  await expectRestored('second');

  // over a folder that is in use, where one entry more was added
  const replaced = await cli('second', 'restore', '--replace');
  expect(replaced.code, replaced.output).toBe(0);
  await expectRestored('second');
});

test('after a restore that failed the product starts, and cannot change evidence either', patience, async () => {
  const [backup = ''] = fs.readdirSync(folderOf('backups'));
  const tables = path.join(folderOf('backups'), backup);
  const damaged = fs.readdirSync(tables, { recursive: true, encoding: 'utf8' }).find((one) => /chain_entry/.test(one));
  fs.appendFileSync(path.join(tables, damaged ?? ''), 'x');
  const failed = await cli('second', 'restore', '--replace');
  expect(failed.code).not.toBe(0);
  expect(failed.output).toContain('does not match the manifest');
  await asProduct('second', async (db, owner) => {
    expect(await chain(db)).toEqual([]);
    expect(await findWritableEvidenceTables(db)).toEqual([]);
    expect(await findWritableEvidenceTables(owner)).not.toEqual([]);
    await db.query(entry(1));
  });
});
