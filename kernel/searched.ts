import { type AnyField, targetOf } from './field.ts';
import type { FindResource } from './part.ts';
import { type AnyResource, searchedReferences, searchFields } from './resource.ts';

/** Labels of everything quick search looks at in a list, in the order declared. */
export const searchedFields = (one: AnyResource): readonly AnyField[] => {
  const names = new Set([...searchFields(one), ...searchedReferences(one)]);
  return Object.entries(one.fields).flatMap(([name, field]) => (names.has(name) ? [field] : []));
};

/** A reference that is searched leads to rows that are found by words of their own. */
export function checkSearched(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources)
    for (const name of searchedReferences(one)) {
      const target = targetOf(one.fields[name] as AnyField);
      const related = target && find(target.resource);
      if (related && searchFields(related).length === 0)
        throw new Error(`${one.name}.${name}: ${related.name} is found by no words`);
    }
}
