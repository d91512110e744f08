import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { childrenOf, readStat } from '../../scripts/testing/processor-time.mjs';

/** CPU seconds that a process has used, in all threads; NaN without /proc. */
export const cpuSeconds = (pid: number): number => readStat(String(pid))?.own ?? Number.NaN;

/** CPU seconds of the living children of a process, e.g. the backends of a postmaster; NaN without /proc. */
export function childrenCpuSeconds(pid: number): number {
  if (!readStat(String(pid))) return Number.NaN;
  return childrenOf(String(pid)).reduce((sum, child) => sum + (readStat(child)?.own ?? 0), 0);
}

/** CPU seconds of a process and of each of its living children, by process id. */
export const cpuSecondsByProcess = (pid: number): ReadonlyMap<string, number> =>
  new Map([String(pid), ...childrenOf(String(pid))].map((one) => [one, readStat(one)?.own ?? 0]));

/** CPU seconds used between two readings by the processes that live at the end. */
export const cpuSecondsBetween = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number =>
  [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0);

/** Memory of a process in bytes. */
export function residentBytes(pid: number): number {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1]) * 1024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  }
}
