import type { AnyField } from '../declaration/field.ts';
import type {
  FilterByChildRows,
  FilterByReferringRows,
  FilterByRelatedRows,
} from '../declaration/filter-by-child-or-referring-rows.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { kindOf, targetOf } from '../field/field.ts';
import { allColumnsOf } from './all-columns-of-resource.ts';
import { childListsOf, resourceOfChildList } from './child-lists-of-resource.ts';

/** The filter of this name. The name may be user input. Undefined: there is none. */
export const findFilterByRelatedRows = (
  { filters = {} }: Pick<AnyResource, 'filters'>,
  name: string,
): FilterByRelatedRows | undefined => (Object.hasOwn(filters, name) ? filters[name] : undefined);

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

/** Throws if a filter names no related rows, or compares fields that not everybody who sees them may read. */
export function checkFiltersByRelatedRows(resources: readonly AnyResource[], find: FindResource): void {
  for (const resource of resources)
    for (const [name, filter] of Object.entries(resource.filters ?? {})) {
      const where = `${resource.name}: filter ${name}`;
      if (Object.hasOwn(allColumnsOf(resource), name)) throw new Error(`${where} has the name of a field`);
      if ('of' in filter) checkReferringRows(resource, filter, where, find);
      else checkChildRows(resource, filter, where, find);
    }
}

function checkChildRows(
  resource: AnyResource,
  { field, list, by }: FilterByChildRows,
  where: string,
  find: FindResource,
): void {
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

function checkReferringRows(
  resource: AnyResource,
  { field, of, by, at }: FilterByReferringRows,
  where: string,
  find: FindResource,
): void {
  const referring = find(of);
  const target = referring?.fields[by] && targetOf(referring.fields[by]);
  if (!referring || target?.resource !== resource.name || target.key !== 'id')
    throw new Error(`${where}: ${of} does not refer to it by ${by}`);
  const compared = referring.fields[at];
  if (!compared || kindOf(compared) !== kindOf(field) || compared.through || compared.from)
    throw new Error(`${where}: ${of} has no such field ${at}`);
  if ([referring.fields[by], compared].some((one) => one?.privacy || one?.reads))
    throw new Error(`${where}: ${at} is not readable by everybody who sees ${of}`);
}
