import { type ButtonHTMLAttributes, createContext, useContext } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = { handle: text('拖动排序', 'Drag to sort') };

export interface DragHandleOfRow {
  setNode: (element: HTMLElement | null) => void;
  props: ButtonHTMLAttributes<HTMLButtonElement>;
}

/** Connects a handle with its row; undefined while rows cannot be dragged. */
export const DragHandleContext = createContext<DragHandleOfRow | undefined>(undefined);

/** The handle by which a row is dragged, with pointer or keyboard. */
export function DragHandle() {
  const grip = useContext(DragHandleContext);
  if (!grip) return null;
  return (
    <button
      {...grip.props}
      ref={grip.setNode}
      type="button"
      className="xj-drag-handle"
      aria-label={translate(texts.handle)}
    >
      <span aria-hidden="true">⋮⋮</span>
    </button>
  );
}
