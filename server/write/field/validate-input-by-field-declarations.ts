import type { ZodMiniType } from 'zod/mini';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { holdsSeveralValues, kindOf } from '#kernel/field/field.ts';
import type { Locale } from '#kernel/text/text.ts';
import { decodeMessage, encodeMessage } from '#kernel/text/validation-messages.ts';

import { fieldsByProcessingNeededOnWrite } from './fields-grouped-by-processing-needed-on-write.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';

/** Field → messages in the caller's language. */
export type FieldErrors = Record<string, string[]>;

const schemas = new WeakMap<AnyField, ZodMiniType>();

/** The schema of a field's kind with its options, built once. */
export function schemaOf(one: AnyField): ZodMiniType {
  let schema = schemas.get(one);
  if (!schema) {
    schema = kindOf(one).schema(one.options);
    schemas.set(one, schema);
  }
  return schema;
}

/** Whether no value was given. Blank text and empty lists count as none. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Validates one value. Returns its wire form, or the messages that say what is wrong. */
export function checkField(one: AnyField, input: unknown, locale: Locale): { value: unknown } | { errors: string[] } {
  const kind = kindOf(one);
  if (kind.isPlainlyValid?.(input, one.options)) return { value: input };
  // the sanitised content counts: empty or disallowed markup is no content
  const value = kind.html && typeof input === 'string' ? sanitizeRichText(input) : input;
  if (isAbsent(value)) {
    if (one.required) return { errors: [decodeMessage(kind.absent ?? 'required', locale)] };
    return { value: Array.isArray(value) && holdsSeveralValues(one) ? [] : null };
  }
  const parsed = schemaOf(one).safeParse(value);
  if (!parsed.success)
    return { errors: [...new Set(parsed.error.issues.map((each) => decodeMessage(each.message, locale)))] };
  if (one.required && typeof parsed.data === 'string' && isAbsent(parsed.data))
    return { errors: [decodeMessage(encodeMessage('required'), locale)] };
  return { value: parsed.data };
}

/**
 * Validates a set of fields. Lists of rows are planned separately (child-rows/plan-added-changed-and-removed-child-rows.ts). An `edit` checks only what was sent,
 * because the contract allows partial edits.
 */
export function checkFields(
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
  locale: Locale,
  partial = false,
): { values: Record<string, unknown>; errors: FieldErrors } {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const { name, one } of fieldsByProcessingNeededOnWrite(fields).columns) {
    if (partial && !Object.hasOwn(input, name)) continue;
    // secrets are sent empty by forms of existing rows, and stay unchanged
    if (partial && kindOf(one).secret && isAbsent(input[name])) continue;
    const checked = checkField(one, input[name], locale);
    if ('errors' in checked) errors[name] = checked.errors;
    else if (partial || checked.value !== null || Object.hasOwn(input, name)) values[name] = checked.value;
  }
  return { values, errors };
}
