import {
  ownsAllButEvidence,
  restrictedRole,
  transferOwnershipExceptEvidence,
} from '#server/db/database-role-that-cannot-change-evidence.ts';
import { retryWhileDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import { type ChangeListener, listenForChanges } from '#server/db/listen-for-table-changes.ts';
import { isMigrated, migrateDatabase } from '#server/db/migrate.ts';
import { type Database, type DatabaseAddress, openDatabase } from '#server/db/open-database.ts';
import type { Log } from '#server/log.ts';

export interface OpenedDatabase {
  db: Database;
  /** Listens for changes since before anything was read. */
  ear: ChangeListener;
}

/**
 * The database with this program's schema. Needs nothing else of the program, which is loaded meanwhile.
 *
 * With an `owner` migrations run under its role, and the product's own role gets no right to change evidence.
 */
export async function openPlatformDatabase(
  address: DatabaseAddress,
  owner: DatabaseAddress | undefined,
  log: Log,
): Promise<OpenedDatabase> {
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
    const applied = await retryWhileDatabaseUnavailable(() =>
      owner ? migrateAsOwner(db, owner) : migrateDatabase(db),
    );
    if (applied.length) log.info({ applied: applied.length }, '数据库结构已更新 schema migrated');
    return { db, ear: await listening };
  } catch (error) {
    await (await listening).stop();
    await db.close();
    throw error;
  }
}

/** Migrates and hands over what was added, over a connection of the owner that is opened only where it is needed. */
async function migrateAsOwner(db: Database, address: DatabaseAddress): Promise<readonly string[]> {
  const role = await db.row<{ name: string }>('select current_user as name');
  if ((await isMigrated(db)) && (await ownsAllButEvidence(db))) return [];
  const owner = await openDatabase({ ...address, max: 2 });
  try {
    const applied = await migrateDatabase(owner);
    await transferOwnershipExceptEvidence(owner, role?.name ?? restrictedRole);
    return applied;
  } finally {
    await owner.close();
  }
}
