import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type CellPosition, cellRangeBetween } from '#web/input/rows/copy-and-clear-cell-range.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { TableColumn } from '#web/table/columns/table-columns.ts';
import type { CellEnd } from './table-cell-editor.tsx';

export interface CellsOfTable {
  readonly rows: readonly (WireRow | undefined)[];
  readonly columns: readonly TableColumn[];
  readonly box: RefObject<HTMLElement | null>;
  /** Whether a cell can be edited, as far as the row shows. */
  mayEdit(row: WireRow, column: TableColumn): boolean;
  /** The keyboard went to a cell of this row. */
  onGo(index: number): void;
}

/** The nearest cell that exists. */
const clamp = (to: CellPosition, { rows, columns }: CellsOfTable): CellPosition => ({
  row: Math.min(Math.max(0, to.row), Math.max(0, rows.length - 1)),
  column: Math.min(Math.max(0, to.column), columns.length - 1),
});

/** Scrolls the current cell into view after a move by keyboard, or when editing begins. Set the result before either. */
function useScrolledCell(box: RefObject<HTMLElement | null>, at: CellPosition | undefined, editing: boolean) {
  const scrolls = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell is another place
  useLayoutEffect(() => {
    if (!scrolls.current) return;
    scrolls.current = false;
    const cell = box.current?.querySelector('td[data-here]:not([data-stays])');
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [box, at, editing]);
  return scrolls;
}

/**
 * The current cell (`at`), the selected range, and whether the cell is edited. `moves` change these; the functions stay
 * the same while a table is shown.
 */
export function useSelectedAndEditedCells(table: CellsOfTable) {
  const { box } = table;
  const [at, setAt] = useState<CellPosition>();
  const [anchor, setAnchor] = useState<CellPosition>();
  const [editing, setEditing] = useState(false);
  const range = at && cellRangeBetween(at, anchor);
  const latest = useRef({ ...table, at, anchor, editing });
  latest.current = { ...table, at, anchor, editing };

  const scrolls = useScrolledCell(box, at, editing);

  const moves = useMemo(() => {
    const put = (place: CellPosition, extending: boolean) => {
      const { at: was, anchor: began } = latest.current;
      setEditing(false);
      setAnchor(extending ? (began ?? was) : undefined);
      setAt(place);
    };
    const go = (to: CellPosition, extending: boolean) => {
      const place = clamp(to, latest.current);
      put(place, extending);
      scrolls.current = true;
      return place;
    };
    const edit = (place: CellPosition) => {
      setAt(place);
      setEditing(true);
      scrolls.current = true;
    };
    /** Goes on to the next cell of a row that can be edited, or to the previous one. */
    const editNext = (here: CellPosition, by: 1 | -1) => {
      const { rows, columns, mayEdit } = latest.current;
      const row = rows[here.row];
      for (let column = here.column + by; columns[column]; column += by)
        if (row && mayEdit(row, columns[column] as TableColumn)) return edit({ row: here.row, column });
    };
    return {
      go,
      clear: () => {
        setAt(undefined);
        setAnchor(undefined);
        setEditing(false);
      },
      /** Begins to edit a cell. False: it cannot be edited. */
      begin: (row: WireRow, index: number, column: number): boolean => {
        const target = latest.current.columns[column];
        if (!target || !latest.current.mayEdit(row, target)) return false;
        setAnchor(undefined);
        edit({ row: index, column });
        return true;
      },
      /** Editing has ended: the focus goes back to the table, or on to another cell. */
      end: (how: CellEnd) => {
        const { rows, at: here } = latest.current;
        setEditing(false);
        if (!here) return;
        const row = rows[here.row];
        box.current?.querySelector<HTMLElement>(`[data-row="${row?.id ?? 0}"]`)?.focus({ preventScroll: true });
        if (how === 'next' || how === 'previous') editNext(here, how === 'next' ? 1 : -1);
        else if (how === 'below') latest.current.onGo(go({ row: here.row + 1, column: here.column }, false).row);
      },
      /** The mouse is pressed on a cell. */
      press: (row: number, column: number, extending: boolean) => put({ row, column }, extending),
      /** The mouse is dragged over a cell. */
      cross: (row: number, column: number) => {
        const { at: was, anchor: began, editing: isEditing } = latest.current;
        if (!was || isEditing) return;
        window.getSelection()?.removeAllRanges();
        setAnchor(began ?? was);
        setAt({ row, column });
      },
    };
  }, [box, scrolls]);
  return { at, range, editing, moves };
}
