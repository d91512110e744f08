import type { Fields } from '../declaration/field.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import { moveToChange, type WriteSituation, writableFields } from '../lifecycle/writable-fields.ts';
import { isForMembers } from './member-role.ts';
import { visibleToMembers } from './node-visibility.ts';

/**
 * Fields a return can mark: those that whoever answers, the member where members hold such rows, can correct in the state
 * it leads to, by the form or by a move of its own. Of a resource as declared; whoever marks names what they know of it.
 */
export function correctableFields(declared: AnyResource, state: string, find: FindResource): Fields {
  const member = isForMembers(declared);
  const visible = member ? visibleToMembers(declared, find) : declared;
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
