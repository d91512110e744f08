import { beforeEach, expect, test, vi } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { module_ } from '#kernel/module/module.ts';
import { indexResources } from '#kernel/module/resource-index-for-lazy-loading.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const label = text('甲', 'A');
const fields = { name: field.text(label) };
const hall = resource({ name: 'museum/hall', label, title: 'name', scope: 'all', fields });
const exhibit = resource({
  name: 'stock/exhibit',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'hall_id',
  fields: { ...fields, hall_id: field.reference(label, { to: 'museum/hall', required: true }) },
});
const completed: string[][] = [];
const part = { label, icon: 'shop', weigh: 1 };
const modules = [
  module_({ name: 'stock', ...part, entries: [exhibit] }),
  module_({ name: 'museum', ...part, entries: [hall] }),
  module_({ name: 'office', ...part, entries: [], complete: (all) => completed.push(all.map((one) => one.name)) }),
];

const load = Object.fromEntries(modules.map((one) => [one.name, vi.fn(async () => one)]));

/** A loader that has loaded nothing, with its registry. */
async function startAnew() {
  vi.resetModules();
  const [loader, registry] = await Promise.all([import('./declaration-loader.ts'), import('./resource-registry.ts')]);
  loader.provideDeclarations({ index: indexResources(modules), load }, (one) => one);
  return { ...loader, ...registry };
}

beforeEach(() => {
  for (const one of Object.values(load)) one.mockClear();
  completed.length = 0;
});

test('a module is known together with the parents of its rows', async () => {
  const { loadDeclarations, findResource, isResourceDeclared } = await startAnew();
  expect([isResourceDeclared('stock/exhibit'), findResource('stock/exhibit')]).toEqual([true, undefined]);
  await Promise.all([loadDeclarations(['stock']), loadDeclarations(['museum', 'stock'])]);
  expect([findResource('stock/exhibit'), findResource('museum/hall')]).toEqual([exhibit, hall]);
  expect(loadDeclarations(['stock', 'museum'])).toBeUndefined();
  expect(load.museum).toHaveBeenCalledOnce();
  expect(load.office).not.toHaveBeenCalled();
});

test('options from all resources are filled in once all modules are there, in the order of the menu', async () => {
  const { loadDeclarations, allModuleNames, declaredModules } = await startAnew();
  completed.length = 0;
  await loadDeclarations(['office']);
  expect(completed).toEqual([]);
  await loadDeclarations(allModuleNames());
  expect(completed).toEqual([['stock/exhibit', 'museum/hall']]);
  expect(declaredModules()).toEqual(modules);
});

test('what failed to load is tried again', async () => {
  const { loadDeclarations, findResource } = await startAnew();
  load.museum?.mockRejectedValueOnce(new Error('away'));
  await expect(loadDeclarations(['stock'])).rejects.toThrow('away');
  expect(findResource('stock/exhibit')).toBeUndefined();
  await loadDeclarations(['stock']);
  expect(findResource('stock/exhibit')).toBe(exhibit);
});
