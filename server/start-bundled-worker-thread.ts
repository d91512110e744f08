import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import type { buildSync } from 'esbuild';
import { packageRoot } from '#data/package-root.ts';
import withPackages from './bundle-with-packages.json' with { type: 'json' };

/** Loaded on demand, because most threads start long after the process. */
const threads = () => createRequire(import.meta.url)('node:worker_threads') as typeof import('node:worker_threads');

/**
 * Starts a file `*-worker.ts` of the server as a thread; `file` is relative to this file. In production it is a
 * separate bundle next to the server's (scripts/build.mjs). From sources it is bundled when a process starts its first
 * thread.
 */
export function startBundledWorkerThread(file: string, options: WorkerOptions): Worker {
  const { Worker } = threads();
  // options for running sources (a loader, code on the command line) do not apply to a bundle
  if (import.meta.url.endsWith('.ts')) return new Worker(bundleSource(file), { execArgv: [], ...options });
  return new Worker(fileURLToPath(new URL(`./${path.basename(file, '.ts')}.mjs`, import.meta.url)), options);
}

const bundled = new Map<string, string>();

/**
 * Bundling takes a tenth of a second once; a thread that compiled its own sources took a second each time. With its packages,
 * as in production: to load those file by file took each thread a fifth of a second.
 */
function bundleSource(file: string): string {
  const cached = bundled.get(file);
  if (cached) return cached;
  const esbuild = createRequire(import.meta.url)('esbuild') as { buildSync: typeof buildSync };
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [fileURLToPath(new URL(`./${file}`, import.meta.url))],
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: withPackages.external,
    banner: { js: withPackages.banner.join('') },
    logLevel: 'warning',
  });
  const [{ contents, hash } = { contents: new Uint8Array(), hash: '' }] = outputFiles;
  // inside the package, so that external modules are found; named by hash, so that processes share it
  const folder = path.join(packageRoot, 'node_modules', '.cache', 'xingjian');
  const code = path.join(folder, `${path.basename(file, '.ts')}-${hash.replace(/\W/g, '')}.mjs`);
  if (!fs.existsSync(code)) {
    fs.mkdirSync(folder, { recursive: true });
    const draft = `${code}.${process.pid}-${threads().threadId}`;
    fs.writeFileSync(draft, contents);
    fs.renameSync(draft, code);
  }
  bundled.set(file, code);
  return code;
}
