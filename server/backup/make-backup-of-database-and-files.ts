import fs from 'node:fs/promises';
import path from 'node:path';
import { readVersion } from '#data/package-root.ts';
import type { Database } from '#server/db/open-database.ts';
import { StartupError } from '#server/startup-error.ts';
import { backUpStoredFiles } from './back-up-and-restore-files.ts';
import { type BackupConnection, withBackupConnection } from './backup-connection.ts';
import { beginBackup, listBackups } from './backup-folder.ts';
import { backupFormat, fingerprintKey, type Manifest, tableFile, writeManifest } from './backup-manifest.ts';
import { copyTableToFile, writeEmptyTableFile } from './copy-table-rows.ts';
import {
  readAppliedMigrations,
  readPartitions,
  readQueueVersion,
  readSequences,
  readTables,
} from './read-database-schema-for-backup.ts';

export interface BackupOptions {
  db: Database;
  dataDir: string;
  /** Folder of backups. */
  folder: string;
  signal?: AbortSignal;
  /** Called after every table, and after the files. */
  onStep?: (step: { name: string; rows: number; bytes: number }) => void;
}

export interface MadeBackup {
  folder: string;
  manifest: Manifest;
}

/** Key of the advisory lock: one backup of a database at a time. */
const lockKey = 7_305_118_043;

/**
 * Backs up the whole platform, except its key, while it is in use: the rows of one moment, then the stored files, which
 * include every file these rows name. The folder gets its final name when everything is on disk; after a failure
 * nothing remains.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { db, dataDir, folder, signal } = options;
  const [before] = await listBackups(folder);
  return withBackupConnection(db, async (on) => {
    const lock = await on.row<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lockKey]);
    if (!lock?.free) {
      throw new StartupError({ 'zh-cn': '另一个备份正在进行。', en: 'Another backup is in progress.' });
    }
    if ((await readAppliedMigrations(on).catch(() => [])).length === 0) {
      throw new StartupError({
        'zh-cn': '数据库还是空的，没有可备份的内容。',
        en: 'The database is empty; there is nothing to back up.',
      });
    }
    const began = performance.now();
    const { draft, finish, discard } = await beginBackup(folder);
    try {
      const database = await copyDatabase(on, draft, options);
      const files = await backUpStoredFiles(path.join(dataDir, 'storage'), draft, {
        ...(before ? { before: path.join(folder, before) } : {}),
        ...(signal ? { signal } : {}),
      });
      options.onStep?.({ name: 'files', rows: files.count, bytes: files.bytes });
      const key = await fs.readFile(path.join(dataDir, 'secret.key'), 'utf8').catch(() => '');
      const manifest: Manifest = {
        format: backupFormat,
        version: readVersion(),
        key: fingerprintKey(key),
        ...database,
        files,
        took: Math.round(performance.now() - began),
      };
      await writeManifest(draft, manifest);
      return { folder: await finish(), manifest };
    } catch (error) {
      await discard();
      throw explain(error, folder);
    }
  });
}

/** Copies the whole database as of one moment. */
async function copyDatabase(
  on: BackupConnection,
  draft: string,
  { signal, onStep }: Pick<BackupOptions, 'signal' | 'onStep'>,
): Promise<Omit<Manifest, 'format' | 'version' | 'key' | 'files' | 'took'>> {
  await fs.mkdir(path.join(draft, 'database'), { mode: 0o700 });
  await on.query('begin isolation level repeatable read read only');
  const now = await on.row<{ version: number; at: number }>(
    `select current_setting('server_version_num')::int as version, extract(epoch from now())::float8 * 1000 as at`,
  );
  const tables: Manifest['tables'] = [];
  for (const { isEmpty, ...table } of await readTables(on)) {
    signal?.throwIfAborted();
    const file = tableFile(draft, table);
    const copied = isEmpty ? await writeEmptyTableFile(file) : await copyTableToFile(on.client, table, file, signal);
    tables.push({ ...table, ...copied });
    onStep?.({ name: table.name, rows: copied.rows, bytes: copied.bytes });
  }
  const described = {
    postgres: now?.version ?? 0,
    made_at: new Date(now?.at ?? 0).toISOString(),
    migrations: await readAppliedMigrations(on),
    queue: await readQueueVersion(on),
    partitions: await readPartitions(on),
    tables,
    // numbers used since the rows were read are skipped, so none is used twice
    sequences: await readSequences(on),
  };
  await on.query('commit');
  return described;
}

/** Explains a failure of the disk in one sentence. */
function explain(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartupError(
      {
        'zh-cn': `磁盘已满，未能写入备份目录 ${folder}；未留下不完整的备份。`,
        en: `The disk of ${folder} is full, so no backup was made. No partial backup was left behind.`,
      },
      { cause: error },
    );
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartupError(
      { 'zh-cn': `备份目录 ${folder} 不可写。`, en: `The backup folder ${folder} is not writable.` },
      { cause: error },
    );
  }
  return error;
}
