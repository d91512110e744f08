import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { restrictToVerticalAxis } from '@dnd-kit/modifiers';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type CSSProperties, type HTMLAttributes, type ReactNode, useMemo } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { refusedNavigationAndRowDragTexts } from '#web/tab/refused-navigation-and-row-drag-texts.ts';
import { DragHandleContext, type DragHandleOfRow } from '#web/table/list/drag-handle.tsx';
import type { TableRowElement } from './list-table-row.tsx';

const texts = {
  role: text('可拖动排序', 'sortable by dragging'),
  how: text(
    '按空格键拿起这一行，用上下方向键移动，再按空格键放下，按 Esc 取消。',
    'Press Space to pick up this row, arrow keys to move it, Space to drop it, Esc to cancel.',
  ),
  picked: text('已拿起第 {n} 行', 'Picked up row {n}'),
  over: text('移到第 {n} 行', 'Moved to row {n}'),
  put: text('放在第 {n} 行', 'Dropped at row {n}'),
  back: text('已取消移动', 'Move cancelled'),
};

/** Announcements for screen readers, with the positions of the rows. */
function announcementsOf(rows: readonly WireRow[]): Announcements {
  const place = (message: Text, id: UniqueIdentifier | undefined) =>
    translate(message, { n: rows.findIndex((row) => row.id === id) + 1 });
  return {
    onDragStart: ({ active }) => place(texts.picked, active.id),
    onDragOver: ({ over }) => place(texts.over, over?.id),
    onDragEnd: ({ over }) => place(texts.put, over?.id),
    onDragCancel: () => translate(texts.back),
  };
}

interface DragRowsProps {
  /** The visible rows in order. */
  readonly rows: readonly WireRow[];
  /** For a tree: the parent field. Rows change places only below the same parent. */
  readonly pid: string | undefined;
  onSwap(moved: WireRow, target: WireRow): void;
  /** Renders the table with the element for its rows. */
  readonly children: (row: TableRowElement) => ReactNode;
}

/** Lets the rows of a table be reordered, by pointer or keyboard. */
export default function ReorderableRows({ rows: all, pid, onSwap, children }: DragRowsProps) {
  const accessibility = useMemo(
    () => ({ announcements: announcementsOf(all), screenReaderInstructions: { draggable: translate(texts.how) } }),
    [all],
  );
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const moved = all.find((row) => row.id === active.id);
    const target = all.find((row) => row.id === over.id);
    if (!moved || !target) return;
    if (pid && (moved[pid] ?? 0) !== (target[pid] ?? 0)) {
      toast.error(translate(refusedNavigationAndRowDragTexts.beyondRange));
      return;
    }
    onSwap(moved, target);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis]}
      accessibility={accessibility}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={all.map((row) => row.id)} strategy={verticalListSortingStrategy}>
        {children(DragRow)}
      </SortableContext>
    </DndContext>
  );
}

type RowProps = HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: string | number };

function DragRow({ style, ...props }: RowProps) {
  const id = Number(props['data-row-key']);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: translate(texts.role) },
  });
  const grip = useMemo<DragHandleOfRow>(
    () => ({ setNode: setActivatorNodeRef, props: { ...attributes, ...listeners } }),
    [setActivatorNodeRef, attributes, listeners],
  );
  const moved: CSSProperties = {
    ...style,
    transform: CSS.Translate.toString(transform),
    transition: transition ?? 'none',
    ...(isDragging ? { position: 'relative', zIndex: 5, opacity: 0.9 } : {}),
  };
  return (
    <DragHandleContext value={grip}>
      <tr {...props} ref={setNodeRef} style={moved} />
    </DragHandleContext>
  );
}
