import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import type { SqlValue } from '#server/db/sql.ts';
import type { EncryptionAndSigning } from '#server/encryption-and-signing.ts';
import { fieldsByProcessingNeededOnWrite } from './fields-grouped-by-processing-needed-on-write.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';

/**
 * Converts the values of fields to stored form, with the values of their companion columns. Other values stay
 * unchanged.
 */
export function convertToStoredValues(
  fields: Fields,
  values: Record<string, unknown>,
  seal: EncryptionAndSigning,
): void {
  const { converted } = fieldsByProcessingNeededOnWrite(fields);
  for (const name of Object.keys(values)) {
    const one = converted.get(name);
    const value = values[name];
    if (one) {
      const companion = companionColumnOf(one, value);
      if (companion) values[companion.column] = companion.value;
      values[name] = toStoredValue(one, value, seal);
    } else if (value === undefined && Object.hasOwn(fields, name)) values[name] = null;
  }
}

/** Name and value of the companion column of a field. Undefined: it has none. */
export function companionColumnOf(one: AnyField, value: unknown): { column: string; value: string | null } | undefined {
  const { detailsColumn, storeDetails } = kindOf(one);
  const column = detailsColumn?.(one.options);
  return column === undefined ? undefined : { column, value: value ? (storeDetails?.(value) ?? null) : null };
}

/** A wire value in database form; sealed kinds are encrypted here. */
export function toStoredValue(one: AnyField, value: unknown, seal: EncryptionAndSigning): SqlValue {
  if (value === null || value === undefined) return null;
  const kind = kindOf(one);
  if (kind.sealed) return JSON.stringify(seal.seal(String(value), kind.maskValue?.(String(value)) ?? '***'));
  if (kind.store) return kind.store(value) as SqlValue;
  return kind.html ? sanitizeRichText(String(value)) : (value as SqlValue);
}
