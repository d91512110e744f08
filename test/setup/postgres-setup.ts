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

/** Starts one temporary PostgreSQL per run with one migrated database, of which each test file gets a copy. */
async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  shared.xingjianServer ??= { users: 0, started: startMigrated() };
  const server = shared.xingjianServer;
  server.users += 1;
  project.provide('postgres', (await server.started).address);
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
  const postgres = await startEmbeddedPostgres({
    folder: path.join(parent, 'postgres'),
    volatile: true,
    settings: { shared_buffers: '128MB', max_connections: 200, max_wal_size: '512MB' },
  });
  const admin = await openDatabase({ ...postgres.address, max: 1 });
  await admin.query(`create database ${MIGRATED_TEMPLATE}`);
  await admin.close();
  const template = await openDatabase({ ...postgres.address, database: MIGRATED_TEMPLATE, max: 1 });
  await migrateDatabase(template);
  await template.close();
  return {
    address: postgres.address,
    stop: async () => {
      await postgres.stop();
      for (const folder of [postgres.folder, parent]) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string; database: string };
  }
}
