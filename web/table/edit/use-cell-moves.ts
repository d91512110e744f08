import { type Dispatch, type RefObject, type SetStateAction, useMemo } from 'react';
import type { Place } from '#web/input/rows/cell-range.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { TableColumn } from '#web/table/columns/table-columns.ts';
import type { CellEnd } from '#web/table/edit/cell-editor.tsx';

export interface CellState {
  readonly rows: readonly (WireRow | undefined)[];
  readonly columns: readonly TableColumn[];
  /** The current cell. */
  readonly at: Place | undefined;
  /** The other end of the selected range, where it has more cells than one. */
  readonly anchor: Place | undefined;
  readonly editing: boolean;
  mayEdit(row: WireRow, column: TableColumn): boolean;
  /** The keyboard went to a cell of this row. */
  onGo(index: number): void;
}

export interface CellMovesOptions {
  readonly box: RefObject<HTMLElement | null>;
  /** The state as it was drawn last. */
  readonly latest: RefObject<CellState>;
  /** Set when the current cell is to be scrolled into view. */
  readonly scrolls: RefObject<boolean>;
  setAt: Dispatch<SetStateAction<Place | undefined>>;
  setAnchor: Dispatch<SetStateAction<Place | undefined>>;
  setEditing: Dispatch<SetStateAction<boolean>>;
}

/** The nearest cell that exists. */
const clamp = (to: Place, { rows, columns }: CellState): Place => ({
  row: Math.min(Math.max(0, to.row), Math.max(0, rows.length - 1)),
  column: Math.min(Math.max(0, to.column), columns.length - 1),
});

/** Moves the current cell, extends the range, and begins and ends editing. The functions stay the same while a table is shown. */
export function useCellMoves({ box, latest, scrolls, setAt, setAnchor, setEditing }: CellMovesOptions) {
  return useMemo(() => {
    const put = (place: Place, extending: boolean) => {
      const { at: was, anchor } = latest.current;
      setEditing(false);
      setAnchor(extending ? (anchor ?? was) : undefined);
      setAt(place);
    };
    const go = (to: Place, extending: boolean) => {
      const place = clamp(to, latest.current);
      put(place, extending);
      scrolls.current = true;
      return place;
    };
    const edit = (place: Place) => {
      setAt(place);
      setEditing(true);
      scrolls.current = true;
    };
    /** Goes on to the next cell of a row that can be edited, or to the previous one. */
    const editNext = (here: Place, by: 1 | -1) => {
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
        const { at: was, anchor, editing } = latest.current;
        if (!was || editing) return;
        window.getSelection()?.removeAllRanges();
        setAnchor(anchor ?? was);
        setAt({ row, column });
      },
    };
  }, [box, latest, scrolls, setAt, setAnchor, setEditing]);
}

export type CellMoves = ReturnType<typeof useCellMoves>;
