import { randomUUID } from 'node:crypto';
import os from 'node:os';
import v8 from 'node:v8';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { foreignModules } from './scripts/modules-folder.mjs';
import { FileOrder } from './test/setup/file-order.ts';

/**
 * A test runs most code a few times: V8 spent a fifth of the time of the runner on making code fast that then ended. It
 * begins ten times later; what really loops gets there all the same. V8 of Node 24 does not know the flag.
 */
if (Number.parseInt(process.versions.node, 10) < 24) v8.setFlagsFromString('--interrupt-budget=1350000');
/**
 * Threads begin with room for 64 MB of new objects, four times what V8 grows to by itself: most objects of a test live for
 * milliseconds, and collecting them, on further threads too, took a tenth of the time of the runner.
 */
v8.setFlagsFromString('--max-semi-space-size=64');
v8.setFlagsFromString('--min-semi-space-size=64');

/** Tells the workers of this run what it has prepared already (test/support/once-in-run.ts). */
process.env.TEST_RUN = randomUUID();

/**
 * Suites run apart as `vitest run --project <name>`. Files share one worker's modules (no isolation): an order of
 * magnitude faster than a process per file, and the price is that every test cleans up after itself.
 */
// By itself the runner leaves a core to the person at the machine; a machine of two then works with one. The databases
// and browsers of the tests are processes of their own, so that more workers than cores would only wait for each other.
const maxWorkers = Math.max(2, os.availableParallelism() - 1);
/** Browsers, and as many products. A test waits for its page half of its time: three left a quarter of two cores idle. */
const browserWorkers = Number(process.env.BROWSER_WORKERS ?? 4);

// Time limits catch what hangs; how fast something is, is a matter of the bench.
const shared = {
  pool: 'threads',
  isolate: false,
  testTimeout: 60_000,
  maxWorkers,
  setupFiles: 'test/setup/measure-file.ts',
  // what is waited for comes when the machine has a turn for it: by itself the runner gives up after a second
  expect: { poll: { timeout: 60_000 } },
  // what passes when tried again is known by its message alone, which by itself ends after forty characters
  chaiConfig: { truncateThreshold: 300 },
} as const;
const skipped = ['**/node_modules/**', 'dist/**'];

/** Suites whose files this run gives to another one (scripts/test.mjs). */
const guests = new Set(process.env.TEST_GUESTS?.split(','));
const architectureTests = 'test/architecture/**/*.test.ts';
const contractTests = 'test/contract/**/*.test.ts';

/**
 * One PostgreSQL cluster per run; each test file clones its migrated template. Two more workers than elsewhere: files
 * that wait for a killed server or for a moment to come left a core idle for a fifth of the time with one more. With SHARED_WORKERS the suites
 * of one run share their workers, which needs the same number for all (scripts/test.mjs).
 */
const onPostgres = {
  globalSetup: ['test/setup/postgres-setup.ts'],
  // a server that is created and started twice takes half a minute on a slow machine
  testTimeout: 240_000,
  hookTimeout: 240_000,
  maxWorkers: process.env.SHARED_WORKERS ? maxWorkers : maxWorkers + 2,
};

const inBrowsers = {
  globalSetup: ['test/setup/browser-setup.ts'],
  maxWorkers: browserWorkers,
  sequence: { groupOrder: 1 },
  testTimeout: 240_000,
  hookTimeout: 300_000,
};

const projects: readonly TestProjectInlineConfiguration[] = [
  {
    test: {
      ...shared,
      name: 'unit',
      include: ['{kernel,server,web,modules,apps,data,test,bench}/**/*.test.{ts,tsx}'],
      exclude: [
        ...skipped,
        '**/*.integration.test.ts',
        'test/contract/**',
        'test/exhaustive/**',
        ...(guests.has('architecture') ? [] : [architectureTests]),
      ],
    },
  },
  { test: { ...shared, name: 'architecture', include: guests.has('architecture') ? [] : [architectureTests] } },
  {
    test: {
      ...shared,
      ...onPostgres,
      name: 'integration',
      include: [
        '{kernel,server,modules,apps,test,bench}/**/*.integration.test.ts',
        ...(guests.has('contract') ? [contractTests] : []),
      ],
      exclude: skipped,
    },
  },
  {
    test: { ...shared, ...onPostgres, name: 'contract', include: guests.has('contract') ? [] : [contractTests] },
  },
  {
    test: {
      ...shared,
      ...onPostgres,
      name: 'exhaustive',
      // what the zoo proves of the language, asked of every resource
      include: ['test/exhaustive/**/*.test.ts', 'test/contract/{access,form,list,privacy}.test.ts'],
      env: { EVERY_RESOURCE: '1' },
    },
  },
  // every screen of everybody: tests of many minutes
  { test: { ...shared, ...inBrowsers, name: 'screens', include: ['test/exhaustive/**/*.e2e.ts'] } },
  {
    test: {
      ...shared,
      ...inBrowsers,
      name: 'browser',
      include: ['e2e/**/*.e2e.ts'],
      // A real browser on a machine that does other things: one more chance, told as "(retry x1)" beside the test.
      retry: 1,
    },
  },
];

export default defineConfig({
  test: {
    sequence: { sequencer: FileOrder },
    // what one worker, project or run has translated serves the others; kept in node_modules by content
    experimental: { fsModuleCache: true },
    projects: projects.map((one) => ({ plugins: [foreignModules()], ...one })),
  },
});
