import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';

interface Package {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

const read = (file: string): string => fs.readFileSync(path.join(packageRoot, file), 'utf8');
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Package;
const versions = { ...dependencies, ...devDependencies, ...optionalDependencies };

test('docs/DEPENDENCIES.md gives exactly one reason for every dependency', () => {
  const listed = [...read('docs/DEPENDENCIES.md').matchAll(/^\| `([^`]+)` \| .+ \|$/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(Object.keys(versions).toSorted());
});

test('every dependency is pinned to one version', () => {
  const loose = Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
});
