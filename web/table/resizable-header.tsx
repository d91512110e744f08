import type { KeyboardEvent, PointerEvent, ThHTMLAttributes } from 'react';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import { narrowest, widest } from '#web/table/column-settings.ts';

const words = { width: text('列宽', 'Column width') };

/** One press of an arrow key, in px. */
const keyStep = 16;

export interface ResizableHeaderProps extends ThHTMLAttributes<HTMLTableCellElement> {
  columnWidth?: number;
  /** `done` once, when the change is to be kept. */
  onColumnResize?: (width: number, done: boolean) => void;
}

const within = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)));

/** A head cell whose edge is dragged, or moved by arrow keys, to make the column wider. */
export function ResizableHeader({ columnWidth, onColumnResize, children, ...rest }: ResizableHeaderProps) {
  if (!onColumnResize || columnWidth === undefined) return <th {...rest}>{children}</th>;
  const drag = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const start = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onColumnResize(within(columnWidth + moved.clientX - start), false);
    const stop = (last: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      onColumnResize(within(columnWidth + last.clientX - start), true);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', stop, { once: true });
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? keyStep : event.key === 'ArrowLeft' ? -keyStep : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onColumnResize(within(columnWidth + by), true);
  };
  return (
    <th {...rest}>
      {children}
      {/* A separator that takes the keyboard is a control (ARIA 1.2, separator). */}
      <hr
        className="xj-column-edge"
        aria-orientation="vertical"
        aria-label={speak(words.width)}
        aria-valuemin={narrowest}
        aria-valuemax={widest}
        aria-valuenow={columnWidth}
        tabIndex={0}
        onPointerDown={drag}
        onKeyDown={press}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  );
}
