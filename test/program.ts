import fs from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { packageRoot } from '#server/package-root.ts';

const bundled = new Map<string, string>();

/**
 * A program to be started by tests, as one file with its threads beside it: the path of a source, or code with imports.
 * From sources every start compiles anew what it imports, two seconds of a core for the server; so it is done once.
 */
export function bundleProgram(program: { file: string } | { code: string }): string {
  const key = JSON.stringify(program);
  const known = bundled.get(key);
  if (known) return known;
  // inside the package, so that what stays outside of the bundle is found
  const cache = path.join(packageRoot, 'node_modules', '.cache', 'xingjian');
  fs.mkdirSync(cache, { recursive: true });
  const folder = fs.mkdtempSync(path.join(cache, 'program-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const main = path.join(folder, 'main.mjs');
  const options = { bundle: true, platform: 'node', target: 'node20', format: 'esm', packages: 'external' } as const;
  const source =
    'file' in program
      ? { entryPoints: [program.file] }
      : { stdin: { contents: program.code, resolveDir: packageRoot, loader: 'ts' as const } };
  buildSync({ ...options, ...source, absWorkingDir: packageRoot, outfile: main, logLevel: 'warning' });
  buildSync({
    ...options,
    entryPoints: threads(),
    absWorkingDir: packageRoot,
    outdir: folder,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    logLevel: 'warning',
  });
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
