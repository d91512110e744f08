import fs from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { packageRoot } from '#data/package-root.ts';

const bundled = new Map<string, string>();

/**
 * A program to be started by tests, as one file with its threads beside it: the path of a source, or
 * code with imports under a name. From sources every start compiles anew what it imports, two seconds of a core for the
 * server; so it is done once.
 */
export function bundleProgram(program: { file: string } | { name: string; code: string }): string {
  const key = JSON.stringify(program);
  const cached = bundled.get(key);
  if (cached) return cached;
  // Inside the package, so that what stays outside of the bundle is found. One folder for each program, not for each
  // run: threads that are ended have no moment to tidy up in.
  const name = 'file' in program ? program.file.replaceAll('/', '-') : program.name;
  const folder = path.join(packageRoot, 'node_modules', '.cache', 'xingjian', `program-${name}`);
  const options = { bundle: true, platform: 'node', target: 'node20', format: 'esm', packages: 'external' } as const;
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
  const main = path.join(folder, 'main.mjs');
  bundled.set(key, main);
  return main;
}

/** What `startThread` looks for beside a bundle. */
const threads = (): string[] =>
  ['server', 'modules'].flatMap((room) =>
    fs
      .readdirSync(path.join(packageRoot, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('-worker.ts'))
      .map((file) => path.join(room, file)),
  );
