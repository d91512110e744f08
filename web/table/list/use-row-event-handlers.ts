import { useMemo, useRef } from 'react';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { useKeyboardToSelectEditCopyAndPasteCells } from '#web/table/edit/use-keyboard-to-select-edit-copy-and-paste-table-cells.ts';
import type { ListRowHandlers } from './list-table-row.tsx';

type Chosen = ReadonlyMap<number, WireRow>;
type Lines = readonly (WireRow | undefined)[];

interface HandledRows {
  /** All rendered rows in order; rows not loaded yet are undefined. */
  readonly lines: Lines;
  readonly selected: Chosen;
  readonly activeId: number | undefined;
  readonly expanded?: readonly number[] | undefined;
  /** Present where cells can be selected and edited. */
  readonly cells?: ReturnType<typeof useKeyboardToSelectEditCopyAndPasteCells>;
  onSelect(rows: Chosen): void;
  onActive(row: WireRow): void;
  onOpen(row: WireRow): void;
  onEdit(row: WireRow): void;
  onExpand?(ids: readonly number[]): void;
}

/** The event handlers of rows as one constant object, so that no row is rendered again because of it. */
export function useRowEventHandlers(given: HandledRows): ListRowHandlers {
  const latest = useRef(given);
  latest.current = given;
  const last = useRef<number>(undefined);
  return useMemo(
    () => ({
      onActive: (row) => {
        if (row.id !== latest.current.activeId) latest.current.onActive(row);
      },
      onOpen: (row) => latest.current.onOpen(row),
      onSelect: (row, on, through) => {
        const { selected, lines, onSelect } = latest.current;
        const at = lines.findIndex((one) => one?.id === row.id);
        const from = through ? lines.findIndex((one) => one !== undefined && one.id === last.current) : -1;
        const first = from < 0 ? at : from;
        last.current = row.id;
        onSelect(withRowsSelected(selected, lines.slice(Math.min(first, at), Math.max(first, at) + 1), on));
      },
      onFold: (row) => {
        const { expanded = [], onExpand } = latest.current;
        onExpand?.(expanded.includes(row.id) ? expanded.filter((id) => id !== row.id) : [...expanded, row.id]);
      },
      onPress: (...place) => latest.current.cells?.moves.press(...place),
      onCross: (...place) => latest.current.cells?.moves.cross(...place),
      onBegin: (row, index, column) => {
        if (!latest.current.cells?.moves.begin(row, index, column)) latest.current.onEdit(row);
      },
      onEnd: (how) => latest.current.cells?.moves.end(how),
    }),
    [],
  );
}

/** Adds rows to a selection, or removes them. */
export function withRowsSelected(selected: Chosen, rows: Lines, on: boolean): Chosen {
  const next = new Map(selected);
  for (const row of rows) {
    if (!row) continue;
    if (on) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
}

/** Whether all, some or none of these rows are selected. */
export function selectedShareOf(lines: Lines, selected: Chosen): 'all' | 'some' | 'none' {
  if (selected.size === 0) return 'none';
  const rows = lines.filter((row) => row !== undefined);
  const chosen = rows.filter((row) => selected.has(row.id)).length;
  return chosen === 0 ? 'none' : chosen === rows.length ? 'all' : 'some';
}
