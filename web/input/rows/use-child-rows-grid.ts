import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { requiredChildRowColumns } from '#web/input/control/is-field-required-in-form.ts';
import type { ChildRowsGridProps } from '#web/input/rows/child-rows-grid-props.ts';
import { cellsFromText } from '#web/input/rows/paste/clipboard-cells.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import { type CellPosition, cellRangeBetween, clearCells, copyCells } from './copy-and-clear-cell-range.ts';

/** All rows have one height, so that only those in view of thousands are drawn. In px. */
export const rowHeight = 36;
export const maxHeight = 12 * rowHeight;
const rowsBeyond = 6;

export type GridState = ReturnType<typeof useChildRowsGrid>;

/** The current cell, the selected range and the rows in view of a grid. */
export function useChildRowsGrid(props: ChildRowsGridProps) {
  const { id, columns, rows, at, disabled, onPlace, onRows } = props;
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef<HTMLInputElement>(null);
  const [top, setTop] = useState(0);
  const [editing, setEditing] = useState(false);
  const [began, setBegan] = useState<ChildRow>();
  const [anchor, setAnchor] = useState<CellPosition>();
  const range = cellRangeBetween(at, anchor && { ...anchor, row: Math.min(anchor.row, rows.length - 1) });
  const current = columns[at.column];
  const needed = useMemo(() => requiredChildRowColumns(columns, rows), [columns, rows]);
  const focusTyped = () => typed.current?.focus({ preventScroll: true });

  useEffect(() => {
    const element = box.current;
    // An empty list has only its head, which nothing is scrolled under.
    if (!element || rows.length === 0) return;
    const y = at.row * rowHeight;
    const until = y + 2 * rowHeight;
    if (y < element.scrollTop) element.scrollTop = y;
    else if (until > element.scrollTop + element.clientHeight) element.scrollTop = until - element.clientHeight;
  }, [at.row, rows.length]);

  const put = (row: number, name: string, value: unknown) =>
    onRows(
      rows.map((one, place) => (place === row ? { ...one, [name]: value } : one)),
      `cell ${row} ${name}`,
    );
  const choose = (to: CellPosition, extends_ = false) => {
    setEditing(false);
    setAnchor(extends_ ? (anchor ?? at) : undefined);
    onPlace({
      row: Math.min(Math.max(0, to.row), Math.max(0, rows.length - 1)),
      column: Math.min(Math.max(0, to.column), columns.length - 1),
    });
  };
  const begin = (text?: string) => {
    if (disabled || !current || !rows[at.row] || isChildList(current[1])) return;
    setAnchor(undefined);
    setBegan(rows[at.row]);
    if (text !== undefined) put(at.row, current[0], text);
    setEditing(true);
  };
  const end = (committed: boolean) => {
    setEditing(false);
    if (!committed && began && rows[at.row] !== began) props.onUndo();
    focusTyped();
  };
  return {
    box,
    typed,
    setTop,
    editing,
    anchor,
    setAnchor,
    range,
    first: Math.max(0, Math.floor(top / rowHeight) - rowsBeyond),
    last: Math.min(rows.length, Math.ceil((top + maxHeight) / rowHeight) + rowsBeyond),
    current,
    needed,
    isText: current && kindOf(current[1]).typed === 'line',
    focusTyped,
    cellId: (row: number, column: number) => `${id}-cell-${row}-${column}`,
    put,
    choose,
    begin,
    end,
  };
}

/** Cut, copy and paste of the selected cells. */
export function gridClipboard(props: ChildRowsGridProps, { editing, range, setAnchor }: GridState) {
  const { columns, rows, disabled, onPlace, onRows } = props;
  const onCopy = (event: ClipboardEvent) => {
    if (editing || rows.length === 0) return;
    event.clipboardData.setData('text/plain', copyCells(rows, columns, range));
    if (event.type === 'cut' && !disabled) onRows(clearCells(rows, columns, range));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editing || disabled) return;
    onPlace(range.from);
    setAnchor(undefined);
    props.onPaste(range.from, cellsFromText(event.clipboardData.getData('text/plain')));
    event.preventDefault();
  };
  return { onCopy, onCut: onCopy, onPaste };
}

/** While a button is down the focus stays: moving it would end the dragging of a row before it began. */
export function useKeepFocusWhilePressed(id: string, focusTyped: () => void) {
  const pressed = useRef(false);
  const onMouseDown = () => {
    pressed.current = true;
    const release = () => {
      for (const name of ['mouseup', 'dragend']) window.removeEventListener(name, release);
      pressed.current = false;
      if (document.activeElement === document.getElementById(id)) focusTyped();
    };
    for (const name of ['mouseup', 'dragend']) window.addEventListener(name, release);
  };
  return { pressed, onMouseDown };
}
