import fs from 'node:fs';

const LARGEST_LOG = 16 * 2 ** 20;

/** Begins a new file where the old one has grown large; one old one is left beside it. */
export function rotateLog(logFile: string): void {
  const size = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG) fs.renameSync(logFile, `${logFile}.1`);
}

/** What PostgreSQL wrote from a byte on. */
export function readLog(logFile: string, from: number): string {
  return fs.readFileSync(logFile).subarray(from).toString('utf8').trim();
}
