import type { Fields } from '../declaration/field.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import {
  moveThatChangesField,
  type WriteSituation,
  writableFields,
} from '../lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { isAccessibleToMembers } from './member-rights-by-role.ts';
import { reduceResourceToFieldsVisibleToMemberRole } from './reduce-resource-to-fields-visible-to-officer-or-member-role.ts';

/**
 * The fields that an officer may mark when returning a row for correction. These are the fields that the person who
 * corrects the row can change in `state`, through the form or through a move. That person is a member if members hold
 * rows of this resource, otherwise an officer. Pass the resource as declared, with all its fields; the caller then
 * removes the fields that the officer may not see.
 */
export function fieldsMarkableWhenReturningRow(declared: AnyResource, state: string, find: FindResource): Fields {
  const member = isAccessibleToMembers(declared);
  const visible = member ? reduceResourceToFieldsVisibleToMemberRole(declared, find) : declared;
  const writing: WriteSituation = { actor: member ? 'member' : 'admin', state };
  const open = writableFields(visible, 'edit', writing);
  return Object.fromEntries(
    Object.entries(visible.fields).filter(
      ([name, one]) =>
        !kindOf(one).secret &&
        one.privacy !== 'hidden' &&
        (Object.hasOwn(open, name) ||
          (one.write !== 'server' && moveThatChangesField(visible, name, writing) !== undefined)),
    ),
  );
}
