import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { restrictedRole } from '#server/db/database-role-that-cannot-change-evidence.ts';
import type { OperatingSystemAccount } from '#server/db/embedded/choose-operating-system-account-for-postgres.ts';
import { explainServerFailure } from '#server/db/embedded/explain-postgres-failures.ts';
import type { PostgresBinaries } from '#server/db/embedded/postgres-binaries.ts';

/** An address that `openDatabase` accepts. */
export interface SocketAddress {
  /** Folder of the Unix socket. */
  host: string;
  port: number;
  user: string;
  database: string;
}

/** The environment for PostgreSQL: without our own variables, above all passwords. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC' };
}

/** Runs initdb in a temporary folder and renames it, so that an aborted run leaves no incomplete cluster. */
export async function createCluster(
  cluster: string,
  user: string,
  binaries: PostgresBinaries,
  account: OperatingSystemAccount | undefined,
  volatile: boolean,
): Promise<void> {
  const unfinished = `${cluster}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  const ctype = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  // The builtin C.UTF-8 locale classifies Chinese characters on any machine; with plain C, pg_trgm ignores Chinese
  // text.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C', `--lc-ctype=${ctype}`];
  const formats = ['messages', 'monetary', 'numeric', 'time'].map((category) => `--lc-${category}=C`);
  const args = ['-D', unfinished, '-U', user, '-A', 'trust', '-E', 'UTF8', ...locale, ...formats];
  if (volatile) args.push('--no-sync');
  try {
    await promisify(execFile)(path.join(binaries.folder, 'initdb'), args, {
      ...account,
      cwd: '/',
      env: postgresEnvironment(),
    });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw explainServerFailure(path.dirname(cluster), stderr || message, 'initdb');
  }
  fs.renameSync(unfinished, cluster);
}

/**
 * Creates the database of a new cluster. A marker file records that it exists, which saves a connection at each start.
 */
export async function ensureDatabase(address: SocketAddress, cluster: string): Promise<void> {
  const note = path.join(cluster, 'xingjian.database');
  if (fs.existsSync(note)) return;
  const { default: pg } = await import('pg');
  const client = new pg.Client({ ...address, database: 'postgres' }).on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [address.database]);
    if (!rowCount) await client.query(`create database ${address.database}`);
  } finally {
    await client.end();
  }
  fs.writeFileSync(note, '');
}

/**
 * Creates the role by which the product connects, which may not change evidence (server/db/database-role-that-cannot-change-evidence.ts); the first
 * role stays the owner of the database. A marker file records that it exists.
 */
export async function ensureProductRole(address: SocketAddress, cluster: string): Promise<void> {
  const note = path.join(cluster, 'xingjian.product-role');
  if (fs.existsSync(note)) return;
  const { default: pg } = await import('pg');
  const client = new pg.Client({ ...address }).on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [restrictedRole]);
    if (!rowCount) await client.query(`create role ${restrictedRole} login`);
  } finally {
    await client.end();
  }
  fs.writeFileSync(note, '');
}
