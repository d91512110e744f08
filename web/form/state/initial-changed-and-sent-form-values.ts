import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { changedChildRows, childResourceOf, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

export type FormValues = Readonly<Record<string, unknown>>;

/** `add`: a new row; `edit`: an existing one; `prompt`: input of a move, whose empty fields are not sent. */
export type FormMode = 'add' | 'edit' | 'prompt';

export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * Whether the browser gets a value masked or not at all. Such a value is only a placeholder, and an empty input keeps
 * the stored one.
 */
export const isMaskedOrWithheldFromBrowser = (field: AnyField): boolean =>
  field.privacy !== undefined || kindOf(field).secret === true;

/** Initial values: those of the row, or the declared ones of a new row. */
export function initialValues(fields: Fields, row?: WireRow | FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (!row) return [name, field.initial ?? kindOf(field).blank ?? null];
      return [name, isMaskedOrWithheldFromBrowser(field) ? null : (row[name] ?? null)];
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
export const conflictingFieldNames = (
  form: { initial: FormValues; values: FormValues },
  theirs: FormValues,
): string[] =>
  Object.keys(changedValues(form.initial, form.values)).filter(
    (name) => !isSameValue(theirs[name], form.initial[name]) && !isSameValue(theirs[name], form.values[name]),
  );

/** The values of a new row: empty ones are not sent (wire contract §2.5). */
export function valuesOfNewRowToSend(values: FormValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)));
}

/** The values a draft may store: without personal data. */
export function valuesStoredInDraft(fields: Fields, values: FormValues): Record<string, unknown> {
  const stored = Object.entries(valuesOfNewRowToSend(values)).filter(([name]) => {
    const field = fields[name];
    return field !== undefined && !isMaskedOrWithheldFromBrowser(field) && !kindOf(field).personal;
  });
  return Object.fromEntries(stored.map(([name, value]) => [name, withoutPersonal(fields[name] as AnyField, value)]));
}

/** Child rows without personal data. */
function withoutPersonal(field: AnyField, value: unknown): unknown {
  if (!isChildList(field)) return value;
  const { fields } = childResourceOf(field);
  return childRowsIn(value).map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, one]) => {
        const own = fields[name];
        if (!own) return name === 'id' || name === 'version' || name === 'key' ? [[name, one]] : [];
        return isMaskedOrWithheldFromBrowser(own) || kindOf(own).personal ? [] : [[name, withoutPersonal(own, one)]];
      }),
    ),
  );
}

/** The values of a draft, with personal data of existing rows from the initial values. */
export function valuesRestoredFromDraft(fields: Fields, initial: FormValues, draft: FormValues): FormValues {
  const whole = (field: AnyField, began: unknown, value: unknown): unknown => {
    if (!isChildList(field)) return value;
    const there = new Map(childRowsIn(began).map((row) => [row.id, row]));
    return childRowsIn(value).map((row) => (row.id === undefined ? row : { ...there.get(row.id), ...row }));
  };
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, whole(fields[name] as AnyField, initial[name], value)]),
  );
}

/** Values as they are sent: of child rows the differences, and an emptied list as one without rows. */
export function valuesToSend(fields: Fields, initial: FormValues, values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name];
      return [name, field && isChildList(field) ? changedChildRows(field, initial[name], value) : value];
    }),
  );
}
