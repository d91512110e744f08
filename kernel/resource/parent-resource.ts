import type { AnyResource, FindResource } from '../declaration/resource.ts';

/**
 * The resources that a row's parent can be of: one, or several if `partOf` refers to one of several. Throws if the
 * resource has no `partOf`, or if that refers to an undeclared resource.
 */
export function parentsOf(one: AnyResource, find: FindResource): readonly AnyResource[] {
  const to = one.partOf === undefined ? undefined : one.fields[one.partOf]?.options.to;
  const names = typeof to === 'string' ? [to] : Object.keys(to ?? {});
  if (names.length === 0) throw new Error(`${one.name}: it has no partOf`);
  return names.map((name) => {
    const parent = find(name);
    if (!parent) throw new Error(`${one.name}: its parent ${name} is not declared`);
    return parent;
  });
}

/** Whether the parents of rows can be of several resources. */
export const hasSeveralParents = ({ partOf, fields }: AnyResource): boolean =>
  partOf !== undefined && typeof fields[partOf]?.options.to === 'object';

/** The parent resource. Throws if there is none, or more than one. */
export function parentOf(one: AnyResource, find: FindResource): AnyResource {
  const [parent, other] = parentsOf(one, find);
  if (!parent || other) throw new Error(`${one.name}: it has several parent resources`);
  return parent;
}

/**
 * The resource whose scope decides who sees the rows: the resource itself, or with scope `parent` its nearest ancestor
 * with another scope.
 */
export function scopeResourceOf(one: AnyResource, find: FindResource): AnyResource {
  // Several parents all have the same scope (`checkParents`).
  return one.scope === 'parent' ? scopeResourceOf(parentsOf(one, find)[0] as AnyResource, find) : one;
}

/**
 * Throws if a parent is not declared, if it lacks a field that is read through it, or if not everybody may read that
 * field.
 */
export function checkParents(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources.filter((each) => each.partOf !== undefined)) {
    const parents = parentsOf(one, find);
    for (const [name, { through, kind }] of Object.entries(one.fields))
      for (const parent of through ? parents : []) {
        const parentField = parent.fields[name];
        if (parentField?.kind !== kind || parentField.privacy !== undefined || parentField.reads !== undefined)
          throw new Error(`${one.name}.${name}: ${parent.name} has no such field for everybody`);
      }
    if (one.scope === 'parent' && new Set(parents.map((each) => scopeResourceOf(each, find).scope)).size > 1)
      throw new Error(`${one.name}: its parents must have the same scope`);
  }
}
