import type { AnyResource } from '#kernel/resource.ts';

const byName = new Map<string, AnyResource>();

/**
 * Tells the generic screens which resources there are. The composition root calls it once before anything is drawn:
 * this room must not know the modules.
 */
export function provideResources(resources: readonly AnyResource[]): void {
  byName.clear();
  for (const one of resources) byName.set(one.name.toLowerCase(), one);
}

/** A declared resource by its name, as references and relations name it. */
export const findResource = (name: string): AnyResource | undefined => byName.get(name.toLowerCase());
