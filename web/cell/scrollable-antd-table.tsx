import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import './style/cell.css';

const texts = { scrollable: text('可左右滚动的表格', 'Horizontally scrollable table') };

/** A table that scrolls sideways within its box; the box takes the focus while it is wider than its place. */
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

/** The `components` of an antd table that may be wider than its place, instead of its `scroll`. */
export const scrollableAntdTableComponents = { table: ScrollableTable } as const;
