import fs from 'node:fs';

const LARGEST_LOG = 16 * 2 ** 20;

/** Starts a new log file when the current one is large, and keeps one old file. */
export function rotatePostgresLog(logFile: string): void {
  const size = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG) fs.renameSync(logFile, `${logFile}.1`);
}

/** The log of PostgreSQL from an offset in bytes on. */
export function readPostgresLog(logFile: string, from: number): string {
  return fs.readFileSync(logFile).subarray(from).toString('utf8').trim();
}
