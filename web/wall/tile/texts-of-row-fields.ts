import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf, targetOf } from '#kernel/field/field.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { relationObject, type WireRow } from '#web/resource/wire-row.ts';

/** Texts of some fields of a row, without empty ones; of a reference and a division, its name. */
export const textsOfRowFields = (resource: AnyResource, row: WireRow, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const field = resource.fields[name];
    const value = row[name];
    if (!field || value === null || value === undefined || value === '') return [];
    const related = relationObject(row, name);
    // Only the division's own name: the whole path is longer than the line.
    if (typeof related?.name === 'string')
      return targetOf(field)?.key === 'code' ? translateDivisionName(related.name) : related.name;
    const { toText } = kindOf(field);
    return toText ? toText(value, field.options, currentLocale(), related) : String(value);
  });
