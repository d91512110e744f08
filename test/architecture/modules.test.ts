import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { files, readSource } from './sources.ts';

/** The list in which each part of a module is registered, by the file of the part in the folder of the module. */
const lists: Readonly<Record<string, string>> = {
  'contract/module.ts': 'modules/registry.ts',
  'server/module.ts': 'modules/server.ts',
  'web/module.ts': 'modules/web.ts',
  'web/public-pages.ts': 'modules/public-pages.ts',
  'web/unlisted-public-pages.ts': 'modules/unlisted-public-pages.ts',
};

const modules = [...new Set(files.flatMap((file) => /^modules\/([^/]+)\//.exec(file)?.[1] ?? []))];

test.each(Object.entries(lists))('every %s is registered in %s', (part, list) => {
  const entered = readSource(list);
  const forgotten = modules.filter(
    (name) => existsSync(path.join(packageRoot, 'modules', name, part)) && !entered.includes(`'./${name}/${part}'`),
  );
  expect(forgotten).toEqual([]);
});

test('the browser loads the declarations of every module', () => {
  const loaded = readSource('modules/declarations.ts');
  const declaring = modules.filter((name) => existsSync(path.join(packageRoot, 'modules', name, 'contract/module.ts')));
  expect(declaring.filter((name) => !loaded.includes(`import('./${name}/contract/module.ts')`))).toEqual([]);
});

test('nothing else of a module is registered in a list', () => {
  const other = Object.values(lists).flatMap((list) =>
    [...readSource(list).matchAll(/from '\.\/([^/']+)\/([^']+)'/g)]
      .filter(([, , part = '']) => lists[part] !== list)
      .map(([, name, part]) => `${list}: ${name}/${part}`),
  );
  expect(other).toEqual([]);
});
