import type { Fields } from '../declaration/field.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import { moveToChange, type WriteSituation, writableFields } from '../lifecycle/writable-fields.ts';
import { isForMembers } from './member-access.ts';
import { withFieldsVisibleToMembers } from './visible-fields.ts';

/**
 * Fields that a return may mark: those the corrector (the member if members hold such rows) can change in state
 * `state`, through the form or through a move. Takes the resource as declared; the caller restricts the result to the
 * fields it may see.
 */
export function fieldsMarkableOnReturn(declared: AnyResource, state: string, find: FindResource): Fields {
  const member = isForMembers(declared);
  const visible = member ? withFieldsVisibleToMembers(declared, find) : declared;
  const writing: WriteSituation = { actor: member ? 'member' : 'admin', state };
  const open = writableFields(visible, 'edit', writing);
  return Object.fromEntries(
    Object.entries(visible.fields).filter(
      ([name, one]) =>
        !kindOf(one).secret &&
        one.privacy !== 'hidden' &&
        (Object.hasOwn(open, name) || (one.write !== 'server' && moveToChange(visible, name, writing) !== undefined)),
    ),
  );
}
