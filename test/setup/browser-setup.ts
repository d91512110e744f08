import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { packageRoot } from '#data/package-root.ts';
import { startProduct } from '../support/start-product.ts';
import { writeFontFiles } from './browser-fonts.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { weighFirstPages } from './page-weight.ts';
import { withPrintableFailure } from './printable-failure.ts';

const run = promisify(execFile);

/**
 * Before the browser tests: builds the product (if its sources changed), checks the weight of its first pages, finds a
 * Chromium, and starts one product per worker with the demonstration prefecture, all from copies of one prepared data
 * folder. Returns a function that stops them.
 */
async function setUpBrowser(project: TestProject): Promise<() => Promise<void>> {
  const runScript = (name: string) =>
    run(process.execPath, [path.join(packageRoot, 'scripts', name)], { cwd: packageRoot });
  await runScript('build.mjs');
  weighFirstPages(path.join(packageRoot, 'dist', 'web'));
  const { stdout } = await runScript('find-chromium.mjs');
  const parent = makeMemoryFolder('e2e');
  const found = JSON.parse(stdout) as { executable: string; libraries: string };
  project.provide('chromium', { ...found, fonts: writeFontFiles(parent), profiles: parent });

  const folders = Array.from({ length: Number(project.config.maxWorkers ?? 1) }, (_, n) =>
    path.join(parent, `data${n}`),
  );
  const [first = '', ...others] = folders;
  const env = { DEMO: '1' };
  await (await startProduct({ dataDir: first, env })).stop();
  // with their owners: the files of the database belong to an account of their own
  const spare = path.join(parent, 'spare');
  for (const folder of [...others, spare]) await run('cp', ['-a', first, folder]);
  project.provide('spare', spare);
  // a product that waits works, too: four took a twenty-fifth of a core
  if (process.env.WAITS_FOR_TURN) await waitForTurn();
  const products = await Promise.all(folders.map((dataDir) => startProduct({ dataDir, env })));
  project.provide(
    'products',
    products.map(({ url, adminPassword, dataDir, pid }) => ({ url, password: adminPassword, dataDir, pid })),
  );
  return async () => {
    await Promise.all(products.map((one) => one.stop()));
    // browsers end with their workers, and may still be writing their profiles
    fs.rmSync(parent, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** Waits until the runner (scripts/test.mjs) says that the earlier stages are over: their tests need the cores. */
async function waitForTurn(): Promise<void> {
  for await (const input of process.stdin) if (String(input).startsWith('begin')) return;
  throw new Error('the runner ended before the turn of this suite had come');
}

export default withPrintableFailure(setUpBrowser);
