import type { KeyboardEvent } from 'react';
import type { ChildRowsGridProps } from '#web/input/rows/child-rows-grid-props.ts';
import type { GridState } from '#web/input/rows/use-child-rows-grid.ts';
import { reorderRow } from './add-copy-and-reorder-child-rows.ts';
import { clearCells } from './copy-and-clear-cell-range.ts';

/** Keys of a grid: those that end editing, those that change rows, and those that move. */
export function handleKeyInChildRowsGrid(event: KeyboardEvent, props: ChildRowsGridProps, grid: GridState): void {
  if (!grid.editing) {
    // Letters go to the input over the cell, which begins editing.
    if (changeRows(event, props, grid) || moveSelection(event, props, grid)) event.preventDefault();
    return;
  }
  if (endEditing(event, props, grid)) {
    event.preventDefault();
    event.stopPropagation();
  } else if (event.key === 'Enter') event.preventDefault(); // Enter chooses a day or an option, and must not submit the form
}

/** Whether the key ended editing. */
function endEditing(event: KeyboardEvent, { at, rows, onAdd }: ChildRowsGridProps, grid: GridState): boolean {
  const { end, choose, isText } = grid;
  if (event.key === 'Escape') end(false);
  else if (event.key === 'Tab') {
    end(true);
    choose({ row: at.row, column: at.column + (event.shiftKey ? -1 : 1) });
  } else if (event.key === 'Enter' && isText) {
    end(true);
    if (at.row === rows.length - 1) onAdd();
    else choose({ row: at.row + 1, column: at.column });
  } else return false;
  return true;
}

/** Whether the key changed rows, or began editing. */
function changeRows(event: KeyboardEvent, props: ChildRowsGridProps, { range, begin }: GridState): boolean {
  const { at, rows, columns, disabled, onRows, onPlace } = props;
  const ctrl = event.ctrlKey || event.metaKey;
  const letter = event.key.toLowerCase();
  if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && !disabled) {
    const to = Math.min(Math.max(0, at.row + (event.key === 'ArrowDown' ? 1 : -1)), rows.length - 1);
    onRows(reorderRow(rows, at.row, to));
    onPlace({ ...at, row: to });
  } else if (ctrl && letter === 'z' && !disabled) event.shiftKey ? props.onRedo() : props.onUndo();
  else if (ctrl && letter === 'y' && !disabled) props.onRedo();
  else if (event.key === 'Enter' || event.key === 'F2') rows.length > 0 ? begin() : props.onAdd();
  else if (event.key === 'Insert' && !disabled) props.onInsert();
  else if (event.key === 'Delete' && ctrl && !disabled) props.onDelete();
  else if ((event.key === 'Delete' || event.key === 'Backspace') && !disabled) onRows(clearCells(rows, columns, range));
  else return false;
  return true;
}

/** Whether the key moved to another cell; with Shift it extends the selection. */
function moveSelection(
  event: KeyboardEvent,
  props: ChildRowsGridProps,
  { anchor, setAnchor, choose }: GridState,
): boolean {
  const { at, rows, columns, onPlace } = props;
  // an empty list is passed in one step
  if (rows.length === 0) return false;
  const ctrl = event.ctrlKey || event.metaKey;
  const go = (down: number, right: number) =>
    choose({ row: at.row + down, column: at.column + right }, event.key !== 'Tab' && event.shiftKey);
  if (ctrl && event.key.toLowerCase() === 'a') {
    onPlace({ row: rows.length - 1, column: columns.length - 1 });
    setAnchor({ row: 0, column: 0 });
  } else if (event.key === 'Escape' && anchor) setAnchor(undefined);
  else if (event.key === 'ArrowDown') go(1, 0);
  else if (event.key === 'ArrowUp') go(-1, 0);
  else if (event.key === 'ArrowLeft') go(0, -1);
  else if (event.key === 'ArrowRight') go(0, 1);
  else if (event.key === 'Home') choose({ row: ctrl ? 0 : at.row, column: 0 }, event.shiftKey);
  else if (event.key === 'End')
    choose({ row: ctrl ? rows.length - 1 : at.row, column: columns.length - 1 }, event.shiftKey);
  else if (event.key === 'PageDown') go(10, 0);
  else if (event.key === 'PageUp') go(-10, 0);
  else if (event.key === 'Tab' && (event.shiftKey ? at.column > 0 : at.column < columns.length - 1))
    go(0, event.shiftKey ? -1 : 1);
  else return false;
  return true;
}
