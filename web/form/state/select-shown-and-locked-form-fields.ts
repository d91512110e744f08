import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  formFields,
  messageForLockedField,
  type WriteSituation,
  writableFields,
} from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { type FormValues, isEmptyValue } from './initial-changed-and-sent-form-values.ts';

/** The fields that can be written in the state of the row, in declared order. */
export const writableFieldsInState = (resource: AnyResource, row: WireRow | undefined): Fields =>
  writableFields(resource, row ? 'edit' : 'add', writingIn(row));

/** A field that is shown and cannot be written in the state of the row, with the reason. */
export interface LockedField {
  readonly field: AnyField;
  readonly why: Text;
}

const numbered = text('由系统编号', 'Numbered by the system');

/** The fields of a form that are shown and cannot be written: closed ones, and numbers. */
export function lockedFields(resource: AnyResource, row: WireRow | undefined): Readonly<Record<string, LockedField>> {
  if (!row) return {};
  const submitted = writableFieldsInState(resource, row);
  const closed = Object.entries(formFields(resource))
    .filter(([name, field]) => !Object.hasOwn(submitted, name) && field.write !== 'add' && field.privacy !== 'hidden')
    .map(([name, field]) => [name, { field, why: messageForLockedField(resource, name, writingIn(row)) }] as const);
  const numbers = Object.entries<AnyField>(resource.fields)
    .filter(([name, { number }]) => number !== undefined && !isEmptyValue(row[name]))
    .map(([name, field]) => [name, { field, why: numbered }] as const);
  return Object.fromEntries([...numbers, ...closed]);
}

/** The fields that an amendment of these kinds changes, and those that describe it. */
export const amendedFields = (resource: AnyResource, row: WireRow, amends: readonly string[]): Fields =>
  writableFields(resource, 'edit', { ...writingIn(row), amends });

const writingIn = (row: WireRow | undefined): WriteSituation => ({
  actor: currentArea(),
  state: row?.status,
});

/** Whether a field is requested with the present values of others. A field with a value stays visible in an edit. */
export const isRequestedField = ({ shownWhen: condition }: AnyField, name: string, values: FormValues): boolean =>
  !condition || !isEmptyValue(values[name]) || condition.of.includes(String(values[condition.by] ?? ''));

interface FormSection {
  readonly key: string;
  readonly names: readonly string[];
}

/** Fields by section in declared order; those without a section come first. */
export function sectionsOf(resource: Pick<AnyResource, 'sections'>, fields: Fields): FormSection[] {
  const keys = ['', ...Object.keys(resource.sections ?? {})];
  return keys
    .map((key) => ({ key, names: Object.keys(fields).filter((name) => (fields[name]?.section ?? '') === key) }))
    .filter(({ names }) => names.length > 0);
}

/** Fields of a resource that the caller may read, by name; used to label marks and changes. */
export const readableFieldsByName = (resource: AnyResource): [string, AnyField][] =>
  Object.entries(allColumnsOf(resource)).filter(([, field]) => field.privacy !== 'hidden');

/** The requested fields of a form in their order. */
export function shownFields(resource: Pick<AnyResource, 'sections'>, fields: Fields, values: FormValues): Fields {
  const requested = Object.fromEntries(
    Object.entries(fields).filter(([name, field]) => isRequestedField(field, name, values)),
  );
  const order = sectionsOf(resource, requested).flatMap(({ names }) => names);
  return Object.fromEntries(order.map((name) => [name, requested[name] as AnyField]));
}

/** Fields that fit on a screen. */
const atAGlance = 8;

/** Whether a form is too long for a screen: it gets an index and the full width. */
export const isLongForm = (fields: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(fields).length > atAGlance;
