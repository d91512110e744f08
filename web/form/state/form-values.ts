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
/** A new row, one that is there, or only what is to be told with a move: what is left empty there is not told. */
export type FormMode = 'add' | 'edit' | 'prompt';

/** The fields a form of a resource takes where the row is, in declared order. */
export const submittedFields = (resource: AnyResource, row: WireRow | undefined): Fields =>
  writableFields(resource, row ? 'edit' : 'add', writingIn(row));

/** A field of the form that is shown and cannot be written where the row is, and why. */
export interface LockedField {
  readonly field: AnyField;
  readonly why: Text;
}

/** What the form of a row shows without taking it. */
export function lockedFields(resource: AnyResource, row: WireRow | undefined): Readonly<Record<string, LockedField>> {
  if (!row) return {};
  const submitted = submittedFields(resource, row);
  return Object.fromEntries(
    Object.entries(formFields(resource))
      .filter(([name, field]) => !Object.hasOwn(submitted, name) && field.write !== 'add' && field.privacy !== 'hidden')
      .map(([name, field]) => [name, { field, why: lockedMessage(resource, name, writingIn(row)) }]),
  );
}

/** The fields an amendment of these kinds takes, and those that say what it is. */
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

/**
 * Values that reach the browser masked or not at all: the form shows them as a placeholder, an empty input means that
 * the value stays.
 */
export const isHiddenButSent = (field: AnyField): boolean =>
  field.privacy !== undefined || kindOf(field).secret === true;

/** Whether a field is asked for beside what others say; what it says already is not hidden from whoever edits it. */
export const isRequestedField = ({ shownWhen: condition }: AnyField, name: string, values: FormValues): boolean =>
  !condition || !isEmptyValue(values[name]) || condition.of.includes(String(values[condition.by] ?? ''));

/** What a form begins with: the row's values, or the declared ones of a new row. */
export function initialValues(fields: Fields, row?: WireRow | FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (!row) return [name, field.initial ?? kindOf(field).blank ?? null];
      return [name, isHiddenButSent(field) ? null : (row[name] ?? null)];
    }),
  );
}

/** Whether two wire values mean the same; an emptied input equals one that was never filled. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (isEmptyValue(one) && isEmptyValue(other)) return true;
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The values that differ from those a form began with. */
export function changedValues(initial: FormValues, values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !isSameValue(value, initial[name]))
      .map(([name, value]) => [name, isEmptyValue(value) ? null : value]),
  );
}

/** What was typed over and somebody else has changed too since, to something else. */
export const disputedNames = (form: { initial: FormValues; values: FormValues }, theirs: FormValues): string[] =>
  Object.keys(changedValues(form.initial, form.values)).filter(
    (name) => !isSameValue(theirs[name], form.initial[name]) && !isSameValue(theirs[name], form.values[name]),
  );

/** The values of a new row: empty ones are not sent (wire contract §2.5). */
export function givenValues(values: FormValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)));
}

/** What of a form may wait in the browser's session until it is sent: nothing that says who somebody is. */
export function draftValues(fields: Fields, values: FormValues): Record<string, unknown> {
  const stored = Object.entries(givenValues(values)).filter(([name]) => {
    const field = fields[name];
    return field !== undefined && !isHiddenButSent(field) && !kindOf(field).personal;
  });
  return Object.fromEntries(stored.map(([name, value]) => [name, withoutPersonal(fields[name] as AnyField, value)]));
}

/** Rows of a list without what is personal in them. */
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

/** What a draft kept, with what it did not keep of rows that are there. */
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

/** Values as they are sent: of lists what differs row by row, and an emptied list as one without rows. */
export function sentValues(fields: Fields, initial: FormValues, values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name];
      return [name, field && isList(field) ? changedChildRows(field, initial[name], value) : value];
    }),
  );
}

/** Notes of an audit on single fields: rows of field and remark in `marks`. */
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

/** Fields by section, in the order sections are declared; those without one come first. */
export function sectionsOf(resource: Pick<AnyResource, 'sections'>, fields: Fields): FormSection[] {
  const keys = ['', ...Object.keys(resource.sections ?? {})];
  return keys
    .map((key) => ({ key, names: Object.keys(fields).filter((name) => (fields[name]?.section ?? '') === key) }))
    .filter(({ names }) => names.length > 0);
}

/** A field of a resource that a caller may read, by name; used to name what a mark or a change is about. */
export const namedFields = (resource: AnyResource): [string, AnyField][] =>
  Object.entries(allFields(resource)).filter(([, field]) => field.privacy !== 'hidden');

/** The fields of a form that are asked for now, in the order they are drawn in. */
export function shownFields(resource: Pick<AnyResource, 'sections'>, fields: Fields, values: FormValues): Fields {
  const requested = Object.fromEntries(
    Object.entries(fields).filter(([name, field]) => isRequestedField(field, name, values)),
  );
  const order = sectionsOf(resource, requested).flatMap(({ names }) => names);
  return Object.fromEntries(order.map((name) => [name, requested[name] as AnyField]));
}

/** Fields that are seen at a glance. */
const atAGlance = 8;

/** Whether a form is too long to be seen at once: it has an index beside it, and uses the width there is. */
export const isLongForm = (fields: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(fields).length > atAGlance;
