import { startTransition, type UIEvent, useEffect, useState } from 'react';
import type { ListTableProps } from '#web/table/list/list-table-props.ts';
import type { TableLinesAndColumnWidths } from '#web/table/list/use-table-lines-and-column-widths.ts';
import { areRowsInViewRendered, virtualRowWindowAt } from '#web/table/rows/virtual-row-window.ts';

/** The rows to render while a table scrolls; all of them where rows can be dragged. */
export function useVirtualRowWindow(
  { room, height, lines, drags }: TableLinesAndColumnWidths,
  onSight: ListTableProps['onSight'],
) {
  const [top, setTop] = useState(0);
  const shown = drags ? { first: 0, end: lines.length } : virtualRowWindowAt(top, room.height, height, lines.length);
  useEffect(() => onSight?.({ first: shown.first, end: shown.end }), [onSight, shown.first, shown.end]);
  const onScroll = (event: UIEvent<HTMLDivElement>) => {
    const { scrollTop: at, scrollLeft } = event.currentTarget;
    event.currentTarget.toggleAttribute('data-aside', scrollLeft !== 0);
    const next = virtualRowWindowAt(at, room.height, height, lines.length);
    if (next.first === shown.first && next.end === shown.end) return;
    // Rows in view are rendered already: further ones are rendered between frames.
    if (areRowsInViewRendered(shown, at, room.height, height, lines.length)) startTransition(() => setTop(at));
    else setTop(at);
  };
  return { shown, onScroll };
}
