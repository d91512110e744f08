import type { AnyField } from '../declaration/field.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { targetOf } from '../field/field.ts';
import { isReference } from '../kind/linked/reference.ts';
import { tableOf } from '../resource/table-and-controller-names.ts';

/** The names of the fields whose text quick search covers. It is stored in the column `search_text`. */
export const namesOfSearchedFields = (one: AnyResource) =>
  Object.keys(one.fields).filter((name) => one.fields[name]?.search && !isReference(one.fields[name]));

/**
 * The table with the index of quick search, if it is a separate one. Rows with a life cycle have one, so that changes
 * of state do not update this most expensive index (docs/decisions/reading.md).
 */
export const quickSearchIndexTable = (one: AnyResource) =>
  one.life && namesOfSearchedFields(one).length > 0 ? `${tableOf(one)}_search` : undefined;

/**
 * The names of the references that quick search follows. A row is also found by the search text of the row it refers
 * to.
 */
export const referencesFollowedByQuickSearch = (one: AnyResource) =>
  Object.keys(one.fields).filter((name) => one.fields[name]?.search && isReference(one.fields[name]));

/** All fields that quick search covers, references included, in declared order. */
export const fieldsCoveredByQuickSearch = (one: AnyResource): readonly AnyField[] => {
  const names = new Set([...namesOfSearchedFields(one), ...referencesFollowedByQuickSearch(one)]);
  return Object.entries(one.fields).flatMap(([name, field]) => (names.has(name) ? [field] : []));
};

/** Throws if a searched reference leads to rows without search fields. */
export function checkQuickSearch(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources)
    for (const name of referencesFollowedByQuickSearch(one)) {
      const target = targetOf(one.fields[name] as AnyField);
      const related = target && find(target.resource);
      if (related && namesOfSearchedFields(related).length === 0)
        throw new Error(`${one.name}.${name}: ${related.name} has no search fields`);
    }
}
