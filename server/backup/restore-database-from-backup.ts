import { migrateDatabase, readMigrations } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open-database.ts';
import { migrateQueue } from '#server/jobs/migrate-and-supervise-queue.ts';
import { StartupError } from '#server/startup-error.ts';
import { type BackupConnection, withBackupConnection } from './backup-connection.ts';
import { type BackupTable, type Manifest, tableFile } from './backup-manifest.ts';
import { copyFileToTable, readEmptyTableFile } from './copy-table-rows.ts';
import {
  quoteTableName,
  readAppliedMigrations,
  readForeignKeys,
  readQueueVersion,
  readTables,
} from './read-database-schema-for-backup.ts';

export interface DatabaseRestoreOptions {
  /** Discards the present content of the database. */
  replace?: boolean;
  /** Called after every restored table. */
  onStep?: (step: { name: string; rows: number; bytes: number }) => void;
}

export interface RestoredDatabase {
  /** Migrations of this program that are newer than the backup. */
  migrated: string[];
  /**
   * Whether the tasks of the job queue were restored. They are not if this program has another version of the queue.
   */
  queue: boolean;
}

/** Whether the database has been used. A migrated database may still be empty. */
async function isInUse(db: Database): Promise<boolean> {
  const table = await db.row<{ there: boolean }>(`select to_regclass('public.auth_admin') is not null as there`);
  if (!table?.there) return false;
  return (await db.row('select from auth_admin limit 1')) !== undefined;
}

/**
 * Restores a backup into a database: the migrations of the backup, then all rows in one transaction, compared with the
 * backup while they are written, then the newer migrations of this program. An interrupted restore can be repeated.
 */
export async function restoreDatabase(
  db: Database,
  folder: string,
  manifest: Manifest,
  options: DatabaseRestoreOptions = {},
): Promise<RestoredDatabase> {
  await refuseUsed(db, options.replace ?? false);
  const ownMigrations = readMigrations();
  const backedUp = new Set(manifest.migrations.map(({ name }) => name));
  const unknown = [...backedUp].find((name) => !ownMigrations.some((one) => one.name === name));
  if (unknown !== undefined) {
    throw new StartupError({
      'zh-cn': `备份来自更新版本的程序（${unknown}），请用该版本或更新的程序恢复。`,
      en: `The backup was made by a newer version of this program (${unknown}); restore it with that version or a newer one.`,
    });
  }
  // unused, but migrated by a newer program than the backup's: the schema is dropped first
  const isNewer = (await readAppliedMigrations(db).catch(() => [])).some(({ name }) => !backedUp.has(name));
  if (options.replace || isNewer) await clear(db);
  await migrateDatabase(
    db,
    ownMigrations.filter(({ name }) => backedUp.has(name)),
  );
  if (manifest.queue !== null) await migrateQueue(db);
  const queue = manifest.queue !== null && (await readQueueVersion(db)) === manifest.queue;
  const isWanted = ({ schema }: { schema: string }) => schema === 'public' || queue;
  const wanted = {
    ...manifest,
    tables: manifest.tables.filter(isWanted),
    sequences: manifest.sequences.filter(isWanted),
  };
  await withBackupConnection(db, (on) => fill(on, folder, wanted, options));
  return { migrated: await migrateDatabase(db), queue };
}

async function refuseUsed(db: Database, replace: boolean): Promise<void> {
  const others = await db.row<{ n: number }>(`
    select count(distinct application_name)::int as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'xingjian%' and application_name <> 'xingjian-cli'`);
  if ((others?.n ?? 0) > 0) {
    throw new StartupError({
      'zh-cn': '服务正在使用该数据库，请先停止服务再恢复。',
      en: 'The database is in use by the server. Stop it before restoring.',
    });
  }
  if (replace || !(await isInUse(db))) return;
  throw new StartupError({
    'zh-cn': '数据库不是空的。确要以备份替换其中的全部数据，请加 --replace。',
    en: 'The database is not empty. To replace all its data with the backup, add --replace.',
  });
}

async function clear(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('drop schema if exists graphile_worker cascade');
    await tx.query('drop schema public cascade');
    await tx.query('create schema public');
  });
}

