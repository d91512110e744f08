import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { currentLocale } from '#web/i18n/locale.ts';

/**
 * The value of a text, as the kind of the field reads it. A text that it cannot read stays a text; an empty text
 * becomes null.
 */
export function fieldValueFromText(field: AnyField, typed: string): unknown {
  const text = typed.trim();
  if (text === '') return null;
  const kind = kindOf(field);
  const meant = kind.fromText?.(text, field.options) ?? text;
  const parsed = kind.schema(field.options).safeParse(meant);
  return parsed.success ? parsed.data : meant;
}

/** A value as text, for copying and export. Empty if there is no value and the kind gives an empty one no meaning. */
export function textFromFieldValue(field: AnyField, value: unknown): string {
  if (value === null) return kindOf(field).unset?.(field.options)?.[currentLocale()] ?? '';
  if (value === undefined) return '';
  return (
    kindOf(field).toText?.(value, field.options, currentLocale()) ?? (typeof value === 'object' ? '' : String(value))
  );
}
