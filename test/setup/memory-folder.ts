import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const inMemory = '/dev/shm';
/** Bytes that must be free there and in total: the databases of one run take a quarter of it. */
const room = { there: 4 * 2 ** 30, inAll: 6 * 2 ** 30 };

/**
 * A folder for databases that are deleted with the run: in memory if there is enough (a fifth of the time of the suites
 * on PostgreSQL went into files that nobody reads again), otherwise among temporary files. Also removes the folders of
 * killed runs.
 */
export function makeMemoryFolder(name: string): string {
  const parent = isRoomy() ? inMemory : os.tmpdir();
  if (parent === inMemory) removeLeft(name);
  const folder = fs.mkdtempSync(path.join(parent, `xingjian-${name}-${process.pid}-`));
  fs.chmodSync(folder, 0o755); // run as root, PostgreSQL's own account has to pass through
  return folder;
}

function isRoomy(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    fs.accessSync(inMemory, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(inMemory);
    return bavail * bsize >= room.there && process.availableMemory() >= room.inAll;
  } catch {
    return false;
  }
}

/** Removes folders of dead processes: a killed run cannot clean up, and nothing else clears them out of memory. */
function removeLeft(name: string): void {
  for (const one of fs.readdirSync(inMemory)) {
    const owner = new RegExp(`^xingjian-${name}-(\\d+)-`).exec(one)?.[1];
    if (owner === undefined || fs.existsSync(`/proc/${owner}`)) continue;
    try {
      fs.rmSync(path.join(inMemory, one), { recursive: true, force: true });
    } catch {
      // belongs to somebody else
    }
  }
}
