import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Log } from '#server/log.ts';

/** Rules of a folder of temporary files. */
export interface TemporaryRules {
  /** Milliseconds after its last change for which a file of a living process stays; far above any legitimate use. */
  readonly age: number;
  /** Which of these files are still needed although their process may be gone: the sheet of a queued job. */
  readonly needed?: (names: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** A temporary file, to be removed by its user. */
export interface TemporaryFile {
  readonly name: string;
  readonly path: string;
  remove(): Promise<void>;
}

/** Identifies this host in file names: process ids of other hosts in a shared folder mean nothing here. */
const host = createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8);

/** The owner is part of the name, so that no other record is needed before the first byte is written. */
const owned = /^([\da-f]{8})-(\d{1,10})-[\da-f]{32}/;

/**
 * A folder whose files have an owner and a maximum age. The owner is the process in the file name: as long as it lives,
 * the file stays up to that age; once it is gone (kill -9, power cut) the next sweep removes the file, unless it is
 * `needed`. Users remove their files; the sweep is for crashed ones.
 */
export class TemporaryFolder {
  readonly folder: string;
  readonly #rules: TemporaryRules;

  constructor(folder: string, rules: TemporaryRules) {
    this.folder = folder;
    this.#rules = rules;
  }

  /**
   * Name and path of a new file of this process. The folder is created, the file is not; only this account can read it.
   */
  async create(suffix = ''): Promise<TemporaryFile> {
    await fs.mkdir(this.folder, { recursive: true, mode: 0o700 });
    return this.at(`${host}-${process.pid}-${randomBytes(16).toString('hex')}${suffix}`);
  }

  /** A file of this folder by its name, which may come from anywhere: it cannot lead out of the folder. */
  at(name: string): TemporaryFile {
    const base = path.basename(name);
    if (base === '' || base.startsWith('.')) throw new RangeError('not the name of a temporary file');
    const file = path.join(this.folder, base);
    return { name: base, path: file, remove: () => fs.rm(file, { force: true }) };
  }

  /** Removes files whose owner is gone or whose age is exceeded, and returns their number. */
  async sweep(): Promise<number> {
    const left: string[] = [];
    for (const entry of await fs.readdir(this.folder, { withFileTypes: true }).catch(() => []))
      if (entry.isFile() && (await this.#isLeft(entry.name))) left.push(entry.name);
    if (left.length === 0) return 0;
    const needed = (await this.#rules.needed?.(left)) ?? new Set();
    const gone = left.filter((name) => !needed.has(name));
    for (const name of gone) await fs.rm(path.join(this.folder, name), { force: true });
    return gone.length;
  }

  async #isLeft(name: string): Promise<boolean> {
    const stat = await fs.stat(path.join(this.folder, name)).catch(() => undefined);
    if (!stat) return false;
    if (Date.now() - stat.mtimeMs > this.#rules.age) return true;
    const [, madeAt, pid] = owned.exec(name) ?? [];
    return madeAt === host && !mayLive(Number(pid), stat.mtimeMs);
  }
}

/**
 * Whether the process that changed a file at a time may still be alive. In containers its successor has the same id.
 */
function mayLive(pid: number, changed: number): boolean {
  if (pid === process.pid) return changed >= Date.now() - process.uptime() * 1000;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const HOUR = 3_600_000;

/** Sweeps the folders now and every hour. Returns a function that stops this. */
export async function sweepHourly(
  folders: readonly Pick<TemporaryFolder, 'folder' | 'sweep'>[],
  log: Log,
): Promise<() => void> {
  const sweep = async () => {
    for (const one of folders) {
      try {
        const removed = await one.sweep();
        if (removed > 0) log.info({ folder: path.basename(one.folder), removed }, 'removed left-over files');
      } catch (error) {
        log.warn({ err: error }, 'left-over files could not be removed');
      }
    }
  };
  await sweep();
  const timer = setInterval(() => void sweep(), HOUR).unref();
  return () => clearInterval(timer);
}
