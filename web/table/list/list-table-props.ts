import type { ReactNode } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { TableSettings } from '#web/table/columns/column-settings.ts';
import type { ColumnHeadingActions } from '#web/table/columns/filter-and-group-actions-of-column-heading.ts';
import type { PastedCells } from '#web/table/edit/use-keyboard-to-select-edit-copy-and-paste-table-cells.ts';
import type { VirtualRowWindow } from '#web/table/rows/virtual-row-window.ts';

export interface ListTableProps {
  readonly resource: AnyResource;
  /** Rows not loaded yet are undefined. */
  readonly rows: readonly (WireRow | undefined)[];
  /** Number of matching rows before the first of these. */
  readonly before: number;
  readonly total: number;
  readonly first: boolean;
  readonly fetching: boolean;
  readonly query: ListQuery;
  readonly settings: TableSettings;
  readonly selected: ReadonlyMap<number, WireRow>;
  readonly activeId: number | undefined;
  readonly expanded: readonly number[] | undefined;
  readonly empty: ReactNode;
  readonly selectable: boolean;
  readonly draggable: boolean;
  /** Filtering and grouping from the menu of a column. */
  readonly columnTools?: Pick<ColumnHeadingActions, 'filter' | 'group'>;
  onExpand(ids: readonly number[]): void;
  onOrder(order: ListQuery['order']): void;
  onSettings(settings: TableSettings): void;
  onSelect(rows: ReadonlyMap<number, WireRow>): void;
  onActive(row: WireRow): void;
  onOpen(row: WireRow): void;
  onEdit(row: WireRow): void;
  onSwap(moved: WireRow, target: WireRow): void;
  onPaste?(pasted: PastedCells, columns: readonly string[]): void;
  /** Called with the rows in view. */
  onSight?(window: VirtualRowWindow): void;
  actions(row: WireRow): ReactNode;
}
