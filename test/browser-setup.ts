import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { packageRoot } from '#server/package-root.ts';
import { startProduct } from './product.ts';

/**
 * Before the browser tests: the product is built (when its sources changed), a Chromium is at hand, and one product
 * with the demonstration prefecture runs for all of them. Returns what ends it.
 */
export default async function setUpBrowser(project: TestProject): Promise<() => Promise<void>> {
  const runScript = (name: string) =>
    promisify(execFile)(process.execPath, [path.join(packageRoot, 'scripts', name)], { cwd: packageRoot });
  await runScript('build.mjs');
  const { stdout } = await runScript('chromium.mjs');
  project.provide('chromium', JSON.parse(stdout) as { executable: string; libraries: string });
  const product = await startProduct({ env: { DEMO: '1' } });
  project.provide('product', { url: product.url, password: product.adminPassword });
  return async () => {
    await product.stop();
  };
}
