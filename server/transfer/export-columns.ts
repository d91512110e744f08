import { type AnyField, kindOf } from '#kernel/field.ts';
import { type AnyResource, allFields, listedColumns, relationOf } from '#kernel/resource.ts';
import type { Locale } from '#kernel/text.ts';
import type { SheetColumn } from '#server/sheets/sheet.ts';

/** A row as it crosses the wire. */
export type WireRow = Readonly<Record<string, unknown>>;

/** A column of an export: a declared field and how it stands in the sheet. */
export interface ExportColumn extends SheetColumn {
  readonly name: string;
  readonly field: AnyField;
}

/**
 * The columns of an export, in the order asked for. Names that are no field, or whose values never leave the server,
 * are passed over; without names (or with none that counts) every column a list shows is taken.
 */
export function exportColumns(
  resource: AnyResource,
  names: readonly string[] | undefined,
  locale: Locale,
): ExportColumn[] {
  const fields = allFields(resource);
  const visible = (name: string) => Object.hasOwn(fields, name) && isVisible(fields[name] as AnyField);
  const asked = [...new Set(names)].filter(visible);
  const shown = listedColumns(resource).filter(visible);
  return (asked.length > 0 ? asked : shown).map((name) => exportColumn(name, fields[name] as AnyField, locale));
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

/** The texts of a row, as the screen shows them: labels, titles, full names of areas; what is masked stays so. */
export function rowToCells(row: WireRow, columns: readonly ExportColumn[], locale: Locale): string[] {
  return columns.map(({ name, field }) => fieldText(row, name, field, locale));
}

/** Limits that end with a day: its last second says nothing that the day does not. */
const countedInDays: ReadonlySet<unknown> = new Set(['workingDay', 'day', 'month', 'year']);

function fieldText(row: WireRow, name: string, field: AnyField, locale: Locale): string {
  const value = row[name];
  const kind = kindOf(field);
  if (value === null) return kind.unset?.(field.options)?.[locale] ?? '';
  if (value === undefined || value === '' || value === kind.none) return '';
  if (kind.toText) {
    const said = kind.toText(value, field.options, locale, row[relationOf(name)]);
    return name === 'due_at' && countedInDays.has(row.due_unit) ? said.slice(0, 'yyyy-mm-dd'.length) : said;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
