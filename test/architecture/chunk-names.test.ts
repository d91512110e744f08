import { expect, test } from 'vitest';
import { moduleName } from '../../scripts/vite/module-name.ts';
import { files, readWhole } from './sources.ts';

/** The name behind `isChunkCachedOffline(name)`: a constant of the same file. */
const asked = /isChunkCachedOffline\((\w+)\)/g;

test('a chunk that is looked for in the cache is one that the same file imports, under the name of the build', () => {
  const found: string[] = [];
  for (const file of files.filter((name) => name.startsWith('web/') || name.includes('/web/'))) {
    const source = readWhole(file);
    for (const [, variable] of source.matchAll(asked)) {
      const name = new RegExp(`const ${variable} = '([^']+)'`).exec(source)?.[1];
      if (name === undefined) continue; // a parameter: import-chunk-with-retry.ts gets it from the build
      const imported = [...source.matchAll(/import\('#([^']+)'\)/g)].map(([, to = '']) => moduleName(to));
      expect(imported, `${file} asks for ${name}`).toContain(name);
      found.push(name);
    }
  }
  expect(found).not.toEqual([]);
});
