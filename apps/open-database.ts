import { type Database, type DatabaseAddress, openDatabase } from '#server/db/connect.ts';
import { repeatWhileAway } from '#server/db/driver/availability.ts';
import { type ChangeListener, listenForChanges } from '#server/db/listen-for-changes.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import type { Log } from '#server/log.ts';

export interface OpenedDatabase {
  db: Database;
  /** Listens for changes since before anything was read. */
  ear: ChangeListener;
}

/** The database with this program's schema. Needs nothing else of the program, which is loaded meanwhile. */
export async function openPlatformDatabase(address: DatabaseAddress, log: Log): Promise<OpenedDatabase> {
  const db = await openDatabase({
    ...address,
    max: 20,
    readsAtOnce: true,
    statementTimeout: 30_000,
    // our own PostgreSQL restarts within a second or two, and clients wait ten
    ...(address.url === undefined ? { patience: 8000 } : {}),
    onAway: (error) => log.error({ reason: String(error) }, '数据库连接不上 the database is away'),
    onBack: (was) => log.warn(was, '数据库已恢复 the database is back'),
  });
  const listening = listenForChanges(db, log);
  try {
    const applied = await repeatWhileAway(() => migrateDatabase(db));
    if (applied.length) log.info({ applied: applied.length }, '数据库结构已更新 schema migrated');
    return { db, ear: await listening };
  } catch (error) {
    await (await listening).stop();
    await db.close();
    throw error;
  }
}
