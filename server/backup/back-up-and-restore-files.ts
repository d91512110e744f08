import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '#server/startup-error.ts';
import type { Manifest } from './backup-manifest.ts';

/** A stored file in the list of a backup: one per line, in the order of {@link walk}. */
interface Listed {
  path: string;
  size: number;
  /** Milliseconds since 1970. */
  mtime: number;
  sha256: string;
}

const listFile = (backup: string) => path.join(backup, 'files.jsonl');
const filesFolder = (backup: string) => path.join(backup, 'files');

/** Every file below a folder, folder by folder, sorted by name. Names that begin with a dot are temporary. */
async function* walk(root: string, below = ''): AsyncGenerator<string> {
  const entries = await fs.readdir(path.join(root, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const relative = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* walk(root, relative);
    else if (entry.isFile()) yield relative;
  }
}

/** The files of a backup's list. */
async function* readList(backup: string): AsyncGenerator<Listed> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: createReadStream(listFile(backup)), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line) yield JSON.parse(line) as Listed;
}

/** Whether one path comes before another in the order of {@link walk}. */
const isBefore = (a: string, b: string) => a.replaceAll('/', '\0') < b.replaceAll('/', '\0');

/** Copies a file and computes the hash of what was read. */
async function copyFile(from: string, to: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), watch, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  return { size, sha256: hash.digest('hex') };
}

/**
 * Copies every stored file into a backup. Stored files never change, so a file with the same name, size and time in the
 * previous backup is linked and takes no space again. Files deleted meanwhile are left out.
 */
export async function backUpStoredFiles(
  storage: string,
  backup: string,
  { before, signal }: { before?: string; signal?: AbortSignal },
): Promise<Manifest['files']> {
  await fs.mkdir(filesFolder(backup), { mode: 0o700 });
  const list = await fs.open(listFile(backup), 'wx', 0o600);
  const hash = createHash('sha256');
  const older = before && (await fs.stat(listFile(before)).catch(() => undefined)) ? readList(before) : undefined;
  let candidate = await older?.next();
  const total = { count: 0, bytes: 0 };
  let made = '';
  try {
    for await (const relative of walk(storage)) {
      signal?.throwIfAborted();
      while (candidate && !candidate.done && isBefore(candidate.value.path, relative)) candidate = await older?.next();
      const archived = candidate && !candidate.done && candidate.value.path === relative ? candidate.value : undefined;
      const from = path.join(storage, relative);
      const to = path.join(filesFolder(backup), relative);
      const folder = path.dirname(to);
      if (folder !== made) await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      made = folder;
      const stat = await fs.stat(from).catch(ifGone);
      if (!stat) continue;
      const linked =
        archived && before && archived.size === stat.size && archived.mtime === Math.floor(stat.mtimeMs)
          ? await link(path.join(filesFolder(before), relative), to)
          : false;
      const copied = linked && archived ? archived : await copyFile(from, to).catch(ifGone);
      if (!copied) continue;
      const line = `${JSON.stringify({ path: relative, size: copied.size, mtime: Math.floor(stat.mtimeMs), sha256: copied.sha256 } satisfies Listed)}\n`;
      await list.appendFile(line);
      hash.update(line);
      total.count += 1;
      total.bytes += copied.size;
    }
    await list.sync();
  } finally {
    await list.close();
    await older?.return(undefined);
  }
  return { ...total, sha256: hash.digest('hex') };
}

const ifGone = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
};

/** Links a file; false if it has to be copied: across disks, or on a file system without links. */
const link = (from: string, to: string): Promise<boolean> =>
  fs.link(from, to).then(
    () => true,
    () => false,
  );

const damaged = (file: string) =>
  new StartupError({
    'zh-cn': `备份已损坏：${file} 与清单不符。`,
    en: `The backup is damaged: ${file} does not match the list of files.`,
  });

/** The files of a backup's list, checked against the manifest. Throws at the first line that differs. */
async function* checkedList(backup: string, wanted: Manifest['files']): AsyncGenerator<Listed> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(listFile(backup)), hash).catch(() => {
    throw damaged(listFile(backup));
  });
  if (hash.digest('hex') !== wanted.sha256) throw damaged(listFile(backup));
  yield* readList(backup);
}

/** Reads every file of a backup and compares it with the list. */
export async function verifyBackupFiles(backup: string, wanted: Manifest['files']): Promise<void> {
  for await (const { path: relative, sha256 } of checkedList(backup, wanted)) {
    const file = path.join(filesFolder(backup), relative);
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash).catch(() => {
      throw damaged(file);
    });
    if (hash.digest('hex') !== sha256) throw damaged(file);
  }
}

/** Writes every file of a backup into an empty folder and compares each while writing. */
export async function restoreStoredFiles(backup: string, wanted: Manifest['files'], target: string): Promise<void> {
  await fs.mkdir(target, { recursive: true, mode: 0o700 });
  for await (const { path: relative, mtime, sha256 } of checkedList(backup, wanted)) {
    const from = path.join(filesFolder(backup), relative);
    const to = path.join(target, relative);
    if (!to.startsWith(target + path.sep)) throw damaged(listFile(backup));
    await fs.mkdir(path.dirname(to), { recursive: true });
    const copied = await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? damaged(from) : error;
    });
    if (copied.sha256 !== sha256) throw damaged(from);
    // the next backup compares times
    await fs.utimes(to, new Date(mtime), new Date(mtime));
  }
}
