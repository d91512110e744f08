import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { omittedParts } from '../../scripts/vite/omit-unused-parts.ts';
import { files, readSource } from './sources.ts';

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

test('no page uses a part of antd that builds leave out: it would fail there, and only there', () => {
  const left = omittedParts.flatMap(({ importer, part }) => {
    const [, whole] = /^antd\/es\/([\w-]+)\/\w+\.js$/.exec(importer) ?? [];
    const name = part.replace(/^.*[/-]/, '');
    return whole && part.startsWith('./') ? [`${whole}.${name}`.toLowerCase()] : [];
  });
  expect(left).toContain('input.textarea');
  const used = files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...readSource(file).matchAll(/\b[A-Z]\w+\.[A-Z]\w+/g)].map(([use]) => `${file}: ${use}`))
    .filter((use) => left.includes(use.slice(use.lastIndexOf(' ') + 1).toLowerCase()));
  expect(used).toEqual([]);
});
