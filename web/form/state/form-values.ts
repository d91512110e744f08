import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isList } from '#kernel/kind/linked/rows.ts';
import { formFields, lockedMessage, type WriteSituation, writableFields } from '#kernel/lifecycle/writable-fields.ts';
import { allFields } from '#kernel/resource/columns.ts';
import type { Text } from '#kernel/text/text.ts';
import { changedChildRows, childResourceOf, childRowsIn } from '#web/resource/child-rows.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';

export type FormValues = Readonly<Record<string, unknown>>;
/** `add`: a new row; `edit`: an existing one; `prompt`: input of a move, whose empty fields are not sent. */
export type FormMode = 'add' | 'edit' | 'prompt';

/** The fields that can be written in the state of the row, in declared order. */
export const submittedFields = (resource: AnyResource, row: WireRow | undefined): Fields =>
  writableFields(resource, row ? 'edit' : 'add', writingIn(row));

/** A field that is shown and cannot be written in the state of the row, with the reason. */
export interface LockedField {
  readonly field: AnyField;
  readonly why: Text;
}

/** The fields of a form that are shown and cannot be written. */
export function lockedFields(resource: AnyResource, row: WireRow | undefined): Readonly<Record<string, LockedField>> {
  if (!row) return {};
  const submitted = submittedFields(resource, row);
  return Object.fromEntries(
    Object.entries(formFields(resource))
      .filter(([name, field]) => !Object.hasOwn(submitted, name) && field.write !== 'add' && field.privacy !== 'hidden')
      .map(([name, field]) => [name, { field, why: lockedMessage(resource, name, writingIn(row)) }]),
  );
}

/** The fields that an amendment of these kinds changes, and those that describe it. */
export const amendedFields = (resource: AnyResource, row: WireRow, amends: readonly string[]): Fields =>
  writableFields(resource, 'edit', { ...writingIn(row), amends });

const writingIn = (row: WireRow | undefined): WriteSituation => ({
  actor: currentArea(),
  state: row?.status,
});

export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Whether a value reaches the browser masked or not at all: it is a placeholder, and an empty input keeps it. */
export const isHiddenButSent = (field: AnyField): boolean =>
  field.privacy !== undefined || kindOf(field).secret === true;

/** Whether a field is requested with the present values of others. A field with a value stays visible in an edit. */
export const isRequestedField = ({ shownWhen: condition }: AnyField, name: string, values: FormValues): boolean =>
  !condition || !isEmptyValue(values[name]) || condition.of.includes(String(values[condition.by] ?? ''));

/** Initial values: those of the row, or the declared ones of a new row. */
export function initialValues(fields: Fields, row?: WireRow | FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (!row) return [name, field.initial ?? kindOf(field).blank ?? null];
      return [name, isHiddenButSent(field) ? null : (row[name] ?? null)];
    }),
  );
}

/** Whether two wire values are equal; an emptied input equals one that was never filled in. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (isEmptyValue(one) && isEmptyValue(other)) return true;
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Values that differ from the initial ones. */
export function changedValues(initial: FormValues, values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !isSameValue(value, initial[name]))
      .map(([name, value]) => [name, isEmptyValue(value) ? null : value]),
  );
}

/** Names of fields that this person and somebody else changed to different values. */
export const disputedNames = (form: { initial: FormValues; values: FormValues }, theirs: FormValues): string[] =>
  Object.keys(changedValues(form.initial, form.values)).filter(
    (name) => !isSameValue(theirs[name], form.initial[name]) && !isSameValue(theirs[name], form.values[name]),
  );

/** The values of a new row: empty ones are not sent (wire contract §2.5). */
export function givenValues(values: FormValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)));
}

/** The values a draft may store: without personal data. */
export function draftValues(fields: Fields, values: FormValues): Record<string, unknown> {
  const stored = Object.entries(givenValues(values)).filter(([name]) => {
    const field = fields[name];
    return field !== undefined && !isHiddenButSent(field) && !kindOf(field).personal;
  });
  return Object.fromEntries(stored.map(([name, value]) => [name, withoutPersonal(fields[name] as AnyField, value)]));
}

/** Child rows without personal data. */
function withoutPersonal(field: AnyField, value: unknown): unknown {
  if (!isList(field)) return value;
  const { fields } = childResourceOf(field);
  return childRowsIn(value).map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, one]) => {
        const own = fields[name];
        if (!own) return name === 'id' || name === 'version' || name === 'key' ? [[name, one]] : [];
        return isHiddenButSent(own) || kindOf(own).personal ? [] : [[name, withoutPersonal(own, one)]];
      }),
    ),
  );
}

/** The values of a draft, with personal data of existing rows from the initial values. */
export function restoredValues(fields: Fields, initial: FormValues, draft: FormValues): FormValues {
  const whole = (field: AnyField, began: unknown, value: unknown): unknown => {
    if (!isList(field)) return value;
    const there = new Map(childRowsIn(began).map((row) => [row.id, row]));
    return childRowsIn(value).map((row) => (row.id === undefined ? row : { ...there.get(row.id), ...row }));
  };
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, whole(fields[name] as AnyField, initial[name], value)]),
  );
}

/** Values as they are sent: of child rows the differences, and an emptied list as one without rows. */
export function sentValues(fields: Fields, initial: FormValues, values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name];
      return [name, field && isList(field) ? changedChildRows(field, initial[name], value) : value];
    }),
  );
}

/** Remarks of an audit by field, from the `marks` of a row. */
export function fieldMarks(row: WireRow | undefined): Record<string, string> {
  const marks = row?.marks;
  if (!Array.isArray(marks)) return {};
  const found: Record<string, string> = {};
  for (const mark of marks as { key?: unknown; value?: unknown }[]) {
    if (typeof mark?.key === 'string' && typeof mark.value === 'string' && mark.key !== '') {
      found[mark.key] = found[mark.key] ? `${found[mark.key]}；${mark.value}` : mark.value;
    }
  }
  return found;
}

export interface FormSection {
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
export const namedFields = (resource: AnyResource): [string, AnyField][] =>
  Object.entries(allFields(resource)).filter(([, field]) => field.privacy !== 'hidden');

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
