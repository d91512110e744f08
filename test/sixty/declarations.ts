import type { LazilyLoadedDeclarations } from '#kernel/module/resource-index-for-lazy-loading.ts';
import { declarations as real } from '#modules/declarations.ts';
import { resourceIndex } from '#modules/resource-index-for-lazy-loading.ts';

/** A module of registry.ts, which is loaded as a whole. */
const loadInvented = async (name: string) => {
  const found = (await import('./registry.ts')).modules.find((one) => one.name === name);
  if (!found) throw new Error(`there is no module ${name}`);
  return found;
};

/** Replaces modules/declarations.ts with `MODULES=test/sixty`. */
export const declarations: LazilyLoadedDeclarations = {
  index: resourceIndex,
  load: Object.fromEntries(
    Object.keys(resourceIndex).map((name) => {
      const load = name === 'enterprise' ? undefined : real.load[name];
      return [name, load ?? (() => loadInvented(name))];
    }),
  ),
};
