import { type RefObject, useMemo, useState } from 'react';
import { selectWidth, tableColumns } from '#web/table/columns/table-columns.ts';
import type { ListTableProps } from '#web/table/list/list-table-props.ts';
import { useHeightFillingWindow } from '#web/table/list/use-height-filling-window.ts';
import { useTitleAndActionsWidths } from '#web/table/list/use-title-and-actions-widths.ts';
import { visibleTreeRows } from '#web/table/rows/flatten-and-expand-row-tree.ts';
import { rowHeights } from '#web/table/rows/virtual-row-window.ts';

export type TableLinesAndColumnWidths = ReturnType<typeof useTableLinesAndColumnWidths>;

/** Height below the rows in px: the pager, and the edge of the page. */
const below = 72;

/** Largest number of rows that can be dragged: all of them are rendered. */
const maxDragged = 200;

/** The lines of a table and the widths of its columns in px. `actions` is 0 where no row offers any. */
export function useTableLinesAndColumnWidths(props: ListTableProps, box: RefObject<HTMLDivElement | null>) {
  const { resource, rows, first, settings, query, draggable, selectable } = props;
  const room = useHeightFillingWindow(box, below);
  const [dragged, setDragged] = useState<{ name: string; width: number }>();
  const placed = useMemo(
    () => (resource.tree ? visibleTreeRows(rows, props.expanded ?? []) : rows.map((row) => row && { row, depth: 0 })),
    [resource.tree, rows, props.expanded],
  );
  const lines = useMemo(() => placed.map((one) => one?.row), [placed]);
  const drags = draggable && !first && !query.order && lines.length <= maxDragged;
  const { actions, names, headings, numbers } = useTitleAndActionsWidths({ ...props, lines, drags });
  const columns = useMemo(
    () =>
      tableColumns({ resource, settings, dragged, selectable, actions, names, headings, numbers, room: room.width }),
    [resource, settings, dragged, selectable, actions, names, headings, numbers, room.width],
  );
  const width = columns.reduce((sum, one) => sum + one.width, 0) + (selectable ? selectWidth : 0) + actions;
  return { room, setDragged, placed, lines, drags, actions, columns, width, height: rowHeights[settings.density] };
}
