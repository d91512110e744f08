import type { AnyField } from '../declaration/field.ts';
import type { FilterByChildRows } from '../declaration/filter-by-child-rows.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { kindOf, targetOf } from '../field/field.ts';
import { allColumnsOf } from './all-columns-of-resource.ts';
import { childListsOf, resourceOfChildList } from './child-lists-of-resource.ts';

/** The filter of this name. The name may be user input. Undefined: there is none. */
export const findFilterByChildRows = (
  { filters = {} }: Pick<AnyResource, 'filters'>,
  name: string,
): FilterByChildRows | undefined => (Object.hasOwn(filters, name) ? filters[name] : undefined);

/** A field that a filter compares: of the child row itself (`own`), or of the row to which that field refers. */
export interface FieldComparedByFilter {
  readonly own: AnyField;
  readonly reference?: { readonly target: AnyResource; readonly column: string; readonly field: AnyField };
}

/** Finds the field of a path in `by` (`plate`, `driver_id.name`). Undefined: it does not exist. */
export function findFieldComparedByFilter(
  child: AnyResource,
  path: string,
  find: FindResource,
): FieldComparedByFilter | undefined {
  const [name = '', column] = path.split('.');
  const own = child.fields[name];
  if (!own || column === undefined) return own && { own };
  const target = targetOf(own);
  const resource = target?.key === 'id' ? find(target.resource) : undefined;
  const field = resource?.fields[column];
  return resource && field && { own, reference: { target: resource, column, field } };
}

/** Throws if a filter does not name a list, or compares fields that not everybody who sees the rows may read. */
export function checkFiltersByChildRows(resources: readonly AnyResource[], find: FindResource): void {
  for (const resource of resources)
    for (const [name, { field, list, by }] of Object.entries(resource.filters ?? {})) {
      const where = `${resource.name}: filter ${name}`;
      if (Object.hasOwn(allColumnsOf(resource), name)) throw new Error(`${where} has the name of a field`);
      const held = childListsOf(resource).find(([each]) => each === list)?.[1];
      if (!held) throw new Error(`${where}: ${list} is not a list of rows`);
      if (kindOf(field).column !== 'text' || by.length === 0) throw new Error(`${where} cannot be searched by text`);
      const child = resourceOfChildList(held, find);
      for (const path of by) {
        const found = findFieldComparedByFilter(child, path, find);
        const filtered = found && (found.reference?.field ?? found.own);
        if (!found || !filtered || kindOf(filtered).column !== 'text' || filtered.through || filtered.from)
          throw new Error(`${where}: ${child.name} has no field ${path}`);
        if ([found.own, filtered].some((one) => one.privacy || one.reads))
          throw new Error(`${where}: ${path} is not readable by everybody who sees ${child.name}`);
      }
    }
}
