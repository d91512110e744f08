import { type Related, relatedTo } from '#kernel/related.ts';
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

/** What belongs to a record of a resource: what refers to it. */
export const relatedOf = (resource: AnyResource): readonly Related[] => relatedTo(resource, [...byName.values()]);

/** A declared resource by its name, as references and relations name it. */
export const findResource = (name: string): AnyResource | undefined => byName.get(name.toLowerCase());
