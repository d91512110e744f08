import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { packageRoot } from '#data/package-root.ts';
import withPackages from '#server/bundle-with-packages.json' with { type: 'json' };
import { onceInRun } from './once-in-run.ts';

type Program = { file: string } | { name: string; code: string };

/**
 * Bundles a program for tests into one file, with its worker threads next to it: given the path of a source, or code
 * with imports under a name. From its sources every start would compile all imports again, which takes two seconds of a
 * core for the server; bundling the server takes three, once in a run.
 */
export function bundleProgram(program: Program): string {
  // Inside the package, so that packages outside the bundle are found: a few, as in production. One folder for each program
  // instead of each run: threads that are terminated have no chance to clean up.
  const name = 'file' in program ? program.file.replaceAll('/', '-') : program.name;
  const folder = path.join(packageRoot, 'node_modules', '.cache', 'xingjian', `program-${name}`);
  const version = createHash('sha256').update(JSON.stringify(program)).digest('hex');
  onceInRun(path.join(folder, 'bundled'), version, () => bundleInto(folder, program));
  return path.join(folder, 'main.mjs');
}

function bundleInto(folder: string, program: Program): void {
  const options = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: withPackages.external,
    banner: { js: withPackages.banner.join('') },
  } as const;
  const places = { absWorkingDir: packageRoot, outExtension: { '.js': '.mjs' }, write: false } as const;
  const source =
    'file' in program
      ? { entryPoints: { main: program.file }, outdir: folder }
      : {
          stdin: { contents: program.code, resolveDir: packageRoot, loader: 'ts' as const },
          outfile: `${folder}/main.mjs`,
        };
  const written = [
    buildSync({ ...options, ...places, ...source, logLevel: 'warning' }),
    buildSync({
      ...options,
      ...places,
      entryPoints: threads(),
      outdir: folder,
      entryNames: '[name]',
      logLevel: 'warning',
    }),
  ].flatMap(({ outputFiles }) => outputFiles);
  fs.mkdirSync(folder, { recursive: true });
  for (const { path: file, contents } of written) {
    const draft = `${file}.${process.pid}-${threadId}`;
    fs.writeFileSync(draft, contents);
    fs.renameSync(draft, file);
  }
}

/** The files that `startBundledWorkerThread` expects next to a bundle. */
const threads = (): string[] =>
  ['server', 'modules'].flatMap((room) =>
    fs
      .readdirSync(path.join(packageRoot, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('-worker.ts'))
      .map((file) => path.join(room, file)),
  );
