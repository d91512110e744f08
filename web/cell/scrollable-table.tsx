import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import './style/cell.css';

const texts = { scrollable: text('可左右滚动的表格', 'Horizontally scrollable table') };

/** A table in a box of its own, which the keyboard reaches and scrolls while there is more aside than it shows. */
function ScrollableTable({ children, ...props }: ComponentProps<'table'>) {
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const [around, within] = [box.current, table.current];
    if (!around || !within) return undefined;
    const watch = new ResizeObserver(() => setScrolls(around.scrollWidth > around.clientWidth));
    watch.observe(around);
    watch.observe(within);
    return () => watch.disconnect();
  }, []);
  const reached = scrolls ? { tabIndex: 0, role: 'group', 'aria-label': translate(texts.scrollable) } : {};
  return (
    <div ref={box} className="xj-aside-table" {...reached}>
      <table ref={table} {...props}>
        {children}
      </table>
    </div>
  );
}

/** For tables of antd that may be wider than their place, instead of a `scroll` of theirs. */
export const scrollableTableComponents = { table: ScrollableTable } as const;
