import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { fieldOf, isOrderable } from '#kernel/list/list-query-in-url.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { recordNumberOf, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { isPinned, shownColumns, type TableSettings } from '#web/table/columns/column-settings.ts';
import {
  defaultColumnWidth,
  documentNumberWidth,
  spreadRemainingWidthOverColumns,
  textWidth,
} from './default-column-widths-and-spreading-of-remaining-width.ts';

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly field: AnyField;
  readonly label: string;
  /** In px. */
  readonly width: number;
  readonly align: 'left' | 'right';
  /** A press on its cells opens the row. */
  readonly opens: boolean;
  readonly orderable: boolean;
  /** Offset of a pinned column from the edge, in px. */
  readonly stays?: number;
}

export const selectWidth = 44;

export interface ColumnOptions {
  readonly resource: AnyResource;
  readonly settings: TableSettings;
  /** A column being resized, with its present width. */
  readonly dragged: { readonly name: string; readonly width: number } | undefined;
  readonly selectable: boolean;
  /** Px of the column of actions; 0 without one. */
  readonly actions: number;
  /** The width in px that the titles of the rows need (`nameWidth`). Titles are read first, and therefore cut last. */
  readonly names?: number;
  /** The width in px that the headings of the rows need, if their title is a number (`headingWidth`). */
  readonly headings?: number;
  /** The widths in px that the numbers of the rows need, by field (`numberWidths`): their last digits tell them apart. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** Available width in px. */
  readonly room: number;
}

/** The largest width in px that a column of titles takes unless somebody widens it. */
const widestName = 340;

/** The width in px that the longest title of these rows needs. */
export const nameWidth = (resource: AnyResource, rows: readonly (WireRow | undefined)[]): number =>
  rows.reduce(
    (most, row) => Math.max(most, row ? textWidth(recordNumberOf(resource, row) ?? titleOf(resource, row)) + 28 : 0),
    0,
  );

/** The field that is the heading of a row whose title is a number. */
const headingField = ({ heading }: AnyResource): string | undefined =>
  typeof heading?.[0] === 'string' ? heading[0] : undefined;

/** The width in px that the longest heading of these rows needs. */
export function headingWidth(resource: AnyResource, rows: readonly (WireRow | undefined)[]): number {
  const name = headingField(resource);
  if (name === undefined) return 0;
  return rows.reduce((most, row) => {
    const value = row?.[name];
    return typeof value === 'string' ? Math.max(most, textWidth(value) + 28) : most;
  }, 0);
}

/** The widths in px that the longest numbers of these rows need, of each field that holds numbers of documents. */
export function numberWidths(
  { fields }: AnyResource,
  rows: readonly (WireRow | undefined)[],
): Readonly<Record<string, number>> {
  const names = Object.keys(fields).filter((name) => kindOf(fields[name] as AnyField).name === 'identifier');
  const longest = (name: string) =>
    rows.reduce((most, row) => {
      const value = row?.[name];
      return typeof value === 'string' ? Math.max(most, documentNumberWidth(value) + 28) : most;
    }, 0);
  return Object.fromEntries(names.map((name) => [name, longest(name)]));
}

/** The columns of a table, with the widths that somebody has set, or the default ones. */
export function tableColumns(options: ColumnOptions): TableColumn[] {
  const { resource, settings, dragged, selectable, actions, room, names = 0, headings = 0, numbers = {} } = options;
  const shown = shownColumns(resource, settings).flatMap((one) => {
    const field = fieldOf(resource, one.name);
    if (!field) return [];
    const chosen = dragged?.name === one.name ? dragged.width : one.width;
    const comfortable = defaultColumnWidth(resource, one.name, field, currentLocale());
    const wanted =
      one.name === resource.title ? names : one.name === headingField(resource) ? headings : (numbers[one.name] ?? 0);
    const width = chosen ?? Math.max(comfortable, Math.min(wanted, widestName, room * 0.4) | 0);
    return [{ ...one, field, width, fixed: chosen !== undefined, pinned: isPinned(resource, one) }];
  });
  const before = selectable ? selectWidth : 0;
  const widths = spreadRemainingWidthOverColumns(shown, room - before - actions);
  // the title opens the row; where it is hidden or is a link itself, the first other column does
  const opening =
    shown.find(({ name }) => name === resource.title) ??
    shown.find(({ field }) => !kindOf(field).pressed && field.from === undefined);
  let stays = before;
  return shown.map(({ name, field, pinned }, at) => {
    const width = widths[at] ?? 0;
    const column: TableColumn = {
      name,
      field,
      label: translate(field.label),
      width,
      orderable: isOrderable(resource, name),
      align: kindOf(field).align ?? 'left',
      opens: name === opening?.name,
      ...(pinned ? { stays } : {}),
    };
    if (pinned) stays += width;
    return column;
  });
}
