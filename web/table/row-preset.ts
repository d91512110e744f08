import { kindOf } from '#kernel/field.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { type FormValues, takenFields } from '#web/form/form-values.ts';
import type { ListQuery } from '#web/resource/list-query.ts';

/** What a new row has in common with the list it is added from: the values the list is filtered by. */
export function presetOf(resource: AnyResource, query: ListQuery): FormValues {
  const fields = takenFields(resource, undefined);
  const preset: Record<string, unknown> = {};
  for (const { field: name, operator, value } of query.conditions) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || operator !== '=') continue;
    // values of an address are texts; on the wire some are numbers
    preset[name] = typeof kindOf(field).example(field.options) === 'number' ? Number(value) : value;
  }
  return preset;
}
