import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { describeError } from '#server/log-line.ts';
import { mapServerStackToSources } from '#server/server-stack-source-map.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-lines-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/**
 * The stack of an error in a bundle made like the server's, printed by a process of its own: from line 3 of its source.
 */
async function failIn(name: string, sourcemap: boolean): Promise<string> {
  fs.mkdirSync(path.join(folder, 'src'), { recursive: true });
  const source = path.join(folder, 'src', 'fail.ts');
  fs.writeFileSync(
    source,
    `const why: string = 'broken';\nfunction fail(): never {\n  throw new Error(why);\n}\nfail();\n`,
  );
  const outfile = path.join(folder, 'dist', `${name}.mjs`);
  const entryPoints = [source];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', minify: true, sourcemap, sourcesContent: false });
  const script = `import(${JSON.stringify(pathToFileURL(outfile).href)}).catch((error) => console.log(error.stack))`;
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
}

test('frames of a bundle are mapped to lines of the sources', async () => {
  const stack = await failIn('mapped', true);
  const source = `${pathToFileURL(path.join(folder, 'src', 'fail.ts')).href}:3:`;
  expect(stack).toContain('mapped.mjs:');
  expect(mapServerStackToSources(stack)).toContain(source);
  const error = Object.assign(new Error('broken'), { stack });
  expect((describeError(error) as { stack: string }).stack).toContain(source);
});

test('frames without a source map stay unchanged', async () => {
  const stack = await failIn('plain', false);
  expect(stack).toContain('plain.mjs:');
  expect(mapServerStackToSources(stack)).toBe(stack);
  const foreign = '    at run (node:internal/x:1:2)\n    at /no/such/place/dist/other.mjs:3:4';
  expect(mapServerStackToSources(foreign)).toBe(foreign);
});
