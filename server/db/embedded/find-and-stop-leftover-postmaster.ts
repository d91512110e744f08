import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The state of a cluster: its postmaster.pid compared with the running processes. */
export type Postmaster =
  | { state: 'none' }
  /** The process in the file is gone; PostgreSQL cleans up itself at its next start. */
  | { state: 'dead' }
  /** The process in the file is another program: its id was reused. */
  | { state: 'recycled' }
  | { state: 'starting' | 'ready' | 'stopping'; pid: number };

/** Line 8 of postmaster.pid (see pg_ctl's source); the others are pid, folder, start time, port, socket, address, key. */
const STATUS_LINE = 7;

export function readPostmaster(cluster: string): Postmaster {
  let lines: string[];
  try {
    lines = fs.readFileSync(pidFile(cluster), 'utf8').split('\n');
  } catch {
    return { state: 'none' };
  }
  const pid = Number(lines[0]);
  if (!isProcessAlive(pid)) return { state: 'dead' };
  if (!serves(pid, cluster)) return { state: 'recycled' };
  const status = (lines[STATUS_LINE] ?? '').trim();
  return { state: status === 'ready' || status === 'stopping' ? status : 'starting', pid };
}

/**
 * Stops the server of the cluster and waits for its end: by fast shutdown (clients are disconnected, data is flushed),
 * or after `patienceMs` immediately (the next start replays the log, so no data is lost).
 */
export async function stopPostmaster(cluster: string, patienceMs = 60_000): Promise<void> {
  const found = readPostmaster(cluster);
  if (!('pid' in found)) return;
  signal(found.pid, 'SIGINT');
  const deadline = Date.now() + patienceMs;
  for (let urgent = false; isProcessAlive(found.pid) && serves(found.pid, cluster); await sleep(10)) {
    if (urgent || Date.now() < deadline) continue;
    signal(found.pid, 'SIGQUIT');
    urgent = true;
  }
}

/**
 * Stops a remaining server of the cluster, and removes a pid file whose number belongs to another program. PostgreSQL
 * would refuse to start in both cases.
 */
export async function removeLeftoverPostmaster(cluster: string): Promise<void> {
  await stopPostmaster(cluster);
  if (readPostmaster(cluster).state === 'recycled') fs.rmSync(pidFile(cluster), { force: true });
}

export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A postmaster works in its cluster's folder (Linux), or has it as an argument (elsewhere). */
function serves(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(cluster);
    } catch {
      return false; // gone, a zombie, or another user's: not our server in any case
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // already gone
  }
}

function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
