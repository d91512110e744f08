import path from 'node:path';
import { expect, test } from 'vitest';
import { files, readSource } from './sources.ts';

/**
 * Words that meant several things by turns (a value that was kept was cached, stored, queued, materialised or prepared)
 * and gave way to the term others search for; which term it is says docs/GLOSSARY.md.
 */
const retired: ReadonlySet<string> = new Set([
  'told',
  'tell',
  'tells',
  'retold',
  'kept',
  'keeper',
  'asked',
  'ask',
  'asks',
  'said',
  'say',
  'says',
  'aside',
  'beside',
  'known',
  'knowing',
  'taken',
  'foresee',
  'foreseen',
  'overtaken',
  'desk',
  'words',
]);

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
const isRetired = (name: string): boolean => wordsOf(name).some((word) => retired.has(word));

test('no file is named by a retired word', () => {
  expect(files.filter((file) => isRetired(path.basename(file)))).toEqual([]);
});

test('nothing is exported under a retired word', () => {
  const exported =
    /^export (?:default )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
  const found = files.flatMap((file) =>
    [...readSource(file).matchAll(exported)]
      .map(([, name = '']) => name)
      .filter(isRetired)
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
