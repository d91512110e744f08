import fs from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#server/db/open-database.ts';
import { StartupError } from '#server/startup-error.ts';
import { restoreStoredFiles } from './back-up-and-restore-files.ts';
import { fingerprintKey, type Manifest } from './backup-manifest.ts';
import { type DatabaseRestoreOptions, type RestoredDatabase, restoreDatabase } from './restore-database-from-backup.ts';

export interface BackupRestoreOptions extends DatabaseRestoreOptions {
  dataDir: string;
  /** File with the saved key, if the data folder has none. */
  key?: string;
}

/**
 * Restores everything: the files next to the current ones, then the database; then the files are swapped. Previous
 * files are kept under another name. Until the database is restored nothing has changed.
 */
export async function restoreBackup(
  db: Database,
  folder: string,
  manifest: Manifest,
  options: BackupRestoreOptions,
): Promise<RestoredDatabase & { previousFolder?: string }> {
  const { dataDir } = options;
  const key = await findKey(manifest, options);
  const storage = path.join(dataDir, 'storage');
  const present = await fs.readdir(storage).catch(() => []);
  if (present.some((name) => !name.startsWith('.')) && !options.replace) {
    throw new StartupError({
      'zh-cn': `${storage} 中已有文件。确要以备份替换，请加 --replace（原有文件会改名保留）。`,
      en: `${storage} already contains files. To replace them with the backup, add --replace; the old files are kept under another name.`,
    });
  }
  const incoming = path.join(dataDir, 'storage.restoring');
  await fs.rm(incoming, { recursive: true, force: true });
  try {
    await restoreStoredFiles(folder, manifest.files, incoming);
    const restored = await restoreDatabase(db, folder, manifest, options);
    const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const previousFolder = present.length > 0 ? `${storage}.before-${stamp}` : undefined;
    if (previousFolder) await fs.rename(storage, previousFolder);
    await fs.rm(storage, { recursive: true, force: true });
    await fs.rename(incoming, storage);
    if (key !== undefined) await fs.writeFile(path.join(dataDir, 'secret.key'), key, { flag: 'wx', mode: 0o600 });
    return { ...restored, ...(previousFolder ? { previousFolder } : {}) };
  } catch (error) {
    await fs.rm(incoming, { recursive: true, force: true });
    throw error;
  }
}

/** The key to put into the data folder. Undefined: the right one is there. Throws if no key matches. */
async function findKey(manifest: Manifest, { dataDir, key }: BackupRestoreOptions): Promise<string | undefined> {
  const own = path.join(dataDir, 'secret.key');
  const present = await fs.readFile(own, 'utf8').catch(() => undefined);
  if (present !== undefined) {
    if (fingerprintKey(present) === manifest.key) return undefined;
    throw new StartupError({
      'zh-cn': `${own} 不是制作该备份时的密钥，封存的证件号码将无法读取。请先把它移开，再用 --key 指定当时的密钥。`,
      en: `${own} is not the key of this backup, so sealed identity numbers could not be read. Move it away and name the right one with --key.`,
    });
  }
  const given = key === undefined ? undefined : await fs.readFile(key, 'utf8').catch(() => undefined);
  if (given !== undefined && fingerprintKey(given) === manifest.key) return given;
  throw new StartupError({
    'zh-cn':
      given === undefined ? `缺少密钥：请用 --key 指定另行保存的 secret.key。` : `${key} 不是制作该备份时的密钥。`,
    en:
      given === undefined
        ? 'The key is missing: name the secret.key you keep apart with --key.'
        : `${key} is not the key of this backup.`,
  });
}
