import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { targetOf } from '#kernel/field/field.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';

export interface ReferencedRowFilter {
  /** The referring column. */
  own: string;
  field: AnyField;
  target: AnyResource;
  /** The column of the target that the referring column stores. */
  by: 'id' | 'code';
  /** Column of the target to compare: its title, its key, what it is part of, or a field of quick search. */
  column: string;
}

/** The relation of a condition `relation.column`. Undefined: the caller may not filter by any such. */
export function findReferencedRowFilter(
  resource: AnyResource,
  path: string,
  find: FindResource,
): ReferencedRowFilter | undefined {
  const [name = '', column = ''] = path.split('.');
  const entry = Object.entries(resource.fields).find(([own]) => relationNameOf(own) === name);
  if (!entry || entry[1].filter === false || entry[1].privacy === 'hidden') return undefined;
  const [own, field] = entry;
  const named = targetOf(field);
  const target = named && find(named.resource);
  if (!target) return undefined;
  const names =
    column === target.title ||
    column === 'id' ||
    (column !== '' && column === target.partOf) ||
    (Object.hasOwn(target.fields, column) && target.fields[column]?.search === true);
  return names ? { own, field, target, by: named.key, column } : undefined;
}
