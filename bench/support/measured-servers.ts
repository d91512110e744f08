import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#data/package-root.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { openEncryptionKeyFile } from '#server/encryption-and-signing.ts';
import { type ServerProcess, startBuiltProduct, startServerProcess } from '../../test/support/server-process.ts';
import type { Options } from '../options.ts';
import { loadEnterprises, prefecture } from './load-enterprises.ts';

/** Product and baseline, running on one database full of enterprises. */
export interface MeasuredServers {
  db: Database;
  /** Address of the database. */
  url: string;
  /** Process id of the postmaster. */
  postmaster: number;
  product: ServerProcess;
  /** Folder of the product, with its key. */
  dataDir: string;
  bare: ServerProcess;
  /** Header lines of calls by the restricted officer. */
  headers: string;
  close(): Promise<void>;
}

const password = 'Bench-2026';

/** Creates a temporary folder that the unprivileged account of PostgreSQL can access when the bench runs as root. */
export function makeTemporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-bench-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

/** Settings of the measured product: the defaults, but without demonstration data, captcha and rate limit. */
export const productSettings = { ADMIN_PASSWORD: password, DEMO: '0', CAPTCHA: 'off', RATE_LIMIT: 'off' };

export async function startMeasuredServers(
  options: Options,
  log: (line: string) => void,
  settings: Readonly<Record<string, string>> = {},
): Promise<MeasuredServers> {
  const folder = options.data ?? makeTemporaryFolder();
  fs.mkdirSync(folder, { recursive: true });
  const closing: (() => Promise<unknown> | unknown)[] = [];
  const close = async () => {
    for (const end of closing.reverse()) await end();
    if (!options.data) fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres') });
    closing.push(() => postgres.stop());
    const db = await openDatabase({ ...postgres.address, max: 3 });
    closing.push(() => db.close());
    await migrateDatabase(db);
    const url = addressOf(postgres);
    const dataDir = path.join(folder, 'data');
    const startProduct = () =>
      startBuiltProduct({ ...productSettings, ...settings, DATABASE_URL: url, DATA_DIR: dataDir });
    // the first start loads reference data, menu and rules, and holds more memory than any later one: it is not measured
    await (await startProduct()).stop();
    await fill(db, dataDir, options.rows, log);
    const product = await startProduct();
    closing.push(() => product.stop());
    await awaitNight(db, log);
    // rows added by the bench are removed, or a kept folder would grow with every run; an interrupted run leaves them
    const removeAdded = async () => {
      if (options.resources === 60) await db.query('truncate enterprise_insurance cascade');
      await db.query('delete from enterprise where id > $1', [options.rows]);
    };
    if (options.data) {
      await removeAdded();
      closing.push(removeAdded);
    }
    await createOfficer(db);
    const bare = await startServerProcess(
      ['--import', 'tsx', path.join(packageRoot, 'bench', 'support', 'bare-server.ts')],
      { DATABASE_URL: url },
      { ready: '/' },
    );
    closing.push(() => bare.stop());
    const { token } = await signIn(product.port, 'bench');
    return {
      db,
      url,
      postmaster: readPostmaster(postgres),
      product,
      dataDir,
      bare,
      headers: `batoken: ${token}\r\nserver: 1\r\naccept: application/json\r\nthink-lang: zh-cn\r\n`,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const addressOf = ({ address }: EmbeddedPostgres) =>
  `postgres://${address.user}@localhost:${address.port}/${address.database}?host=${encodeURIComponent(address.host)}`;

function readPostmaster({ folder }: EmbeddedPostgres): number {
  return Number(fs.readFileSync(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function fill(db: Database, dataDir: string, rows: number, log: (line: string) => void): Promise<void> {
  const loaded = await db.row<{ n: number }>('select count(*)::int as n from enterprise');
  if (loaded && loaded.n >= rows) {
    log(`${loaded.n} enterprises are loaded already`);
    return;
  }
  if (loaded?.n) throw new Error(`the database holds ${loaded.n} enterprises; remove it to load ${rows}`);
  const started = performance.now();
  let reported = 0;
  await loadEnterprises(db, openEncryptionKeyFile(dataDir), rows, (done) => {
    if (done - reported < rows / 10) return;
    reported = done;
    log(`  ${done} enterprises (${seconds(started)} s)`);
  });
  log(`${rows} enterprises loaded and indexed in ${seconds(started)} s`);
}

/**
 * Waits for nightly jobs that a folder kept from another day has missed: the product runs them as soon as it starts,
 * beside whatever is measured.
 */
async function awaitNight(db: Database, log: (line: string) => void): Promise<void> {
  const started = performance.now();
  const open = `select (select count(*) from schedule where next_at < now()) + (select count(*) from schedule_run where status in ('waiting', 'running')) as n`;
  while (Number((await db.row<{ n: string }>(open))?.n) > 0) await sleep(200);
  if (performance.now() - started > 2000) log(`nightly jobs took ${seconds(started)} s`);
}

const seconds = (started: number) => ((performance.now() - started) / 1000).toFixed(0);

/** Creates an officer of the prefecture with every right over enterprises, limited to the prefecture. */
async function createOfficer(db: Database): Promise<void> {
  const hashed = await hashPassword(password);
  await db.transaction(async (tx) => {
    const rules = `select array_agg(id order by id) from auth_menu where name ~ '^enterprise'`;
    // a kept folder may contain other resources than now
    const existing = await tx.row<{ id: number }>(
      `update auth_group set rules = (${rules}) where name = 'bench' returning id`,
    );
    if (existing) return;
    const group = await tx.row<{ id: number }>(
      `insert into auth_group (name, rules) values ('bench', (${rules})) returning id`,
    );
    await tx.query(
      `insert into auth_admin (username, nickname, password, group_arr, area_code) values ('bench', 'bench', $1, $2::bigint[], $3)`,
      [hashed, [group?.id], prefecture],
    );
  });
}

/** Signs an account in and returns what the browser stores. */
export async function signIn(port: number, username: string): Promise<{ token: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/admin/index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', server: '1' },
    body: JSON.stringify({ username, password }),
  });
  const answer = (await response.json()) as { code: number; data?: { userInfo?: { token: string } } };
  const account = answer.data?.userInfo;
  if (!account) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer)}`);
  return account;
}
