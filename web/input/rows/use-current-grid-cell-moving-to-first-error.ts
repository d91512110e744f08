import { useEffect, useState } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { focusElementWhenDrawn } from '#web/input/rows/focus-element-when-drawn.ts';
import type { CellPosition } from './copy-and-clear-cell-range.ts';

interface CurrentCellOptions extends Pick<FieldInputProps, 'id' | 'sought'> {
  readonly rowCount: number;
  readonly columns: readonly (readonly [name: string, field: AnyField])[];
  /** Places with errors, `3.name`. */
  readonly wrong: readonly string[];
  readonly phone: boolean;
}

/** The cell that has the focus in a list of rows. It moves to the first error, and to a place that the form goes to. */
export function useCurrentGridCellMovingToFirstError({
  id,
  rowCount,
  columns,
  wrong,
  sought,
  phone,
}: CurrentCellOptions) {
  const [chosen, setChosen] = useState<CellPosition>({ row: 0, column: 0 });
  const columnOf = (name: string) => columns.findIndex(([each]) => each === name);

  const firstWrong = wrong[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another place is wrong
  useEffect(() => {
    const [row = '', name = ''] = firstWrong?.split('.') ?? [];
    if (firstWrong !== undefined) setChosen({ row: Number(row), column: Math.max(0, columnOf(name)) });
  }, [firstWrong]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when somebody goes elsewhere
  useEffect(() => {
    if (!sought) return undefined;
    const [row = '', name = '', ...within] = sought.at.split('.');
    const column = columnOf(name);
    setChosen({ row: Number(row), column: Math.max(0, column) });
    // a place within a row is focused by the input of that row
    if (within.length > 0) return undefined;
    return focusElementWhenDrawn(phone || column < 0 ? `${id}-${row}-${name}` : id);
  }, [sought]);

  const at = { row: Math.min(chosen.row, Math.max(0, rowCount - 1)), column: chosen.column };
  /** Goes to the cell of a field in a row, and focuses the grid. */
  const goToCell = (row: number, name: string) => {
    setChosen({ row, column: Math.max(0, columnOf(name)) });
    document.getElementById(id)?.focus();
  };
  return { at, setChosen, goToCell };
}
