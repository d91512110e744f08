import type { AnyResource } from '#kernel/declaration/resource.ts';
import { resources } from '#modules/registry.ts';
import { zoo } from '../zoo/zoo.ts';

/**
 * What the suite asks everything of: the zoo, which says all the language can say; every resource there is when it looks
 * for what nobody thought of (`npm test -- exhaustive`).
 */
export const testedResources: readonly AnyResource[] = process.env.EVERY_RESOURCE
  ? [...zoo.resources, ...resources]
  : zoo.resources;

/** Each with its name, as a table of tests takes them. */
export const withNames = (of: readonly AnyResource[]) => of.map((one) => [one.name, one] as const);
