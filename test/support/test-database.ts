import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, type DatabaseAddress, openDatabase, type Session } from '#server/db/open-database.ts';
import { countDatabase, sampleNow } from '../runner/meter.ts';

/** The database migrated by test/setup/postgres-setup.ts, which nobody writes to. */
export const MIGRATED_TEMPLATE = 'template_migrated';

/** Opened as they are needed. Fewer make calls that race wait for each other: some hold one and take another. */
const usualConnections = 10;

export interface TestDatabase extends Database {
  /** For code that opens its own connections to the same database. */
  readonly address: DatabaseAddress;
  /** Closes the pool and drops the database. */
  close(): Promise<void>;
}

/**
 * A state from which many test files start (reference data, a demonstration prefecture): built once per run under
 * this name, then copied in 40 ms.
 */
export interface PreparedState {
  readonly name: string;
  /** The state that it is built from; by default a database that is only migrated. */
  readonly from?: PreparedState;
  build(db: Database): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Maximum number of connections of the pool. */
  max?: number;
  prepared?: PreparedState;
  /** As for {@link openDatabase}: for tests of what only a patched driver does. */
  driverPatches?: boolean;
  /** Empty, for tests that run migrations themselves. */
  empty?: boolean;
}

/** A migrated database for one test file (or one test): `afterAll(() => db.close())` drops it. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const migrated = options.prepared ? await prepareTemplate(options.prepared) : MIGRATED_TEMPLATE;
  const template = options.empty ? 'template1' : migrated;
  const name = `test_${randomBytes(6).toString('hex')}`;
  countDatabase(name);
  await onServer((admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
  const address = { ...inject('postgres'), database: name };
  const { max = usualConnections, driverPatches } = options;
  const db = await openDatabase({ ...address, max, ...(driverPatches !== undefined && { driverPatches }) });
  return {
    ...db,
    address,
    close: async () => {
      sampleNow();
      await db.close();
      await onServer((admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/**
 * Builds a template unless another worker has done it or is doing it, which is awaited. The database gets its final
 * name last, so that a failed build is no template.
 */
async function prepareTemplate({ name, from, build }: PreparedState): Promise<string> {
  const template = `template_${name}`;
  const origin = from ? await prepareTemplate(from) : MIGRATED_TEMPLATE;
  await onServer(async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [template]);
    try {
      if (!(await admin.row('select from pg_database where datname = $1', [template]))) await buildTemplate(admin);
    } finally {
      await admin.query('select pg_advisory_unlock(hashtext($1))', [template]);
    }
  });
  return template;

  async function buildTemplate(admin: Session): Promise<void> {
    const unfinished = `${template}_unfinished`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    countDatabase(unfinished);
    await admin.query(`create database ${unfinished} template ${origin} strategy file_copy`);
    const db = await openDatabase({ ...inject('postgres'), database: unfinished });
    try {
      await build(db);
    } finally {
      sampleNow();
      await db.close();
    }
    await admin.query(`alter database ${unfinished} rename to ${template}`);
  }
}

let maintenance: Promise<Database> | undefined;

/** Runs work on the maintenance database of the server, over one connection that the files of a worker share. */
async function onServer<T>(work: (admin: Session) => Promise<T>): Promise<T> {
  maintenance ??= openDatabase({ ...inject('postgres'), max: 1 });
  return (await maintenance).session(work);
}
