import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { amendmentKindsOfInput, amendmentRulesInState } from '#kernel/lifecycle/fields-opened-by-amendment-rules.ts';
import {
  formFields,
  messageForLockedField,
  type WriteSituation,
  writableFields,
} from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { isReadOnlyForCaller } from '#kernel/resource/declaration-visible-to-caller.ts';
import type { Text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { Caller } from '#server/caller.ts';
import { type FieldErrors, isAbsent, schemaOf } from './validate-input-by-field-declarations.ts';

/** Actor and state for the declaration's rules. States do not bind the platform itself. */
export const writeSituationOf = (caller: Caller, state: unknown): WriteSituation =>
  caller.type === 'system' ? {} : { actor: caller.type === 'member' ? 'member' : 'admin', state };

/** {@link writeSituationOf} with the kinds of an amendment, which the input states. */
export function writeSituationOfInput(
  resource: AnyResource,
  caller: Caller,
  state: unknown,
  input: Readonly<Record<string, unknown>>,
): WriteSituation {
  const amendments = caller.type === 'system' ? undefined : amendmentRulesInState(resource, state);
  return {
    ...writeSituationOf(caller, state),
    ...(amendments ? { amends: amendmentKindsOfInput(amendments, input) } : {}),
  };
}

/** The fields that a form may write. */
export const fieldsOpenToCaller = (
  visible: AnyResource,
  caller: Caller,
  before: Readonly<Record<string, unknown>> | undefined,
  operation: 'add' | 'edit' | 'del' | 'move',
  input: Readonly<Record<string, unknown>>,
): Fields =>
  operation === 'add' || operation === 'edit'
    ? writableFields(visible, operation, writeSituationOfInput(visible, caller, before?.status, input))
    : {};

/**
 * Notes errors for sent fields that this caller cannot write in the row's state, or at all. `visible` is the resource
 * as the caller sees it. Some clients send whole rows back, so that values equal to the stored ones are ignored. Other
 * values are refused at their field rather than dropped. Hidden fields are not compared, because the result would
 * disclose them.
 */
export function refuseLockedFields(
  resource: AnyResource,
  visible: AnyResource,
  caller: Caller,
  before: Readonly<Record<string, unknown>> | undefined,
  input: Readonly<Record<string, unknown>>,
  set: Readonly<Record<string, unknown>> = {},
): FieldErrors {
  if (caller.type === 'system' || (!before && visible === resource)) return {};
  const writing = writeSituationOfInput(resource, caller, before?.status, input);
  const open = writableFields(visible, before ? 'edit' : 'add', writing);
  const errors: FieldErrors = {};
  // values set by the platform are subject to the state, but not to permissions
  const sent: Readonly<Record<string, unknown>> = before ? { ...input, ...set } : input;
  for (const [name, one] of Object.entries(formFields(resource))) {
    if (Object.hasOwn(open, name) || !Object.hasOwn(sent, name)) continue;
    if (Object.hasOwn(set, name) && isClosed(visible, name)) continue;
    const read = before && Object.hasOwn(visible.fields, name);
    // changes of child rows are reported when they are planned
    if (read && isChildList(one)) continue;
    if (read ? isUnchanged(one, sent[name], before[name]) : isAbsent(sent[name])) continue;
    errors[name] = [lockedFieldMessage(resource, visible, name, writing)[caller.locale]];
  }
  return errors;
}

/** Why a field is closed to the caller: by permission, or by the state. */
export function lockedFieldMessage(
  resource: AnyResource,
  visible: AnyResource,
  name: string,
  writing: WriteSituation,
): Text {
  return isClosed(visible, name) ? validationMessages.field_kept : messageForLockedField(resource, name, writing);
}

/** Whether a field is closed to the caller in every state. */
function isClosed(visible: AnyResource, name: string): boolean {
  const one = visible.fields[name];
  return !one || isReadOnlyForCaller(one);
}

/**
 * Removes values that were only displayed: some clients send whole rows back, and a masked value then means the stored
 * one.
 */
export function omitEchoedMaskedValues(
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  if (!before) return input;
  const shown = Object.keys(input).filter((name) => {
    const one = fields[name];
    return one?.privacy === 'masked' && typeof input[name] === 'string' && input[name] === maskOf(one, before[name]);
  });
  return shown.length === 0
    ? input
    : Object.fromEntries(Object.entries(input).filter(([name]) => !shown.includes(name)));
}

/** A stored value as shown masked; encrypted values are stored with their mask. */
const maskOf = (one: AnyField, stored: unknown): string | undefined =>
  typeof stored !== 'string' ? undefined : kindOf(one).sealed ? stored : kindOf(one).maskValue?.(stored);

/** Whether a sent value means the stored one (in wire form), either plain or as it was displayed to the caller. */
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
