import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AnyField } from '#kernel/declaration/field.ts';
import { translate } from '#web/i18n/locale.ts';
import { builderTexts } from './plan/builder-texts.ts';
import { type StopPlace, stopsOfDay, type TourPlan } from './plan/edit-tour-plan.ts';
import { StopCardContent } from './stop-card.tsx';

/** Above the sheet of the form. */
const above = 1200;

interface DragBoardProps {
  readonly plan: TourPlan;
  readonly stopList: AnyField;
  readonly element: { readonly current: HTMLElement | null };
  onMove(from: StopPlace, to: StopPlace): void;
  /** Renders the board with the place where a dragged stop would be dropped. */
  children(target: StopPlace | undefined): ReactNode;
}

const collide: CollisionDetection = (seen) => {
  const inside = pointerWithin(seen);
  return inside.length > 0 ? inside : closestCenter(seen);
};

const placeIn = (data: { current?: Record<string, unknown> | undefined } | undefined): StopPlace | undefined =>
  data?.current?.place as StopPlace | undefined;

/** The place under a dragged stop: after the stops whose middle is above its own. */
function placeUnder(board: HTMLElement | null, { active, over }: DragMoveEvent | DragEndEvent): StopPlace | undefined {
  const day = over?.data.current?.day;
  const box = active.rect.current.translated;
  if (typeof day !== 'number' || !box) return undefined;
  const middle = box.top + box.height / 2;
  const own = placeIn(active.data);
  const cards = [...(board?.querySelectorAll<HTMLElement>(`[data-place^="${day}:"]`) ?? [])].filter(
    ({ dataset }) => dataset.place !== `${day}:-1` && dataset.place !== `${own?.day}:${own?.at}`,
  );
  const before = cards.filter((card) => {
    const { top, height } = card.getBoundingClientRect();
    return top + height / 2 < middle;
  });
  return { day, at: before.length };
}

/** Drag and drop of stops between days, by mouse and touch; keys are handled elsewhere. */
export function StopDragAndDrop({ plan, stopList, element, onMove, children }: DragBoardProps) {
  const [from, setFrom] = useState<StopPlace>();
  const [to, setTo] = useState<StopPlace>();
  const dropAt = useRef<StopPlace>(undefined);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  const dragged = from && stopsOfDay(plan, from.day)[from.at];
  const clear = () => {
    dropAt.current = undefined;
    setFrom(undefined);
    setTo(undefined);
  };
  const accessibility = useMemo(() => {
    const name = String(dragged?.name ?? '') || translate(builderTexts.unnamed);
    const where = () =>
      dropAt.current
        ? translate(builderTexts.over, { day: dropAt.current.day + 1, n: dropAt.current.at + 1 })
        : undefined;
    const announcements: Announcements = {
      onDragStart: () => translate(builderTexts.pickedUp, { name }),
      onDragOver: where,
      onDragEnd: where,
      onDragCancel: () => translate(builderTexts.back),
    };
    return { announcements, screenReaderInstructions: { draggable: translate(builderTexts.keys) } };
  }, [dragged]);

  // the index counts the dragged stop while it stays on its day
  const shown =
    from && to && from.day === to.day
      ? to.at === from.at
        ? undefined
        : { day: to.day, at: to.at < from.at ? to.at : to.at + 1 }
      : to;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collide}
      accessibility={accessibility}
      onDragStart={({ active }) => setFrom(placeIn(active.data))}
      onDragMove={(event) => {
        const next = placeUnder(element.current, event);
        dropAt.current = next;
        setTo((old) => (old?.day === next?.day && old?.at === next?.at ? old : next));
      }}
      onDragEnd={(event) => {
        const place = placeUnder(element.current, event);
        const origin = placeIn(event.active.data);
        clear();
        if (place && origin) onMove(origin, place);
      }}
      onDragCancel={clear}
    >
      {children(shown)}
      {createPortal(
        <DragOverlay dropAnimation={null} zIndex={above}>
          {dragged ? (
            <div className="xj-plan-card" data-lifted>
              <StopCardContent stop={dragged} list={stopList} />
            </div>
          ) : null}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}
