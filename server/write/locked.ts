import { type AnyField, kindOf } from '#kernel/field.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { formFields, sayLocked, type Writing, writableFields } from '#kernel/writing.ts';
import type { Caller } from '#server/caller.ts';
import { type FieldErrors, isAbsent, schemaOf } from './validate.ts';

/** How the declaration sees whoever writes a row in a state; the platform itself is bound by no state. */
export const writingOf = (caller: Caller, state: unknown): Writing =>
  caller.type === 'system' ? {} : { actor: caller.type === 'member' ? 'member' : 'admin', state };

/**
 * What is sent for a field that this caller cannot write where the row is. Clients of the family post whole rows back,
 * so what equals the stored value is passed over; anything else is refused at its field, and never quietly dropped.
 */
export function refuseLocked(
  resource: AnyResource,
  caller: Caller,
  before: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): FieldErrors {
  if (caller.type === 'system') return {};
  const writing = writingOf(caller, before.status);
  const open = writableFields(resource, 'edit', writing);
  const errors: FieldErrors = {};
  for (const [name, one] of Object.entries(formFields(resource))) {
    if (Object.hasOwn(open, name) || !Object.hasOwn(sent, name)) continue;
    if (!isUnchanged(one, sent[name], before[name])) errors[name] = [sayLocked(resource, name, writing)[caller.locale]];
  }
  return errors;
}

/** Whether a value sent means the one that is stored, given in wire form: as such, or as whoever sends it was shown it. */
export function isUnchanged(one: AnyField, sent: unknown, stored: unknown): boolean {
  if (isAbsent(sent) || isAbsent(stored)) return isAbsent(sent) && isAbsent(stored);
  if (JSON.stringify(sent) === JSON.stringify(stored)) return true;
  const form = (value: unknown) => {
    const parsed = schemaOf(one).safeParse(value);
    return parsed.success ? JSON.stringify(parsed.data) : undefined;
  };
  const shown = one.privacy === 'masked' && typeof stored === 'string' ? kindOf(one).maskValue?.(stored) : undefined;
  if (shown !== undefined && shown === sent) return true;
  const given = form(sent);
  return given !== undefined && given === form(stored);
}
