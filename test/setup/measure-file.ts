import { setInterval } from 'node:timers';
import v8 from 'node:v8';
import { afterAll } from 'vitest';
import { startMeter } from '../runner/meter.ts';
import { productOfWorker } from '../support/product-of-worker.ts';

/**
 * A program may end between two readings, and what it used since the last is lost. A product and a browser stay, and
 * reading their hundred threads takes two milliseconds.
 */
const readEveryMs = { programs: 500, productAndBrowser: 2000 };

// The workers of the runner have started with much room for new objects (vitest.config.ts). Threads that the product starts
// have their usual room: with as much they took a third more of a processor, and one whose heap is full ended the process
// instead of itself, since more objects grow old at once than V8 allows beyond the limit.
for (const size of ['min', 'max']) v8.setFlagsFromString(`--${size}-semi-space-size=0`);

/**
 * Runs before each test file: measures what processor time it takes, for the report at the end (scripts/test.mjs). Hooks
 * run in the reverse order of their declaration, so that this one comes after all of the file.
 */
const product = productOfWorker()?.pid;
const meter = startMeter(product);
if (meter) {
  const timer = setInterval(meter.sample, product ? readEveryMs.productAndBrowser : readEveryMs.programs).unref();
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures a hook needs
  afterAll(({}, suite) => {
    clearInterval(timer);
    suite.file.meta.processorTime = meter.read();
  });
}
