import type { AnyResource } from '#kernel/declaration/resource.ts';
import { resources } from '#modules/registry.ts';
import { zoo } from '../zoo/zoo.ts';

/**
 * The resources that the suite tests completely: the zoo, which uses the whole declaration language; or every resource,
 * in a search for unforeseen faults (`npm test -- exhaustive`).
 */
export const testedResources: readonly AnyResource[] = process.env.EVERY_RESOURCE
  ? [...zoo.resources, ...resources]
  : zoo.resources;

/** Those whose real declaration is tried by a few calls: all, or those of changed modules (`npm test -- changed`). */
export const smokeResources: readonly AnyResource[] = chooseSmoke(process.env.SMOKE_RESOURCES?.split(',') ?? []);

function chooseSmoke(names: readonly string[]): readonly AnyResource[] {
  const chosen = resources.filter((one) => names.includes(one.name));
  return chosen.length > 0 ? chosen : resources;
}

/** Each with its name, for `describe.each`. */
export const withNames = (of: readonly AnyResource[]) => of.map((one) => [one.name, one] as const);
