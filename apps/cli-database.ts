import path from 'node:path';
import type { Config } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/db/migrate.ts';

export const printMessage = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Opens the database of the settings without migrating it: that of the running server, our own PostgreSQL started for
 * this call, or one by URL.
 */
export async function withOpenDatabase(config: Config, work: (db: Database) => Promise<void>): Promise<void> {
  const folder = path.join(config.dataDir, 'postgres');
  const running = config.databaseUrl ? undefined : findRunningPostgres(folder);
  const own =
    config.databaseUrl || running
      ? undefined
      : await startEmbeddedPostgres({
          folder,
          onStep: (step) =>
            printMessage(
              step === 'create' ? '… 创建数据库 Creating the database' : '… 启动数据库 Starting the database',
            ),
        });
  let db: Database | undefined;
  try {
    const address = config.databaseUrl ? { url: config.databaseUrl } : (running ?? own?.address);
    db = await openDatabase({ ...address, max: 4, applicationName: 'xingjian-cli' });
    await work(db);
  } finally {
    await db?.close();
    await own?.stop();
  }
}

/** The same, migrated to this version first; prints the migrations. */
export async function withDatabase(
  config: Config,
  work: (db: Database, applied: readonly string[]) => Promise<void>,
): Promise<void> {
  await withOpenDatabase(config, async (db) => {
    const applied = await migrateDatabase(db);
    for (const name of applied) printMessage(`✓ ${name}`);
    await work(db, applied);
  });
}
