import { useRef, useState } from 'react';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { focusElementWhenDrawn } from '#web/input/rows/focus-element-when-drawn.ts';
import { pasteResultNotes } from '#web/input/rows/paste/paste-result-notes.ts';
import { placePastedColumnsAndFillChildRows } from '#web/input/rows/paste/place-pasted-columns-by-header-or-content-and-fill-child-rows.ts';
import { useUndoRedo } from '#web/input/rows/use-undo-redo.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import type { SkippedWorkbookSheet } from '#web/resource/resource-calls.ts';
import { copyChildRow, newChildRow, reorderRow } from './add-copy-and-reorder-child-rows.ts';
import type { CellPosition } from './copy-and-clear-cell-range.ts';

const texts = {
  removed: text('已删除第 {n} 行', 'Row {n} deleted'),
};

interface RowEditOptions {
  readonly id: string;
  readonly rows: readonly ChildRow[];
  /** Fields of a row that can be written. */
  readonly fields: Fields;
  /** Those of them that have a column. */
  readonly columns: readonly (readonly [name: string, field: AnyField])[];
  /** The current cell. */
  readonly at: CellPosition;
  /** How many rows the list may have. */
  readonly most: number;
  readonly disabled: boolean;
  readonly mayAdd: boolean;
  readonly mayDelete: boolean;
  readonly phone: boolean;
  setAt(place: CellPosition): void;
  onChange(rows: readonly ChildRow[]): void;
}

/** Adds, copies, deletes, moves, changes and pastes rows of a list, with undo. `notes`: what the last paste left out. */
export function useChildRowCommands({ id, rows, fields, columns, at, most, setAt, onChange, ...may }: RowEditOptions) {
  const { disabled, mayAdd, mayDelete, phone } = may;
  const [notes, setNotes] = useState<readonly string[]>([]);
  const { put, undo, redo } = useUndoRedo(rows, onChange);
  const latest = useRef({ rows, put });
  latest.current = { rows, put };

  const insert = (row: ChildRow, place: number) => {
    put([...rows.slice(0, place), row, ...rows.slice(place)]);
    setAt({ row: place, column: 0 });
  };
  const add = () => {
    if (!mayAdd) return;
    insert(newChildRow(fields), rows.length);
    // the focus moves to the new row: on the button, Enter would add another
    focusElementWhenDrawn(phone ? `${id}-${rows.length}-${Object.keys(fields)[0]}` : id);
  };
  const insertBelow = () => mayAdd && insert(newChildRow(fields), Math.min(at.row + 1, rows.length));
  const copy = (place: number) => {
    const row = rows[place];
    if (row && mayAdd) insert(copyChildRow(row, fields), place + 1);
  };
  const remove = (place: number) => {
    const row = rows[place];
    if (!row || !mayDelete) return;
    put(rows.filter((one) => one !== row));
    // undo restores only the row: text typed since then stays
    toast.undo(translate(texts.removed, { n: place + 1 }), () =>
      latest.current.put([...latest.current.rows.slice(0, place), row, ...latest.current.rows.slice(place)]),
    );
  };
  const move = (place: number, to: number) => {
    if (disabled || to < 0 || to >= rows.length) return;
    put(reorderRow(rows, place, to));
    setAt({ ...at, row: to });
  };
  const change = (place: number, next: ChildRow) =>
    put(
      rows.map((row, n) => (n === place ? next : row)),
      `row ${place}`,
    );
  const paste = (from: CellPosition, cells: string[][], passed?: readonly SkippedWorkbookSheet[]) => {
    const make = () => newChildRow(fields);
    const pasted = placePastedColumnsAndFillChildRows(rows, columns, from, cells, {
      most: mayAdd ? most : rows.length,
      make,
    });
    put(pasted.rows);
    setNotes(pasteResultNotes(pasted, most, passed));
  };
  return { notes, put, undo, redo, add, insertBelow, copy, remove, move, change, paste };
}

export type ChildRowCommands = ReturnType<typeof useChildRowCommands>;
