import { setInterval } from 'node:timers';
import { afterAll } from 'vitest';
import { startMeter } from '../runner/meter.ts';
import { productOfWorker } from '../support/product-of-worker.ts';

/** A program may end between two readings, and what it used since the last is lost. */
const readEveryMs = 500;

/**
 * Runs before each test file: measures what processor time it takes, for the report at the end (scripts/test.mjs). Hooks
 * run in the reverse order of their declaration, so that this one comes after all of the file.
 */
const meter = startMeter(productOfWorker()?.pid);
if (meter) {
  const timer = setInterval(meter.sample, readEveryMs).unref();
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures a hook needs
  afterAll(({}, suite) => {
    clearInterval(timer);
    suite.file.meta.processorTime = meter.read();
  });
}
