import type { AnyResource } from './resource.ts';

/** Finds a declaration by its name; undefined where nothing is declared by it. */
export type FindResource = (name: string) => AnyResource | undefined;

/** The resource whose rows this one's are part of. Throws where it declares none, or one nobody declared. */
export function parentOf(one: AnyResource, find: FindResource): AnyResource {
  const to = one.partOf === undefined ? undefined : one.fields[one.partOf]?.options.to;
  const parent = to === undefined ? undefined : find(String(to));
  if (!parent) throw new Error(`${one.name}: what it is part of, ${String(to)}, is not declared`);
  return parent;
}

/** The resource whose scope decides who sees these rows: itself, or the first above it with a scope of its own. */
export function rootOf(one: AnyResource, find: FindResource): AnyResource {
  return one.scope === 'parent' ? rootOf(parentOf(one, find), find) : one;
}

/** Throws where a resource is part of nothing declared, or reads what its parent does not say to everybody. */
export function checkParts(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources.filter((each) => each.partOf !== undefined)) {
    const parent = parentOf(one, find);
    for (const [name, { through, kind }] of Object.entries(one.fields)) {
      const said = parent.fields[name];
      if (through && (said?.kind !== kind || said.privacy !== undefined || said.reads !== undefined))
        throw new Error(`${one.name}.${name}: ${parent.name} says no such thing`);
    }
  }
}
