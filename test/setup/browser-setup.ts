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

const run = promisify(execFile);

/**
 * Before the browser tests: the product is built (when its sources changed) and its first pages are weighed, a Chromium is
 * at hand, and each worker has a product of its own with the demonstration prefecture, all from copies of one prepared
 * data folder. Returns what ends them.
 */
export default async function setUpBrowser(project: TestProject): Promise<() => Promise<void>> {
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
  // with their owners: the database belongs to an account of its own
  const spare = path.join(parent, 'spare');
  for (const folder of [...others, spare]) await run('cp', ['-a', first, folder]);
  project.provide('spare', spare);
  const products = await Promise.all(folders.map((dataDir) => startProduct({ dataDir, env })));
  project.provide(
    'products',
    products.map(({ url, adminPassword, dataDir }) => ({ url, password: adminPassword, dataDir })),
  );
  if (process.env.WAITS_FOR_TURN) await waitForTurn();
  return async () => {
    await Promise.all(products.map((one) => one.stop()));
    // browsers end with their workers, and may still be putting their profiles away
    fs.rmSync(parent, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** Until the runner (scripts/test.mjs) says that the stages before are over: their tests need the cores. */
async function waitForTurn(): Promise<void> {
  for await (const input of process.stdin) if (String(input).startsWith('begin')) return;
  throw new Error('the runner ended before the turn of this suite had come');
}
