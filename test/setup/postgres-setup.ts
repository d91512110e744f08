import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { MIGRATED_TEMPLATE } from '../support/test-database.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { withPrintableFailure } from './printable-failure.ts';

type Server = Awaited<ReturnType<typeof startMigrated>>;

/**
 * The database shared by the projects of a run. Each project loads this file anew, so a variable in it would not be
 * shared.
 */
const shared = globalThis as { xingjianServer?: { users: number; started: Promise<Server> } };

/**
 * Starts one temporary PostgreSQL per run with one migrated database, of which each test file gets a copy. Tests that start
 * a PostgreSQL of their own copy its files (test/support/copy-migrated-cluster.ts).
 */
async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  shared.xingjianServer ??= { users: 0, started: startMigrated() };
  const server = shared.xingjianServer;
  server.users += 1;
  const { address, migratedCluster } = await server.started;
  project.provide('postgres', address);
  project.provide('migratedCluster', migratedCluster);
  return async () => {
    server.users -= 1;
    if (server.users > 0) return;
    delete shared.xingjianServer;
    await (await server.started).stop();
  };
}

export default withPrintableFailure(setUpPostgres);

async function startMigrated() {
  const parent = makeMemoryFolder('test');
  const folder = path.join(parent, 'postgres');
  const first = await startEmbeddedPostgres({ folder, volatile: true });
  const db = await openDatabase({ ...first.address, max: 1 });
  await migrateDatabase(db);
  await db.close();
  await first.stop();
  const migratedCluster = path.join(parent, 'migrated-cluster');
  // with its owner: as root, the files of a cluster belong to an account of their own
  execFileSync('cp', ['-a', path.join(first.folder, 'cluster'), migratedCluster]);

  const settings = { shared_buffers: '128MB', max_connections: 200, max_wal_size: '512MB' };
  const postgres = await startEmbeddedPostgres({ folder, volatile: true, settings });
  const { database } = postgres.address;
  const admin = await openDatabase({ ...postgres.address, database: 'postgres', max: 1 });
  await admin.query(`create database ${MIGRATED_TEMPLATE} template ${database} strategy file_copy`);
  await admin.close();
  return {
    address: postgres.address,
    migratedCluster,
    stop: async () => {
      await postgres.stop();
      for (const folder of [postgres.folder, parent]) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string; database: string };
    /** The files of a stopped PostgreSQL with the migrated database of the product. */
    migratedCluster: string;
  }
}
