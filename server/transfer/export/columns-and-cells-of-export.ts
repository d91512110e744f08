import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { allColumnsOf, columnsListedByDefault } from '#kernel/resource/all-columns-of-resource.ts';
import type { Locale } from '#kernel/text/text.ts';
import type { WrittenSheetColumn } from '#server/sheets/read-and-written-sheet-types.ts';

/** A column of an export: a declared field and its sheet format. */
export interface ExportColumn extends WrittenSheetColumn {
  readonly name: string;
  readonly field: AnyField;
}

/**
 * The columns of an export in the requested order. Unknown names and fields that never leave the server are ignored;
 * without valid names every column that a list shows is exported.
 */
export function exportColumns(
  resource: AnyResource,
  names: readonly string[] | undefined,
  locale: Locale,
): ExportColumn[] {
  const fields = allColumnsOf(resource);
  const visible = (name: string) => Object.hasOwn(fields, name) && isVisible(fields[name] as AnyField);
  const requested = [...new Set(names)].filter(visible);
  const shown = columnsListedByDefault(resource).filter(visible);
  return (requested.length > 0 ? requested : shown).map((name) => exportColumn(name, fields[name] as AnyField, locale));
}

export function exportColumn(name: string, field: AnyField, locale: Locale): ExportColumn {
  // a Latin character of 14 px text is about 7 px wide
  const { width, sheetFormat } = kindOf(field);
  return {
    name,
    field,
    label: field.label[locale],
    width: Math.round(width / 7),
    ...(sheetFormat ? { number: sheetFormat } : {}),
  };
}

const isVisible = (field: AnyField) => field.privacy !== 'hidden' && !kindOf(field).secret;

/** Units of limits that end with a day; their time of day is not exported. */
const countedInDays: ReadonlySet<unknown> = new Set(['workingDay', 'day', 'month', 'year']);

/** A value as shown on screen: labels, titles, full names of areas. Masked values stay masked. */
export function exportedCellText(
  column: ExportColumn,
  value: unknown,
  locale: Locale,
  related: CellContext = {},
): string {
  const { name, field } = column;
  const kind = kindOf(field);
  if (value === null) return unsetText(column, locale);
  if (value === undefined || value === '' || value === kind.none) return '';
  if (kind.toText) {
    const formatted = kind.toText(value, field.options, locale, related.related);
    return name === 'due_at' && countedInDays.has(related.due_unit)
      ? formatted.slice(0, 'yyyy-mm-dd'.length)
      : formatted;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Further data of a cell: the row or division named by a value, and the unit of a limit. */
export interface CellContext {
  readonly related?: unknown;
  readonly due_unit?: unknown;
}

/** Text of a cell without a value. */
export const unsetText = ({ field }: ExportColumn, locale: Locale): string =>
  kindOf(field).unset?.(field.options)?.[locale] ?? '';
