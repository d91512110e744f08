import { toShanghaiIso } from '#kernel/calendar.ts';
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
  return (asked.length > 0 ? asked : shown).map((name) => {
    const field = fields[name] as AnyField;
    // a Latin character of 14 px text is about 7 px wide
    return { name, field, label: field.label[locale], width: Math.round(kindOf(field).width / 7), ...numberOf(field) };
  });
}

const isVisible = (field: AnyField) => field.privacy !== 'hidden' && field.kind !== 'password';

function numberOf(field: AnyField): Pick<SheetColumn, 'number'> {
  if (field.kind === 'money') return { number: '0.00' };
  return kindOf(field).cell === 'number' ? { number: '0' } : {};
}

/** The texts of a row, as the screen shows them: labels, titles, full names of areas; what is masked stays so. */
export function rowToCells(row: WireRow, columns: readonly ExportColumn[], locale: Locale): string[] {
  return columns.map(({ name, field }) => fieldText(row, name, field, locale));
}

function fieldText(row: WireRow, name: string, field: AnyField, locale: Locale): string {
  const value = row[name];
  if (value === null || value === undefined || value === '' || (field.kind === 'parent' && value === 0)) return '';
  const kind = kindOf(field);
  if (kind.toText) return kind.toText(value, field.options, locale);
  switch (kind.cell) {
    case 'datetime':
      return typeof value === 'number' ? momentText(value) : String(value);
    case 'reference':
      return titleOf(row[relationOf(name)]) ?? String(value);
    case 'references':
      return relatedTitles(row, name) ?? (Array.isArray(value) ? value.join('、') : String(value));
    case 'area':
      return areaName(row[relationOf(name)]) ?? String(value);
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

/** Unix seconds as officers write them, in Asia/Shanghai: `2026-11-21 09:30:00` (specification §9). */
export function momentText(seconds: number): string {
  return toShanghaiIso(seconds * 1000)
    .slice(0, 19)
    .replace('T', ' ');
}

/** A relation object carries its key and its title field. */
function titleOf(related: unknown): string | undefined {
  if (typeof related !== 'object' || related === null) return undefined;
  const title = Object.entries(related).find(
    ([key, value]) => key !== 'id' && typeof value === 'string' && value !== '',
  );
  return title ? String(title[1]) : undefined;
}

function relatedTitles(row: WireRow, name: string): string | undefined {
  const related = row[relationOf(name)];
  return Array.isArray(related)
    ? related
        .map((one) => titleOf(one) ?? '')
        .filter(Boolean)
        .join('、')
    : undefined;
}

function areaName(area: unknown): string | undefined {
  if (typeof area !== 'object' || area === null) return undefined;
  const { full_name, name } = area as { full_name?: unknown; name?: unknown };
  return typeof full_name === 'string' && full_name ? full_name : typeof name === 'string' && name ? name : undefined;
}
