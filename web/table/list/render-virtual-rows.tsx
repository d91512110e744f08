import { type ReactNode, useRef } from 'react';
import { selectedColumnsIn } from '#web/table/edit/use-keyboard-to-select-edit-copy-and-paste-table-cells.ts';
import type { ListTableProps } from '#web/table/list/list-table-props.ts';
import type { useCellSelectionAndActiveRow } from '#web/table/list/use-cell-selection-and-active-row.ts';
import type { TableLinesAndColumnWidths } from '#web/table/list/use-table-lines-and-column-widths.ts';
import type { VirtualRowWindow } from '#web/table/rows/virtual-row-window.ts';
import { ListRow, type ListRowHandlers, type TableRowElement } from './list-table-row.tsx';

type Placed = TableLinesAndColumnWidths['placed'][number];

/** The row being edited. It stays rendered, also out of view. */
interface TypedLine {
  readonly at: number;
  readonly line: Placed;
}

export interface VirtualRowsProps extends ReturnType<typeof useCellSelectionAndActiveRow> {
  readonly table: ListTableProps;
  readonly layout: TableLinesAndColumnWidths;
  readonly shown: VirtualRowWindow;
  readonly on: ListRowHandlers;
  readonly typed: TypedLine | undefined;
}

/** Remembers the row being edited. */
export function useEditedRow(
  { cells }: ReturnType<typeof useCellSelectionAndActiveRow>,
  { placed }: TableLinesAndColumnWidths,
): TypedLine | undefined {
  const at = cells.editing && cells.at ? cells.at.row : -1;
  const typed = useRef<TypedLine>(undefined);
  if (at < 0) typed.current = undefined;
  else if (placed[at]) typed.current = { at, line: placed[at] };
  return at < 0 ? undefined : { at, line: typed.current?.at === at ? typed.current.line : undefined };
}

/**
 * The rows in view and the one being edited, with gaps for the others: one keyed list, so that a row that leaves the
 * view is not mounted again.
 */
export function renderVirtualRows(props: VirtualRowsProps, as: TableRowElement | undefined): ReactNode[] {
  const { shown, typed, layout } = props;
  const { lines, height } = layout;
  const typedAt = typed?.at ?? -1;
  const drawn = Array.from({ length: shown.end - shown.first }, (_, at) => shown.first + at);
  if (typedAt >= 0 && typedAt < shown.first) drawn.unshift(typedAt);
  else if (typedAt >= shown.end && typedAt < lines.length) drawn.push(typedAt);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const index of [...drawn, lines.length]) {
    if (index > at) parts.push(<Gap key={`room-${at}`} height={(index - at) * height} />);
    if (index < lines.length) parts.push(drawLine(props, index, as));
    at = index + 1;
  }
  return parts;
}

function drawLine(
  { table, layout, cells, activeAt, on, typed }: VirtualRowsProps,
  index: number,
  as: TableRowElement | undefined,
) {
  const { resource, selected, selectable, activeId } = table;
  const { columns } = layout;
  const acts = layout.actions > 0;
  const line = layout.placed[index] ?? (typed?.at === index ? typed.line : undefined);
  if (!line)
    return (
      <tr key={`gap-${index}`} aria-rowindex={table.before + index + 2} className="xj-row-bone">
        <td colSpan={columns.length + (selectable ? 1 : 0) + (acts ? 1 : 0)}>
          <span className="xj-bone" />
        </td>
      </tr>
    );
  const { row, depth } = line;
  const chosen = selectedColumnsIn(cells.range, index);
  const here = cells.at?.row === index;
  const active = row.id === activeId;
  return (
    <ListRow
      key={row.id}
      {...{ resource, row, index, depth, columns, active, as, on }}
      before={table.before}
      unfolded={row.children && row.children.length > 0 ? (table.expanded ?? []).includes(row.id) : undefined}
      focusable={active || (activeAt < 0 && index === 0)}
      selected={selectable ? selected.has(row.id) : undefined}
      from={chosen.from}
      to={chosen.to}
      at={here ? (cells.at?.column ?? -1) : -1}
      editing={here && cells.editing}
      actions={acts ? table.actions : undefined}
    />
  );
}

/** The space of rows out of view. */
const Gap = ({ height }: { height: number }) => (
  <tr className="xj-row-gap">
    <td style={{ height }} />
  </tr>
);
