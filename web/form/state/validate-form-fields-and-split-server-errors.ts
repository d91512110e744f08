import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import { decodeMessage, validationMessages } from '#kernel/text/validation-messages.ts';
import { translate } from '#web/i18n/locale.ts';
import { isRequiredInForm } from '#web/input/control/is-field-required-in-form.ts';
import {
  type FormMode,
  type FormValues,
  isEmptyValue,
  isMaskedOrWithheldFromBrowser,
  isSameValue,
} from './initial-changed-and-sent-form-values.ts';

const texts = { other: text('{label}：{message}', '{label}: {message}') };

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface ValidationOptions {
  readonly locale: Locale;
  readonly mode: FormMode;
  /** The initial value. An untouched value was accepted before and is not checked again. */
  readonly initial?: unknown;
  /** The other values of the form, because some fields are required only with certain values. */
  readonly values?: FormValues;
}

/** The errors of a value, found by the same schema and in the same words as on the server. */
export function validateField(field: AnyField, value: unknown, options: ValidationOptions): string[] {
  const { locale, mode, initial, values } = options;
  if (isEmptyValue(value)) {
    const unchanged = mode === 'edit' && isMaskedOrWithheldFromBrowser(field);
    if (unchanged || !isRequiredInForm(field, mode, values)) return [];
    return [validationMessages[kindOf(field).absent ?? 'required'][locale]];
  }
  if (mode === 'edit' && isSameValue(value, initial)) return [];
  const result = kindOf(field).schema(field.options).safeParse(value);
  if (result.success) return [];
  return [...new Set(result.error.issues.map((issue) => decodeMessage(issue.message, locale)))].slice(0, 1);
}

/** The errors of a form's values by field. Empty: there are none. */
export function validateFields(
  fields: Fields,
  values: FormValues,
  { initial = {}, ...options }: Omit<ValidationOptions, 'initial'> & { readonly initial?: FormValues },
): FieldErrors {
  const errors: Record<string, readonly string[]> = {};
  for (const [name, field] of Object.entries(fields)) {
    const found = validateField(field, values[name], { ...options, values, initial: initial[name] });
    if (found.length > 0) errors[name] = found;
  }
  return errors;
}

interface SortedErrors {
  /** By field of this form. */
  readonly errors: FieldErrors;
  /** Errors of what this form does not show. They appear above it. */
  readonly others: readonly string[];
}

/**
 * Splits the errors of a refused call into those that the form can show at its fields, and the others, which name their
 * field if it is known.
 */
export function splitErrorsByFieldsOfForm(
  fields: Fields,
  received: Readonly<Record<string, readonly string[]>> | undefined,
  others: Fields = {},
): SortedErrors {
  const errors: Record<string, readonly string[]> = {};
  const rest: string[] = [];
  for (const [name, list] of Object.entries(received ?? {})) {
    const reasons = (Array.isArray(list) ? list : [list]).filter((one) => typeof one === 'string' && one !== '');
    if (reasons.length === 0) continue;
    // Errors of a part of a value have names such as `place.lng`; the field is the part before the dot.
    const field = name.split('.')[0] ?? name;
    if (Object.hasOwn(fields, field)) errors[field] = [...(errors[field] ?? []), ...reasons];
    else if (Object.hasOwn(others, field))
      rest.push(
        ...reasons.map((message) =>
          translate(texts.other, { label: translate((others[field] as AnyField).label), message }),
        ),
      );
    else rest.push(...reasons);
  }
  return { errors, others: rest };
}
