import type { AnyResource } from '#kernel/declaration/resource.ts';
import { holdsPictures } from '#kernel/field/field.ts';
import { allColumnsOf, columnsListedByDefault } from '#kernel/resource/all-columns-of-resource.ts';

/** Columns a table can show: title, state and deadline first, then as declared. */
export function availableTableColumns(resource: AnyResource): { name: string; shown: boolean }[] {
  const fields = allColumnsOf(resource);
  const listed = columnsListedByDefault(resource);
  const first = resource.listed ?? [resource.title, 'status', 'due_at'];
  const rank = (name: string) =>
    first.includes(name) && (name === resource.title || resource.life || resource.listed)
      ? first.indexOf(name)
      : first.length;
  return Object.entries(fields)
    .filter(([, field]) => field.list !== 'never' && field.privacy !== 'hidden')
    .map(([name]) => ({ name, shown: listed.includes(name) }))
    .sort((one, other) => rank(one.name) - rank(other.name));
}

/** Name of the picture field of a row, where the resource has one. */
export const pictureFieldName = (resource: AnyResource): string | undefined =>
  Object.keys(resource.fields).find((name) => {
    const field = resource.fields[name];
    return field !== undefined && field.privacy !== 'hidden' && field.list !== 'never' && holdsPictures(field);
  });
