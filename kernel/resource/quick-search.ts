import type { AnyField } from '../declaration/field.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { targetOf } from '../field/field.ts';
import { isReference } from '../kind/linked/reference.ts';
import { tableOf } from './names.ts';

/** Names of the fields quick search looks in; their words are a column of the table, `search_text`. */
export const searchFields = (one: AnyResource) =>
  Object.keys(one.fields).filter((name) => one.fields[name]?.search && !isReference(one.fields[name]));

/**
 * Where the words of quick search are indexed when it is not in the table itself: of rows that move through a life in a
 * table beside, so that a change of state leaves that index, the dearest of all, alone (docs/decisions/reading.md).
 */
export const searchTable = (one: AnyResource) =>
  one.life && searchFields(one).length > 0 ? `${tableOf(one)}_search` : undefined;

/** Names of the references quick search looks through: a row is found by what the row it refers to is found by. */
export const searchedReferences = (one: AnyResource) =>
  Object.keys(one.fields).filter((name) => one.fields[name]?.search && isReference(one.fields[name]));

/** Labels of everything quick search looks at in a list, in the order declared. */
export const searchedFields = (one: AnyResource): readonly AnyField[] => {
  const names = new Set([...searchFields(one), ...searchedReferences(one)]);
  return Object.entries(one.fields).flatMap(([name, field]) => (names.has(name) ? [field] : []));
};

/** A reference that is searched leads to rows that are found by words of their own. */
export function checkQuickSearch(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources)
    for (const name of searchedReferences(one)) {
      const target = targetOf(one.fields[name] as AnyField);
      const related = target && find(target.resource);
      if (related && searchFields(related).length === 0)
        throw new Error(`${one.name}.${name}: ${related.name} is found by no words`);
    }
}
