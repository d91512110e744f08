import type { ClipboardEvent, KeyboardEvent } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { isEmptyValue } from '#web/cell/value-of-field-in-cell.tsx';
import { currentLocale } from '#web/i18n/locale.ts';
import { textFromFieldValue } from '#web/input/control/convert-field-value-and-text.ts';
import { type CellPosition, type CellRange, isCellWithin } from '#web/input/rows/copy-and-clear-cell-range.ts';
import { cellsFromText, textFromCells } from '#web/input/rows/paste/clipboard-cells.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { TableColumn } from '#web/table/columns/table-columns.ts';
import { type CellsOfTable, useSelectedAndEditedCells } from '#web/table/edit/use-selected-and-edited-cells.ts';

/** Cells pasted from a spreadsheet, and where they begin. */
export interface PastedCells {
  readonly from: CellPosition;
  readonly cells: readonly (readonly string[])[];
}

interface EditableCellOptions extends CellsOfTable {
  readonly onPaste?: ((pasted: PastedCells) => void) | undefined;
}

/** Keys pressed inside these elements are not handled here. */
const pressing = 'a, button, input, textarea, select, label, [role="combobox"], .xj-cell-editor';

/**
 * Cells of a table: selected by mouse or arrow keys, copied for a spreadsheet, edited one by one, and pasted over.
 */
export function useKeyboardToSelectEditCopyAndPasteCells(options: EditableCellOptions) {
  const { rows, columns, onGo, onPaste } = options;
  const { at, range, editing, moves } = useSelectedAndEditedCells(options);

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || !(event.target instanceof Element)) return;
    const line = event.target.closest('tbody tr[data-row]');
    if (!line || event.target.closest(pressing) || event.altKey) return;
    const ctrl = event.ctrlKey || event.metaKey;
    // the row has the focus, but no cell: → enters it
    const here = at ?? { row: Number(line.getAttribute('data-index')), column: -1 };
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const down = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = rows[here.row];
    if (sideways !== 0 && !ctrl) moves.go({ row: here.row, column: here.column + sideways }, event.shiftKey && !!at);
    else if (down !== 0 && at && !ctrl) onGo(moves.go({ row: at.row + down, column: at.column }, event.shiftKey).row);
    else if (at && event.key === 'Home') moves.go({ row: at.row, column: 0 }, event.shiftKey);
    else if (at && event.key === 'End') moves.go({ row: at.row, column: columns.length - 1 }, event.shiftKey);
    else if (at && event.key === 'Escape') moves.clear();
    else if (at && row && (event.key === 'Enter' || event.key === 'F2')) {
      if (!moves.begin(row, at.row, at.column) && event.key === 'Enter') return; // on a cell that cannot be edited Enter opens the row
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onCopy = (event: ClipboardEvent) => {
    const selected = window.getSelection();
    if (editing || !range || (selected && !selected.isCollapsed)) return;
    event.clipboardData.setData('text/plain', tsvOf(rows, columns, range));
    event.preventDefault();
  };
  const onPasted = (event: ClipboardEvent) => {
    if (editing || !range || !onPaste || (event.target instanceof Element && event.target.closest('input, textarea')))
      return;
    const cells = cellsFromText(event.clipboardData.getData('text/plain'));
    if (cells.length > 0 && cells.some((line) => line.some((cell) => cell !== '')))
      onPaste({ from: range.from, cells });
    event.preventDefault();
  };

  return { at, range, editing, moves, onKeyDown, onCopy, onPaste: onPasted };
}

/** The selected cells as text for a spreadsheet; rows not loaded yet are empty. */
const tsvOf = (
  rows: readonly (WireRow | undefined)[],
  columns: readonly TableColumn[],
  { from, to }: CellRange,
): string =>
  textFromCells(
    rows
      .slice(from.row, to.row + 1)
      .map((row) =>
        columns.slice(from.column, to.column + 1).map(({ name, field }) => (row ? cellText(row, name, field) : '')),
      ),
  );

/** Text of a cell; of a reference or division its name. */
function cellText(row: WireRow, name: string, field: AnyField): string {
  const value = row[name];
  if (isEmptyValue(value)) return value === null ? textFromFieldValue(field, null) : '';
  return (
    kindOf(field).toText?.(value, field.options, currentLocale(), row[relationNameOf(name)]) ??
    textFromFieldValue(field, value)
  );
}

/** The selected columns of a row as numbers (-1: none), so that rows without any are not rendered again. */
export function selectedColumnsIn(range: CellRange | undefined, row: number): { from: number; to: number } {
  if (!range || !isCellWithin(range, row, range.from.column)) return { from: -1, to: -1 };
  return { from: range.from.column, to: range.to.column };
}
