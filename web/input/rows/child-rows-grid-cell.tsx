import type { RefObject } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { isReference } from '#kernel/kind/linked/reference.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import {
  hasTitleOfReferencedRow,
  TitleOfNewlyChosenRow,
} from '#web/input/reference/title-of-newly-chosen-referenced-row.tsx';
import type { ChildRowsGridProps } from '#web/input/rows/child-rows-grid-props.ts';
import type { GridState } from '#web/input/rows/use-child-rows-grid.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { ChildRowsGridCellEditor } from './child-rows-grid-cell-editor.tsx';
import { isCellWithin } from './copy-and-clear-cell-range.ts';

interface GridCellProps {
  readonly grid: GridState;
  readonly table: ChildRowsGridProps;
  readonly row: ChildRow;
  /** Index of the row. */
  readonly n: number;
  readonly name: string;
  readonly field: AnyField;
  readonly column: number;
  /** Index of the row being dragged. */
  readonly dragged: RefObject<number | undefined>;
}

/** A cell of a grid: its value, or its input while it is edited. */
export function ChildRowsGridCell({ grid, table, row, n, name, field, column, dragged }: GridCellProps) {
  const { at, errors, of } = table;
  const { editing, typed, choose, cellId } = grid;
  const wrong = errors[`${n}.${name}`];
  const here = n === at.row && column === at.column;
  return (
    <td
      id={cellId(n, column)}
      data-here={here || undefined}
      data-chosen={isCellWithin(grid.range, n, column) || undefined}
      data-wrong={wrong ? true : undefined}
      aria-invalid={wrong ? true : undefined}
      title={wrong?.[0]}
      onMouseDown={(event) => {
        // A popup belongs to its input, wherever it is in the page.
        if (here && editing) return;
        // A word composed by an input method ends in the cell where it began.
        typed.current?.blur();
        choose({ row: n, column }, event.shiftKey);
      }}
      onMouseEnter={(event) => {
        if (event.buttons === 1 && !editing && dragged.current === undefined) choose({ row: n, column }, true);
      }}
      onDoubleClick={() => grid.begin()}
    >
      {here && editing ? (
        <ChildRowsGridCellEditor
          id={cellId(n, column)}
          name={name}
          field={field}
          row={row}
          of={of}
          inside={table.inside}
          put={(value) => grid.put(n, name, value)}
        />
      ) : isReference(field) && !hasTitleOfReferencedRow(row as WireRow, name) ? (
        <TitleOfNewlyChosenRow name={name} field={field} value={row[name]} of={of} />
      ) : (
        <CellValue name={name} field={field} row={row as WireRow} />
      )}
    </td>
  );
}
