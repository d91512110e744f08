import type { AnyResource } from '#kernel/declaration/resource.ts';
import { columnsOf } from '#web/resource/columns.ts';

export const densities = ['small', 'middle', 'large'] as const;
export type Density = (typeof densities)[number];

export interface ColumnSetting {
  readonly name: string;
  readonly shown: boolean;
  /** In px; what the kind finds comfortable when it was never changed. */
  readonly width?: number;
  /** Stays in sight before all others; unless told, the name of a row does. */
  readonly pinned?: boolean;
}

/** How one person keeps the table of one resource. */
export interface TableSettings {
  readonly columns: readonly ColumnSetting[];
  readonly density: Density;
  /** Rows follow each other without pages. */
  readonly endless?: boolean;
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
export function readSettings(resource: AnyResource, stored: unknown): TableSettings {
  const declared = columnsOf(resource);
  if (typeof stored !== 'object' || stored === null) return { columns: declared, density: 'middle' };
  const { columns, density, endless } = stored as { columns?: unknown; density?: unknown; endless?: unknown };
  const declaredByName = new Map(declared.map((one) => [one.name, one]));
  const order: ColumnSetting[] = [];
  for (const one of Array.isArray(columns) ? (columns as Partial<ColumnSetting>[]) : []) {
    if (typeof one !== 'object' || one === null || typeof one.name !== 'string' || !declaredByName.delete(one.name))
      continue;
    const width =
      typeof one.width === 'number' && one.width >= narrowest && one.width <= widest ? one.width : undefined;
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
  // A table without a column could not even be set again.
  const shown = order.some((one) => one.shown)
    ? order
    : order.map((one) => ({ ...one, shown: one.name === resource.title }));
  return {
    columns: shown,
    density: densities.find((one) => one === density) ?? 'middle',
    ...(endless === true ? { endless } : {}),
  };
}

/** Whether a column stays in sight. */
export const isPinned = (resource: AnyResource, { name, pinned }: ColumnSetting): boolean =>
  pinned ?? name === resource.title;

/** The columns a table shows, those that stay in sight first. */
export function shownColumns(resource: AnyResource, { columns }: TableSettings): readonly ColumnSetting[] {
  const shown = columns.filter((one) => one.shown);
  return [...shown.filter((one) => isPinned(resource, one)), ...shown.filter((one) => !isPinned(resource, one))];
}

/** What a card tells below its head, which holds the title and, of what has a life, the state. */
export const cardColumns = (resource: AnyResource, { columns }: TableSettings): readonly string[] =>
  columns
    .filter(({ name, shown }) => shown && name !== resource.title && !(name === 'status' && resource.life))
    .map(({ name }) => name);

/** Whether the rows of a table follow each other without pages; a tree is small, and whole. */
export const isEndless = (resource: AnyResource, { endless }: TableSettings): boolean =>
  endless === true && !resource.tree;

/** The columns a list asks for, comma-separated: those it shows, and the picture where rows are shown as cards. */
export const requestedColumns = ({ columns }: Pick<TableSettings, 'columns'>, picture?: string): string =>
  columns
    .filter(({ name, shown }) => shown || name === picture)
    .map(({ name }) => name)
    .toSorted()
    .join(',');

export const withColumn = (settings: TableSettings, name: string, part: Partial<ColumnSetting>): TableSettings => ({
  ...settings,
  columns: settings.columns.map((one) => (one.name === name ? { ...one, ...part } : one)),
});

/** Puts a column where another one stands, by their names; it is pinned as that one is. */
export function moveColumnTo(resource: AnyResource, settings: TableSettings, name: string, at: string): TableSettings {
  const place = settings.columns.findIndex((one) => one.name === at);
  const there = settings.columns[place];
  const here = settings.columns.find((one) => one.name === name);
  if (!there || !here || there === here) return settings;
  const pinned = isPinned(resource, there);
  const moved = moveColumn(settings, name, place);
  return isPinned(resource, here) === pinned ? moved : withColumn(moved, name, { pinned });
}

/** Puts a column one place further among those shown; nothing where it stands at the end, or at that of the pinned. */
export function stepColumn(resource: AnyResource, settings: TableSettings, name: string, by: 1 | -1): TableSettings {
  const shown = shownColumns(resource, settings);
  const at = shown.findIndex((one) => one.name === name);
  const here = shown[at];
  const next = shown[at + by];
  if (!here || !next || isPinned(resource, here) !== isPinned(resource, next)) return settings;
  return moveColumnTo(resource, settings, name, next.name);
}

/** Puts a column where another one stands. */
export function moveColumn(settings: TableSettings, name: string, to: number): TableSettings {
  const from = settings.columns.findIndex((one) => one.name === name);
  const moved = settings.columns[from];
  if (!moved || to < 0 || to >= settings.columns.length) return settings;
  const columns = settings.columns.filter((one) => one.name !== name);
  columns.splice(to, 0, moved);
  return { ...settings, columns };
}

/**
 * Settings as an address carries them, so that a view brings its columns: `small.name*.status-120.due_at`. First the density,
 * with `*` without pages; then the columns shown, in their order, with `*` kept in sight, with `~` not, and their width.
 */
export const writeTable = ({ columns, density, endless }: TableSettings): string =>
  [
    `${density}${endless ? '*' : ''}`,
    ...columns.flatMap(({ name, shown, pinned, width }) =>
      shown
        ? [`${name}${pinned === undefined ? '' : pinned ? '*' : '~'}${width === undefined ? '' : `-${width}`}`]
        : [],
    ),
  ].join('.');

/** The same read: what is not named is not shown. Undefined where there is nothing, or nothing that could be read. */
export function readTable(resource: AnyResource, written: string | null): TableSettings | undefined {
  const [head = '', ...named] = (written ?? '').split('.');
  const columns = named.flatMap((one) => {
    const [, name, pinned, width] = /^(\w+)([*~]?)(?:-(\d{1,4}))?$/.exec(one) ?? [];
    if (name === undefined) return [];
    return [
      { name, shown: true, ...(pinned ? { pinned: pinned === '*' } : {}), ...(width ? { width: Number(width) } : {}) },
    ];
  });
  if (columns.length === 0) return undefined;
  const hidden = columnsOf(resource).filter((one) => !columns.some(({ name }) => name === one.name));
  return readSettings(resource, {
    columns: [...columns, ...hidden.map((one) => ({ ...one, shown: false }))],
    density: head.replace('*', ''),
    endless: head.endsWith('*'),
  });
}
