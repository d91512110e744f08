import type { AnyField } from '#kernel/declaration/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { textFromFieldValue } from '#web/input/control/convert-field-value-and-text.ts';
import { textFromCells } from '#web/input/rows/paste/clipboard-cells.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';

export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** A range of cells: from the first to the last, both included. */
export interface CellRange {
  readonly from: CellPosition;
  readonly to: CellPosition;
}

/** The range between the cell where the selection began and the current one. */
export const cellRangeBetween = (at: CellPosition, anchor: CellPosition = at): CellRange => ({
  from: { row: Math.min(at.row, anchor.row), column: Math.min(at.column, anchor.column) },
  to: { row: Math.max(at.row, anchor.row), column: Math.max(at.column, anchor.column) },
});

export const isCellWithin = ({ from, to }: CellRange, row: number, column: number): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column;

type Columns = readonly (readonly [string, AnyField])[];

/** The cells of a range as text for a spreadsheet. */
export function copyCells(rows: readonly ChildRow[], columns: Columns, { from, to }: CellRange): string {
  const chosen = columns.slice(from.column, to.column + 1);
  return textFromCells(
    rows.slice(from.row, to.row + 1).map((row) => chosen.map(([name, field]) => textFromFieldValue(field, row[name]))),
  );
}

/** The rows with the cells of a range emptied; child rows within them are no cells. */
export function clearCells(rows: readonly ChildRow[], columns: Columns, { from, to }: CellRange): readonly ChildRow[] {
  const chosen = columns.slice(from.column, to.column + 1).filter(([, field]) => !isChildList(field));
  const empty = Object.fromEntries(chosen.map(([name]) => [name, null]));
  return rows.map((row, at) => (at >= from.row && at <= to.row ? { ...row, ...empty } : row));
}
