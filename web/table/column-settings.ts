import type { AnyResource } from '#kernel/resource.ts';
import { columnsOf } from '#web/resource/columns.ts';

export const densities = ['small', 'middle', 'large'] as const;
export type Density = (typeof densities)[number];

export interface ColumnSetting {
  readonly name: string;
  readonly shown: boolean;
  /** In px; what the kind finds comfortable when it was never changed. */
  readonly width?: number;
}

/** How one person keeps the table of one resource. */
export interface TableSettings {
  readonly columns: readonly ColumnSetting[];
  readonly density: Density;
}

export const narrowest = 60;
export const widest = 800;

export const defaultSettings = (resource: AnyResource): TableSettings => ({
  columns: columnsOf(resource),
  density: 'middle',
});

/**
 * Brings kept settings in line with the declaration: columns that are gone are dropped, new ones stand where they are
 * declared, anything unreadable falls back.
 */
export function readSettings(resource: AnyResource, kept: unknown): TableSettings {
  const declared = columnsOf(resource);
  if (typeof kept !== 'object' || kept === null) return { columns: declared, density: 'middle' };
  const { columns, density } = kept as { columns?: unknown; density?: unknown };
  const known = new Map(declared.map((one) => [one.name, one]));
  const order: ColumnSetting[] = [];
  for (const one of Array.isArray(columns) ? (columns as Partial<ColumnSetting>[]) : []) {
    if (typeof one !== 'object' || one === null || typeof one.name !== 'string' || !known.delete(one.name)) continue;
    const width =
      typeof one.width === 'number' && one.width >= narrowest && one.width <= widest ? one.width : undefined;
    order.push({ name: one.name, shown: one.shown === true, ...(width === undefined ? {} : { width }) });
  }
  for (const one of known.values()) {
    const before = declared.slice(0, declared.indexOf(one)).map((each) => each.name);
    const at = order.findLastIndex((each) => before.includes(each.name)) + 1;
    order.splice(at, 0, one);
  }
  // A table without a column could not even be set again.
  const shown = order.some((one) => one.shown)
    ? order
    : order.map((one) => ({ ...one, shown: one.name === resource.title }));
  return { columns: shown, density: densities.find((one) => one === density) ?? 'middle' };
}

/** Columns told by other rows that are shown because somebody chose them; a list counts them only then. */
export const chosenTallies = (resource: AnyResource, { columns }: TableSettings): string =>
  columns
    .filter(({ name, shown }) => shown && resource.fields[name]?.from && resource.fields[name]?.list === 'offered')
    .map(({ name }) => name)
    .join(',');

export const withColumn = (settings: TableSettings, name: string, part: Partial<ColumnSetting>): TableSettings => ({
  ...settings,
  columns: settings.columns.map((one) => (one.name === name ? { ...one, ...part } : one)),
});

/** Puts a column where another one stands. */
export function moveColumn(settings: TableSettings, name: string, to: number): TableSettings {
  const from = settings.columns.findIndex((one) => one.name === name);
  const moved = settings.columns[from];
  if (!moved || to < 0 || to >= settings.columns.length) return settings;
  const columns = settings.columns.filter((one) => one.name !== name);
  columns.splice(to, 0, moved);
  return { ...settings, columns };
}
