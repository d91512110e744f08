import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartupError } from '#server/startup-error.ts';

/**
 * The process that owns a data folder, as the lock file names it. The file is removed when the process ends cleanly.
 * After `kill -9` it names a process that no longer exists, and can be taken over. Process ids are reused, so that the
 * start time is compared too.
 */
interface Owner {
  pid: number;
  startedAt: string;
}

/** Folders owned by this process: a second server in the same process is refused too. */
const ownedHere = new Set<string>();

export interface DataFolderLock {
  release(): void;
}

/** Locks the folder for this process. Throws a {@link StartupError} if another living process owns it. */
export function lockDataFolder(folder: string): DataFolderLock {
  const file = lockFile(folder);
  const mine = `${file}.${process.pid}`;
  const owner: Owner = { pid: process.pid, startedAt: startTime(process.pid) ?? 'unknown' };
  if (ownedHere.has(file)) throw alreadyRunning(folder, process.pid);
  fs.writeFileSync(mine, JSON.stringify(owner));
  try {
    for (let tries = 0; tries < 10; tries++) {
      if (claim(mine, file)) {
        ownedHere.add(file);
        return { release: () => release(file) };
      }
      const text = readText(file);
      if (text === undefined) continue; // released between the two calls
      const found = livingOwner(text);
      if (found) throw alreadyRunning(folder, found.pid);
      discard(file, text);
    }
    throw alreadyRunning(folder, 0);
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** Whether a living process (this one included) owns the folder. */
export function isDataFolderLocked(folder: string): boolean {
  const file = lockFile(folder);
  if (ownedHere.has(file)) return true;
  const text = readText(file);
  return text !== undefined && livingOwner(text) !== undefined;
}

/**
 * Claims the lock by a hard link to a file that was already written. The link appears complete or not at all, and fails
 * if the lock file exists, so that it is an atomic test-and-set.
 */
function claim(mine: string, file: string): boolean {
  try {
    fs.linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the file of a dead owner, but restores one that a third process has claimed meanwhile. */
function discard(file: string, expected: string): void {
  const staleFile = `${file}.${process.pid}.stale`;
  try {
    fs.renameSync(file, staleFile);
  } catch {
    return; // another process has removed it
  }
  if (readText(staleFile) !== expected) claim(staleFile, file);
  fs.rmSync(staleFile, { force: true });
}

function release(file: string): void {
  ownedHere.delete(file);
  fs.rmSync(file, { force: true });
}

function livingOwner(text: string): Owner | undefined {
  let owner: Owner;
  try {
    owner = JSON.parse(text) as Owner;
  } catch {
    return undefined;
  }
  // the first process of a container has the same id at every start: our own id in the file is that of a predecessor
  return owner.pid !== process.pid && startTime(owner.pid) === owner.startedAt ? owner : undefined;
}

/** Start time of a process in the format of the system. Undefined: it does not run. */
function startTime(pid: number): string | undefined {
  if (process.platform === 'linux') {
    // fields after the command's closing parenthesis, because the command may contain spaces: state is field 3, start
    // 22
    const stat = readText(`/proc/${pid}/stat`);
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields?.[0] === 'Z' ? undefined : fields?.[19]; // a zombie has ended; its parent has not read its status yet
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined;
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function lockFile(folder: string): string {
  return path.join(folder, 'owner.lock');
}

function alreadyRunning(folder: string, pid: number): StartupError {
  return new StartupError({
    'zh-cn': `数据目录 ${folder} 正由另一个行鉴进程（进程号 ${pid}）使用，请先停止它，或用 DATA_DIR 指定别的目录。`,
    en: `Another Xingjian process (${pid}) is using the data folder ${folder}; stop it first, or set DATA_DIR to another folder.`,
  });
}
