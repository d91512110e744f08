import { type Fields, kindOf } from './field.ts';
import { isForMembers } from './holding.ts';
import type { FindResource } from './part.ts';
import { knownByMembers } from './reader.ts';
import type { AnyResource } from './resource.ts';
import { moveToChange, type Writing, writableFields } from './writing.ts';

/**
 * Fields a return can mark: those that whoever answers, the member where members hold such rows, can correct in the state
 * it leads to, by the form or by a move of its own. Of a resource as declared; whoever marks names what they know of it.
 */
export function markableFields(declared: AnyResource, state: string, find: FindResource): Fields {
  const member = isForMembers(declared);
  const known = member ? knownByMembers(declared, find) : declared;
  const writing: Writing = { actor: member ? 'member' : 'admin', state };
  const open = writableFields(known, 'edit', writing);
  return Object.fromEntries(
    Object.entries(known.fields).filter(
      ([name, one]) =>
        !kindOf(one).secret &&
        one.privacy !== 'hidden' &&
        (Object.hasOwn(open, name) || (one.write !== 'server' && moveToChange(known, name, writing) !== undefined)),
    ),
  );
}
