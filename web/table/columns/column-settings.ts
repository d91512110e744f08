import type { AnyResource } from '#kernel/declaration/resource.ts';
import { columnsInTableParam } from '#kernel/list/list-query-in-url.ts';
import { availableTableColumns } from '#web/resource/available-table-columns.ts';

export const densities = ['small', 'middle', 'large'] as const;
export type Density = (typeof densities)[number];

interface ColumnSetting {
  readonly name: string;
  readonly shown: boolean;
  /** Width in px. Default: the width of the field's kind. */
  readonly width?: number;
  /** Pinned at the start. Default: the title is. */
  readonly pinned?: boolean;
}

/** One person's settings of the table of a resource. */
export interface TableSettings {
  readonly columns: readonly ColumnSetting[];
  readonly density: Density;
  /** Endless scrolling instead of pages. */
  readonly endless?: boolean;
}

export const minColumnWidth = 60;
export const maxColumnWidth = 800;

export const defaultTableSettings = (resource: AnyResource): TableSettings => ({
  columns: availableTableColumns(resource),
  density: 'middle',
});

/**
 * Reads stored settings and adapts them to the declaration: columns that no longer exist are dropped, and new ones are
 * added at their declared place. Invalid settings are replaced by the default ones.
 */
export function readStoredTableSettings(resource: AnyResource, stored: unknown): TableSettings {
  const declared = availableTableColumns(resource);
  if (typeof stored !== 'object' || stored === null) return { columns: declared, density: 'middle' };
  const { columns, density, endless } = stored as { columns?: unknown; density?: unknown; endless?: unknown };
  const declaredByName = new Map(declared.map((one) => [one.name, one]));
  const order: ColumnSetting[] = [];
  for (const one of Array.isArray(columns) ? (columns as Partial<ColumnSetting>[]) : []) {
    if (typeof one !== 'object' || one === null || typeof one.name !== 'string' || !declaredByName.delete(one.name))
      continue;
    const width =
      typeof one.width === 'number' && one.width >= minColumnWidth && one.width <= maxColumnWidth
        ? one.width
        : undefined;
    order.push({
      name: one.name,
      shown: one.shown === true,
      ...(width === undefined ? {} : { width }),
      ...(typeof one.pinned === 'boolean' ? { pinned: one.pinned } : {}),
    });
  }
  for (const one of declaredByName.values()) {
    const before = declared.slice(0, declared.indexOf(one)).map((each) => each.name);
    const at = order.findLastIndex((each) => before.includes(each.name)) + 1;
    order.splice(at, 0, one);
  }
  // Columns are chosen in the table itself, so that it needs at least one.
  const shown = order.some((one) => one.shown)
    ? order
    : order.map((one) => ({ ...one, shown: one.name === resource.title }));
  return {
    columns: shown,
    density: densities.find((one) => one === density) ?? 'middle',
    ...(endless === true ? { endless } : {}),
  };
}

/** Whether a column is pinned. */
export const isPinned = (resource: AnyResource, { name, pinned }: ColumnSetting): boolean =>
  pinned ?? name === resource.title;

/** The shown columns, pinned ones first. */
export function shownColumns(resource: AnyResource, { columns }: TableSettings): readonly ColumnSetting[] {
  const shown = columns.filter((one) => one.shown);
  return [...shown.filter((one) => isPinned(resource, one)), ...shown.filter((one) => !isPinned(resource, one))];
}

/** The fields of a card below its head, which has the title and the state. */
export const cardColumns = (resource: AnyResource, { columns }: TableSettings): readonly string[] =>
  columns
    .filter(({ name, shown }) => shown && name !== resource.title && !(name === 'status' && resource.life))
    .map(({ name }) => name);

/** Whether a table scrolls endlessly; a tree is small, and loaded whole. */
export const scrollsEndlessly = (resource: AnyResource, { endless }: TableSettings): boolean =>
  endless === true && !resource.tree;

/** The columns a list requests, comma-separated: those shown, and the picture for cards. */
export const requestedColumns = ({ columns }: Pick<TableSettings, 'columns'>, picture?: string): string =>
  columns
    .filter(({ name, shown }) => shown || name === picture)
    .map(({ name }) => name)
    .toSorted()
    .join(',');

export const withColumnSetting = (
  settings: TableSettings,
  name: string,
  part: Partial<ColumnSetting>,
): TableSettings => ({
  ...settings,
  columns: settings.columns.map((one) => (one.name === name ? { ...one, ...part } : one)),
});

/** Moves a column to the place of another, by name. It is pinned afterwards if the other one is. */
export function moveColumnTo(resource: AnyResource, settings: TableSettings, name: string, at: string): TableSettings {
  const place = settings.columns.findIndex((one) => one.name === at);
  const there = settings.columns[place];
  const here = settings.columns.find((one) => one.name === name);
  if (!there || !here || there === here) return settings;
  const pinned = isPinned(resource, there);
  const moved = moveColumn(settings, name, place);
  return isPinned(resource, here) === pinned ? moved : withColumnSetting(moved, name, { pinned });
}

/** Moves a column by one place. At the ends of the pinned or of the other columns, nothing happens. */
export function stepColumn(resource: AnyResource, settings: TableSettings, name: string, by: 1 | -1): TableSettings {
  const shown = shownColumns(resource, settings);
  const at = shown.findIndex((one) => one.name === name);
  const here = shown[at];
  const next = shown[at + by];
  if (!here || !next || isPinned(resource, here) !== isPinned(resource, next)) return settings;
  return moveColumnTo(resource, settings, name, next.name);
}

/** Moves a column to the place of another. */
export function moveColumn(settings: TableSettings, name: string, to: number): TableSettings {
  const from = settings.columns.findIndex((one) => one.name === name);
  const moved = settings.columns[from];
  if (!moved || to < 0 || to >= settings.columns.length) return settings;
  const columns = settings.columns.filter((one) => one.name !== name);
  columns.splice(to, 0, moved);
  return { ...settings, columns };
}

/**
 * Writes settings as a URL parameter, so that a view can include its columns: `small.name*.status-120.due_at`. First
 * comes the density, with `*` for endless scrolling; then the shown columns in order, with `*` if pinned, `~` if
 * unpinned, and their width.
 */
export const tableSettingsToUrlParam = ({ columns, density, endless }: TableSettings): string =>
  [
    `${density}${endless ? '*' : ''}`,
    ...columns.flatMap(({ name, shown, pinned, width }) =>
      shown
        ? [`${name}${pinned === undefined ? '' : pinned ? '*' : '~'}${width === undefined ? '' : `-${width}`}`]
        : [],
    ),
  ].join('.');

/** Reads that parameter. Columns that it does not name are hidden. Undefined: it is missing or invalid. */
export function tableSettingsFromUrlParam(resource: AnyResource, written: string | null): TableSettings | undefined {
  const [head = ''] = (written ?? '').split('.');
  const columns = columnsInTableParam(written).map((one) => ({ ...one, shown: true }));
  if (columns.length === 0) return undefined;
  const hidden = availableTableColumns(resource).filter((one) => !columns.some(({ name }) => name === one.name));
  return readStoredTableSettings(resource, {
    columns: [...columns, ...hidden.map((one) => ({ ...one, shown: false }))],
    density: head.replace('*', ''),
    endless: head.endsWith('*'),
  });
}
