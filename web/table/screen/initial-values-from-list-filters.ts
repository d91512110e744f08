import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { parentOf } from '#kernel/resource/parent-resource.ts';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { writableFieldsInState } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { rowThatMemberActsFor } from '#web/resource/current-enterprise-or-row-that-member-acts-for.ts';
import { findResource } from '#web/resource/resource-registry.ts';

/** Whether the parent of a row is its owner. */
const isHeldDirectly = (resource: AnyResource): boolean =>
  parentOf(resource, findResource).name === owningResourceOf(resource, findResource)?.name;

/** Initial values of a new row from the list it is added to: the values of its filters, and its owner. */
export function initialValuesFromListFilters(resource: AnyResource, query: ListQuery): FormValues {
  const fields = writableFieldsInState(resource, undefined);
  const preset: Record<string, unknown> = {};
  const held = rowThatMemberActsFor(resource);
  const above = resource.partOf;
  if (held && above && fields[above] && isHeldDirectly(resource)) preset[above] = held.id;
  for (const { field: name, operator, value } of query.conditions) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || operator !== '=') continue;
    // values of an address are texts; some are numbers on the wire
    preset[name] = typeof kindOf(field).example(field.options) === 'number' ? Number(value) : value;
  }
  return preset;
}
