import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { StartupError } from '#server/startup-error.ts';

/** `20261122T031500123Z-1a2b3c`: the moment in UTC first, in milliseconds, so that names sort by time. */
const whole = /^\d{8}T\d{9}Z-[a-f0-9]{6}$/;
const unfinished = /^\.unfinished-\d{8}T\d{9}Z-[a-f0-9]{6}$/;
/** Milliseconds after which no process can still be writing an unfinished backup. */
const abandoned = 12 * 3_600_000;

/** Folder of backups: BACKUP_DIR, or next to the data. */
export const backupFolder = ({ backupDir, dataDir }: Pick<Config, 'backupDir' | 'dataDir'>): string =>
  backupDir ?? path.join(dataDir, 'backup');

/** Names of complete backups, newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await fs.readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory() && whole.test(entry.name)) found.push(entry.name);
  return found.sort().reverse();
}

/** The folder of a backup by its name, its path, or `latest`. */
export async function findBackup(folder: string, wanted = 'latest'): Promise<string> {
  if (wanted !== 'latest') return whole.test(wanted) ? path.join(folder, wanted) : path.resolve(wanted);
  const [newest] = await listBackups(folder);
  if (newest) return path.join(folder, newest);
  throw new StartupError({
    'zh-cn': `${folder} 中没有备份。`,
    en: `There is no backup in ${folder}.`,
  });
}

/**
 * Creates a folder for a new backup. It gets its final name when the backup is complete, so an interrupted one is never
 * taken for a backup.
 */
export async function beginBackup(folder: string, now = new Date()) {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder);
  const stamp = now.toISOString().replaceAll(/[-:.]/g, '');
  const name = `${stamp}-${randomBytes(3).toString('hex')}`;
  const draft = path.join(folder, `.unfinished-${name}`);
  await fs.mkdir(draft, { mode: 0o700 });
  return {
    name,
    draft,
    async finish(): Promise<string> {
      const done = path.join(folder, name);
      await fs.rename(draft, done);
      await sync(folder);
      return done;
    },
    discard: () => fs.rm(draft, { recursive: true, force: true }),
  };
}

/** Flushes a folder to disk: only then does a rename in it survive a power cut. */
async function sync(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    if (!unfinished.test(name)) continue;
    const stat = await fs.stat(path.join(folder, name)).catch(() => undefined);
    if (stat && Date.now() - stat.mtimeMs > abandoned)
      await fs.rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Removes complete backups beyond the newest `count` and returns their names. */
export async function removeOldBackups(folder: string, count: number): Promise<string[]> {
  const old = (await listBackups(folder)).slice(Math.max(count, 1));
  for (const name of old) {
    // a half-removed backup must not look like one
    const going = path.join(folder, `.unfinished-${name}`);
    await fs.rename(path.join(folder, name), going);
    await fs.rm(going, { recursive: true, force: true });
  }
  return old;
}
