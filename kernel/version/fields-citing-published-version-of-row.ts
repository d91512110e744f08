import type { AnyField } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { kindOf, targetOf } from '../field/field.ts';
import { isReference } from '../kind/linked/reference.ts';

/**
 * The field of the citing row that contains the day on which the cited version must be in force. Undefined: any
 * published version can be cited.
 */
export function inForceDateFieldOfCitation(one: AnyField): string | undefined {
  const { cites } = one.options as { cites?: true | { readonly on: string } };
  return typeof cites === 'object' ? cites.on : undefined;
}

/** Whether a reference is a citation (`cites`), which can point at published versions only. */
export const isCitationField = (one: AnyField): boolean => one.options.cites !== undefined;

/**
 * The versioned resource to which a resource belongs: itself, or its parent if its rows are part of a version, as an
 * article is part of a version of a law. `through` is then the reference to the parent. Undefined: it has no versions.
 */
export function versionedResourceOf(
  resource: AnyResource,
  find: FindResource,
): { readonly versioned: AnyResource; readonly through?: string } | undefined {
  if (resource.versions?.inForce) return { versioned: resource };
  const parent = resource.partOf === undefined ? undefined : resource.fields[resource.partOf];
  const versioned = parent && find(targetOf(parent)?.resource ?? '');
  return versioned?.versions?.inForce ? { versioned, through: resource.partOf as string } : undefined;
}

/** Throws if a reference cites rows that have no versions, or names a day that its row does not have. */
export function checkCitationDeclarations(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources) {
    const moves = Object.entries((one.life?.moves ?? {}) as Record<string, Move>);
    const forms = [one.fields, ...moves.map(([, { input }]) => input ?? {})];
    for (const [name, each] of forms.flatMap((fields) => Object.entries<AnyField>(fields))) {
      if (!isCitationField(each)) continue;
      const target = find(targetOf(each)?.resource ?? '');
      if (!isReference(each) || !target || !versionedResourceOf(target, find))
        throw new Error(`${one.name}.${name} cites what has no published versions`);
      const on = inForceDateFieldOfCitation(each);
      const day = on === undefined ? undefined : one.fields[on];
      if (on !== undefined && (!day || kindOf(day).column !== 'date' || !Object.hasOwn(one.fields, name)))
        throw new Error(`${one.name}.${name} cites on ${on}, which is no date of its row`);
    }
  }
}
