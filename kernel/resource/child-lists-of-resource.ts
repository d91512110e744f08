import type { AnyField } from '../declaration/field.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { isChildList } from '../kind/linked/child-rows.ts';
import { numberedFields } from '../lifecycle/fields-numbered-by-server.ts';
import { hasSeveralParents, parentOf } from './parent-resource.ts';

const cache = new WeakMap<AnyResource, readonly (readonly [string, AnyField])[]>();

/** The list fields of a resource, with their names. */
export function childListsOf(resource: AnyResource): readonly (readonly [name: string, one: AnyField])[] {
  let lists = cache.get(resource);
  if (!lists) {
    lists = Object.entries<AnyField>(resource.fields).filter(([, one]) => isChildList(one));
    cache.set(resource, lists);
  }
  return lists;
}

/** The resource whose rows a list field contains. */
export function resourceOfChildList(one: AnyField, find: FindResource): AnyResource {
  const child = find(String(one.options.of));
  if (!child?.partOf) throw new Error(`rows of ${String(one.options.of)}, which has no partOf`);
  return child;
}

/** The field with which a row of a list refers to its parent. */
export const parentReferenceFieldOf = (child: AnyResource): string => child.partOf as string;

/** Throws if the rows of a list do not refer back, do not have scope `parent`, have no order, or contain each other. */
export function checkChildLists(resources: readonly AnyResource[], find: FindResource): void {
  const held = new Map<string, string>();
  for (const resource of resources) {
    for (const [name, one] of childListsOf(resource)) {
      const where = `${resource.name}.${name}`;
      const child = find(String(one.options.of));
      if (!child) throw new Error(`${where}: rows of ${String(one.options.of)}, which is not declared`);
      if (!child.partOf || hasSeveralParents(child) || parentOf(child, find) !== resource || child.scope !== 'parent')
        throw new Error(`${where}: ${child.name} must have partOf ${resource.name} and scope parent`);
      if (!child.sortable) throw new Error(`${where}: ${child.name} must be sortable`);
      if (child.life?.clocks) throw new Error(`${where}: ${child.name} has clocks, which lists do not support`);
      if (child.ends) throw new Error(`${where}: ${child.name} has expiring documents, which lists do not support`);
      if (numberedFields(child).length > 0)
        throw new Error(`${where}: ${child.name} has numbers, which lists do not support`);
      if (held.has(child.name)) throw new Error(`${where}: ${child.name} is already listed in ${held.get(child.name)}`);
      held.set(child.name, where);
      const seen = new Set([child]);
      for (let above: AnyResource = resource; ; above = parentOf(above, find)) {
        if (seen.has(above)) throw new Error(`${where}: ${child.name} would be part of itself`);
        seen.add(above);
        if (!above.partOf || hasSeveralParents(above)) break;
      }
    }
  }
}
