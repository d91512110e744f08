import { expect, test } from 'vitest';
import { declarations } from './declarations.ts';
import { modules } from './registry.ts';

test('the browser loads every module by its name, in the order of the registry', async () => {
  const loaded = await Promise.all(Object.values(declarations.load).map((load) => load()));
  expect(loaded).toEqual(modules);
  expect(Object.keys(declarations.load)).toEqual(modules.map(({ name }) => name));
});
