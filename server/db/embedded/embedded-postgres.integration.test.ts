import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import {
  findRunningPostgres,
  type SocketAddress,
  startEmbeddedPostgres,
} from '#server/db/embedded/embedded-postgres.ts';
import { readPostmaster } from '#server/db/embedded/find-and-stop-leftover-postmaster.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { bundleProgram } from '../../../test/support/bundle-program.ts';

/** One cluster for all tests: each stops it, or takes over what the previous test left dying. */
let parent: string;
let folder: string;

beforeAll(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-pg-'));
  fs.chmodSync(parent, 0o755);
  folder = path.join(parent, 'postgres');
});
afterAll(() => fs.rmSync(parent, { recursive: true, force: true }));

const start = (at = folder) => startEmbeddedPostgres({ folder: at });
const cluster = () => path.join(folder, 'cluster');

async function queryOne<T>(address: SocketAddress, statement: string): Promise<T | undefined> {
  const db = await openDatabase({ ...address, max: 1 });
  const row = await db.row<{ answer: T }>(statement);
  await db.close();
  return row?.answer;
}

/** Runs test/support/postgres-to-kill.ts until it has written some rows; returns it and the last number it acknowledged. */
async function holdElsewhere(): Promise<{ child: ChildProcess; acknowledged: () => number }> {
  const args = [bundleProgram({ file: 'test/support/postgres-to-kill.ts' }), folder];
  const child = spawn(process.execPath, args, { cwd: packageRoot, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  const acknowledged = () => Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1) || -1);
  await expect.poll(acknowledged, { timeout: 60_000 }).toBeGreaterThan(20);
  return { child, acknowledged };
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('starts cold, stops, starts warm, and keeps what was written', async () => {
  const cold = await start();
  expect(await queryOne(cold.address, `select current_setting('server_version_num')::int / 10000 as answer`)).toBe(18);
  await queryOne(cold.address, `create table kept as select '行鉴' as answer`);
  await cold.stop();
  expect(readPostmaster(cluster()).state).toBe('none');

  const began = performance.now();
  const warm = await start();
  expect(performance.now() - began).toBeLessThan(5000);
  expect(await queryOne(warm.address, 'select answer from kept')).toBe('行鉴');
  await warm.stop();
});

test('never runs as root, and is closed to other accounts', async () => {
  const postgres = await start();
  expect(await queryOne(postgres.address, `select current_setting('listen_addresses') as answer`)).toBe('');
  const found = readPostmaster(cluster());
  const uid =
    'pid' in found ? spawnSync('ps', ['-o', 'uid=', '-p', String(found.pid)], { encoding: 'utf8' }).stdout : '';
  expect(Number(uid)).toBeGreaterThan(0);
  expect(fs.statSync(postgres.folder).mode & 0o777).toBe(0o700);
  await postgres.stop();
});

test('one owner at a time, which tools can find', async () => {
  const postgres = await start();
  await expect(start()).rejects.toThrow('Another Xingjian process');
  expect(findRunningPostgres(folder)).toEqual(postgres.address);
  await postgres.stop();
  expect(findRunningPostgres(folder)).toBeUndefined();
});

test('a living owner elsewhere is respected', async () => {
  const { child } = await holdElsewhere();
  await expect(start()).rejects.toThrow(`Another Xingjian process (${child.pid})`);
  expect(await queryOne(findRunningPostgres(folder)!, 'select 1 as answer')).toBe(1);
  await killHard(child);
});

test('kill -9 of the owner: the database ends by itself, the next start loses nothing', async () => {
  const { child, acknowledged } = await holdElsewhere();
  await killHard(child);
  const postgres = await start();
  expect(await queryOne(postgres.address, 'select max(number) as answer from written')).toBeGreaterThanOrEqual(
    acknowledged(),
  );
  await postgres.stop();
});

test('kill -9 of the owner leaves no orphan even when nobody starts again', async () => {
  const { child } = await holdElsewhere();
  await killHard(child);
  await expect.poll(() => readPostmaster(cluster()).state, { timeout: 60_000 }).toBe('none');
});

test('kill -9 of owner and database: the log is replayed, nothing acknowledged is lost', async () => {
  const { child, acknowledged } = await holdElsewhere();
  const postmaster = readPostmaster(cluster());
  if ('pid' in postmaster) process.kill(postmaster.pid, 'SIGKILL');
  await killHard(child);
  const postgres = await start();
  expect(await queryOne(postgres.address, 'select max(number) as answer from written')).toBeGreaterThanOrEqual(
    acknowledged(),
  );
  await postgres.stop();
});

test('a database that outlived its owner is stopped and restarted', async () => {
  const { child } = await holdElsewhere();
  const postmaster = readPostmaster(cluster());
  const parentOf = (pid: number) =>
    Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
  const pid = 'pid' in postmaster ? postmaster.pid : 0;
  const shell = parentOf(pid);
  const watchers = spawnSync('pgrep', ['-P', String(shell)], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number);
  for (const watcher of watchers) if (watcher > 0 && watcher !== pid) process.kill(watcher, 'SIGKILL');
  await killHard(child);
  expect(readPostmaster(cluster())).toEqual({ state: 'ready', pid });
  const postgres = await start();
  expect(readPostmaster(cluster())).not.toEqual({ state: 'ready', pid });
  await postgres.stop();
});

test('a pid file with the id of another program is no obstacle', async () => {
  const lines = [process.pid, cluster(), 0, 5432, folder, '', '', 'ready   ', ''];
  fs.writeFileSync(path.join(cluster(), 'postmaster.pid'), lines.join('\n'));
  expect(readPostmaster(cluster())).toEqual({ state: 'recycled' });
  const postgres = await start();
  await postgres.stop();
});

test('an owner lock with the id of another program is no obstacle', async () => {
  fs.writeFileSync(path.join(folder, 'owner.lock'), JSON.stringify({ pid: process.ppid, startedAt: '1' }));
  const postgres = await start();
  await postgres.stop();
  expect(fs.existsSync(path.join(folder, 'owner.lock'))).toBe(false);
});

test('a killed creation is started again', async () => {
  const half = path.join(parent, 'half');
  fs.mkdirSync(path.join(half, 'cluster.unfinished', 'base'), { recursive: true });
  const postgres = await startEmbeddedPostgres({ folder: half, volatile: true });
  // or killed after the cluster was made and before its database was
  await queryOne({ ...postgres.address, database: 'postgres' }, 'drop database xingjian');
  await postgres.stop();
  fs.rmSync(path.join(half, 'cluster', 'xingjian.database'));
  const next = await startEmbeddedPostgres({ folder: half, volatile: true });
  expect(await queryOne(next.address, 'select current_database()::text as answer')).toBe('xingjian');
  await next.stop();
});

test('a path too long for a socket gets a socket elsewhere', async () => {
  const long = path.join(parent, 'x'.repeat(120));
  const postgres = await startEmbeddedPostgres({ folder: long, volatile: true });
  expect(postgres.address.host).not.toBe(postgres.folder);
  expect(await queryOne(postgres.address, 'select 1 as answer')).toBe(1);
  expect(findRunningPostgres(long)).toEqual(postgres.address);
  await postgres.stop();
  expect(fs.existsSync(postgres.address.host)).toBe(false);
});

test('data of another major version, a file in the way, a folder that cannot be written: one sentence each', async () => {
  const old = path.join(parent, 'old');
  fs.mkdirSync(path.join(old, 'cluster'), { recursive: true });
  fs.writeFileSync(path.join(old, 'cluster', 'PG_VERSION'), '13\n');
  await expect(start(old)).rejects.toThrow('was made by PostgreSQL 13');

  fs.writeFileSync(path.join(parent, 'file'), '');
  await expect(start(path.join(parent, 'file'))).rejects.toThrow('There is a file where the data folder');
  await expect(start(path.join(parent, 'file', 'postgres'))).rejects.toThrow('There is a file where the data folder');

  // not even root can make folders in sysfs; elsewhere a read-only folder does for an ordinary user
  const closed = process.getuid?.() === 0 ? '/sys/kernel/xingjian' : path.join(parent, 'closed');
  if (process.getuid?.() !== 0) fs.mkdirSync(closed, { mode: 0o500 });
  await expect(start(path.join(closed, 'postgres'))).rejects.toThrow('cannot be written');
});

test('PostgreSQL that cannot start says why', async () => {
  const broken = startEmbeddedPostgres({ folder, settings: { shared_buffers: 'plenty' } });
  await expect(broken).rejects.toThrow('invalid value for parameter "shared_buffers": "plenty"');
  const postgres = await start();
  await postgres.stop();
});
