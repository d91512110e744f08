import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { isCellEditable } from '#web/table/edit/cell-edit-mode.ts';
import { useKeyboardToSelectEditCopyAndPasteCells } from '#web/table/edit/use-keyboard-to-select-edit-copy-and-paste-table-cells.ts';
import type { ListTableProps } from '#web/table/list/list-table-props.ts';
import type { TableLinesAndColumnWidths } from '#web/table/list/use-table-lines-and-column-widths.ts';

/** Cell selection of a table by keyboard and pointer, and its active row, which is scrolled into view. */
export function useCellSelectionAndActiveRow(
  props: ListTableProps,
  layout: TableLinesAndColumnWidths,
  box: RefObject<HTMLDivElement | null>,
) {
  const { resource, activeId, query, onPaste } = props;
  const { lines, columns, height } = layout;
  const goTo = useRef<(index: number) => void>(() => undefined);
  const cells = useKeyboardToSelectEditCopyAndPasteCells({
    rows: lines,
    columns,
    box,
    mayEdit: (row, column) => isCellEditable(resource, row, column.name, column.field),
    onGo: (index) => goTo.current(index),
    onPaste:
      onPaste &&
      ((pasted) =>
        onPaste(
          pasted,
          columns.map(({ name }) => name),
        )),
  });
  const { clear } = cells.moves;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query shows other cells
  useEffect(clear, [query, clear]);

  const reveal = useCallback(
    (index: number) => {
      const element = box.current;
      if (!element || index < 0) return;
      const y = index * height;
      const head = element.querySelector('thead')?.clientHeight ?? 0;
      if (y < element.scrollTop) element.scrollTop = y;
      else if (y + height + head > element.scrollTop + element.clientHeight)
        element.scrollTop = y + height + head - element.clientHeight;
    },
    [height, box],
  );
  const activeAt = useMemo(
    // Rows not loaded yet have no id: without an active row none of them matches.
    () => (activeId === undefined ? -1 : lines.findIndex((row) => row?.id === activeId)),
    [lines, activeId],
  );
  useLayoutEffect(() => reveal(activeAt), [reveal, activeAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [query]);
  goTo.current = (index) => {
    const row = lines[index];
    if (!row) return;
    reveal(index);
    props.onActive(row);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-row="${row.id}"]`)?.focus({ preventScroll: true }),
    );
  };
  return { cells, activeAt };
}
