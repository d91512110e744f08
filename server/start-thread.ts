import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a file `*-worker.ts` of this room, named from here, as a thread. In the production bundle it is a bundle of its
 * own beside the server's (scripts/build.mjs). Sources go through tsx, which Node does not hand on to threads.
 */
export function startThread(file: string, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL(`./${path.basename(file, '.ts')}.mjs`, import.meta.url), options);
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx'));
  const tsx = new URL('./esm/api/index.mjs', loader).href;
  const source = new URL(`./${file}`, import.meta.url).href;
  const code = `import(${JSON.stringify(tsx)}).then(({ tsImport }) => tsImport(${JSON.stringify(source)}, ${JSON.stringify(source)}))`;
  return new Worker(code, { ...options, eval: true });
}