/**
 * Restores all rows or none. Foreign keys are dropped and recreated, which checks them; triggers do not fire. Tables that have
 * no rows, before and after, stay as they are: six in seven of those of a young bureau.
 */
async function fill(
  on: BackupConnection,
  folder: string,
  manifest: Manifest,
  { onStep }: DatabaseRestoreOptions,
): Promise<void> {
  /** Quoted names of tables whose rows change. */
  const changed: string[] = [];
  await on.query('begin');
  try {
    for (const { name, of, bound } of manifest.partitions)
      await on.query(`create table if not exists "${name}" partition of "${of}" ${checkedBound(bound)}`);
    const tables = await readTables(on);
    const all = new Set(tables.map(quoteTableName));
    const emptied = new Set(tables.filter(({ isEmpty }) => !isEmpty).map(quoteTableName));
    const filled = new Set(manifest.tables.filter(({ rows }) => rows > 0).map(quoteTableName));
    changed.push(...[...all].filter((table) => emptied.has(table) || filled.has(table)));
    const keys = (await readForeignKeys(on)).filter(({ table, to }) => changed.includes(table) || emptied.has(to));
    // tables that are left out of backups may have keys, too
    const altered = [...new Set([...changed, ...keys.map(({ table }) => table)])].map((table) => ({
      table,
      keys: keys.filter((key) => key.table === table),
      triggers: changed.includes(table),
    }));
    for (const { table, keys: own, triggers } of altered)
      await alterTable(on, table, [
        ...own.map(({ name }) => `drop constraint ${name}`),
        ...(triggers ? ['disable trigger user'] : []),
      ]);
    // including the operation log, which otherwise can only be added to
    if (emptied.size > 0) await on.query(`truncate ${[...emptied].join(', ')}`);
    for (const table of manifest.tables) {
      if (!all.has(quoteTableName(table))) throw damaged(table);
      const file = tableFile(folder, table);
      const copying = table.rows === 0 ? readEmptyTableFile(file) : copyFileToTable(on.client, table, file);
      const copied = await copying.catch((error: unknown) => {
        throw damaged(table, error);
      });
      if (copied.sha256 !== table.sha256 || copied.rows !== table.rows) throw damaged(table);
      onStep?.({ name: table.name, rows: copied.rows, bytes: copied.bytes });
    }
    for (const sequence of manifest.sequences)
      await on.query('select setval($1::regclass, $2)', [quoteTableName(sequence), sequence.last]);
    for (const { table, keys: own, triggers } of altered)
      await alterTable(on, table, [
        ...own.map(({ name, definition }) => `add constraint ${name} ${definition}`),
        ...(triggers ? ['enable trigger user'] : []),
      ]);
    await on.query('commit');
  } catch (error) {
    await on.query('rollback').catch(() => {});
    throw error;
  }
  if (changed.length > 0) await on.query(`analyze ${changed.join(', ')}`);
}

/**
 * All changes of a table in one statement: after each statement PostgreSQL reads the changed tables anew, and those that hundreds
 * of keys refer to, such as accounts, take long.
 */
const alterTable = (on: BackupConnection, table: string, changes: readonly string[]) =>
  on.query(`alter table ${table} ${changes.join(', ')}`);

/** Checks the bound of a partition, which becomes part of a statement: only `DEFAULT` or quoted values are allowed. */
function checkedBound(bound: string): string {
  if (bound === 'DEFAULT' || /^FOR VALUES (?:FROM|IN) [('\w:+ .,)-]+$/.test(bound)) return bound;
  throw new StartupError({
    'zh-cn': `备份的 manifest.json 中分区范围无法识别：${bound}。`,
    en: `The manifest.json of the backup contains an invalid partition bound: ${bound}.`,
  });
}

const damaged = ({ schema, name }: BackupTable, cause?: unknown) =>
  new StartupError(
    {
      'zh-cn': `备份已损坏，数据库未被改动：表 ${schema}.${name} 与清单不符。`,
      en: `The backup is damaged and was not restored: the table ${schema}.${name} does not match the manifest.`,
    },
    { cause },
  );
