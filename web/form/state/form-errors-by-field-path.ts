import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { text } from '#kernel/text/text.ts';
import type { FieldErrors } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { translate } from '#web/i18n/locale.ts';
import { isConfirmationField } from '#web/input/control/field-input-props.ts';
import { isRequiredInForm } from '#web/input/control/is-field-required-in-form.ts';
import { childResourceOf, childRowFields, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import {
  type FormMode,
  type FormValues,
  isEmptyValue,
  isMaskedOrWithheldFromBrowser,
} from './initial-changed-and-sent-form-values.ts';
import { isRequestedField } from './select-shown-and-locked-form-fields.ts';
import { errorsWithin } from './validate-child-rows.ts';

const texts = { row: text('{list} 第 {n} 行 {label}', '{list}, row {n}: {label}') };

/** Something wrong in a form, because of which it is not submitted. */
export interface FormErrorAtFieldPath {
  /** Its place: `name`, or within child rows `days.3.stops.0.name`. */
  readonly at: string;
  readonly label: string;
  readonly message: string;
}

/** The field that a place belongs to. */
export const topFieldOfPath = (at: string): string => at.split('.')[0] ?? at;

/** Label of a place: the field, or for child rows the list, the row and its field. */
function labelAt(field: AnyField, rest: readonly string[], label = translate(field.label)): string {
  const [row = '', name = '', ...inner] = rest;
  if (!isChildList(field) || !/^\d+$/.test(row)) return label;
  const child = childResourceOf(field).fields[name] as AnyField | undefined;
  if (!child) return label;
  return labelAt(
    child,
    inner,
    translate(texts.row, { list: label, n: Number(row) + 1, label: translate(child.label) }),
  );
}

/** Everything that is wrong, in the order of the fields; in child rows each cell. */
export function formErrorsByFieldPath(fields: Fields, errors: FieldErrors): FormErrorAtFieldPath[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const within = isChildList(field) ? Object.entries(errorsWithin(errors, name)) : [];
    const places: (readonly [string, readonly string[]])[] =
      within.length > 0
        ? within.toSorted(([one], [other]) => comparePlaces(one, other))
        : errors[name]
          ? [['', errors[name]]]
          : [];
    return places.map(([place, [message = '']]) => ({
      at: place === '' ? name : `${name}.${place}`,
      label: labelAt(field, place.split('.')),
      message,
    }));
  });
}

/** `10.name` comes after `9.name`. */
const comparePlaces = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });

/** Whether a required field is still empty. */
const isMissing = (field: AnyField, name: string, mode: FormMode, values: FormValues): boolean =>
  isEmptyValue(values[name]) &&
  isRequiredInForm(field, mode, values) &&
  !(mode === 'edit' && isMaskedOrWithheldFromBrowser(field));

/** A declaration to agree to counts as missing until it is ticked. */
const isUnticked = (field: AnyField, value: unknown): boolean =>
  isConfirmationField(field) && value !== '1' && value !== 1 && value !== true;

/** The required places that are still empty. Of thousands of child rows only those that are visible are searched. */
export function pathsOfMissingRequiredFields(
  fields: Fields,
  values: FormValues,
  mode: FormMode,
  row?: FormValues,
): string[] {
  const current = { ...row, ...values };
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isRequestedField(field, name, current)) return [];
    const own = isMissing(field, name, mode, values) || isUnticked(field, values[name]) ? [name] : [];
    if (isChildList(field)) addMissingCells(field, values[name], name, own);
    return own;
  });
}

/** Label of a place of a form. */
export const labelOfFieldPath = (fields: Fields, at: string): string => {
  const field = fields[topFieldOfPath(at)];
  return field ? labelAt(field, at.split('.').slice(1)) : at;
};

/** Fields of a row that can be missing, computed once for all rows that are written alike. */
function addMissingCells(field: AnyField, value: unknown, within: string, found: string[]): void {
  const child = childResourceOf(field);
  const alike = new Map<string, [string, AnyField][]>();
  childRowsIn(value).forEach((row, n) => {
    const mode = row.id === undefined ? 'add' : 'edit';
    const key = `${mode} ${String(row.status)}`;
    let looked = alike.get(key);
    if (!looked) {
      looked = Object.entries(childRowFields(child, row)).filter(
        ([, one]) => one.required || one.requiredWhen || isChildList(one),
      );
      alike.set(key, looked);
    }
    for (const [name, one] of looked) {
      if (isMissing(one, name, mode, row)) found.push(`${within}.${n}.${name}`);
      if (isChildList(one)) addMissingCells(one, row[name], `${within}.${n}.${name}`, found);
    }
  });
}
