import type { AnyResource } from '#kernel/resource.ts';
import { type FormValues, takenFields } from '#web/form/form-values.ts';
import type { ListQuery } from '#web/resource/list-query.ts';

const numbers: ReadonlySet<string> = new Set(['reference', 'parent', 'integer', 'year']);

/** What a new row has in common with the list it is added from: the values the list is filtered by. */
export function presetOf(resource: AnyResource, query: ListQuery): FormValues {
  const fields = takenFields(resource, undefined, 'admin');
  const preset: Record<string, unknown> = {};
  for (const { field: name, operator, value } of query.conditions) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || operator !== '=') continue;
    preset[name] = numbers.has(field.kind) ? Number(value) : value;
  }
  return preset;
}
