import fs from 'node:fs';
import path from 'node:path';

/** Longer than any such work takes. */
const patienceMs = 60_000;
const pauseMs = 20;

/**
 * Does work once in a run of the tests: the first worker does it and then writes the file `marker`, the others wait for that. If
 * the work fails, or its worker ends, the next one does it. With another `version` it is done again.
 */
export function onceInRun(marker: string, version: string, work: () => void): void {
  const run = process.env.TEST_RUN; // of vitest.config.ts
  if (run === undefined) {
    work();
    return;
  }
  const done = `${run} ${version}`;
  const isDone = () => fs.existsSync(marker) && fs.readFileSync(marker, 'utf8') === done;
  // one for each run: that of a run that was killed holds up nobody
  const lock = `${marker}-${run}`;
  fs.mkdirSync(path.dirname(marker), { recursive: true });
  const begun = performance.now();
  while (!takeLock(lock) && performance.now() - begun < patienceMs) pause();
  try {
    if (isDone()) return;
    work();
    fs.writeFileSync(marker, done);
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): boolean {
  try {
    fs.writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
