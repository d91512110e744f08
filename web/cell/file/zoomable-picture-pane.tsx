import { type PointerEvent, useCallback, useEffect, useRef } from 'react';
import {
  movePicture,
  type PictureView,
  wholePictureView,
  zoomPictureAt,
} from '#web/cell/file/zoom-and-move-picture.ts';
import './picture-and-pdf-viewer-with-record-comparison.css';

/** Zoom factor of a key, a button or a double click. */
export const zoomStep = 1.5;

interface ZoomPaneProps {
  readonly src: string | undefined;
  readonly alt: string;
  readonly view: PictureView;
  onView(change: (view: PictureView) => PictureView): void;
  onError?(): void;
}

/** A picture that zooms by wheel, pinch or double click, and is dragged while it is larger than its pane. */
export function ZoomPane({ src, alt, view, onView, onError }: ZoomPaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const change = useRef(onView);
  change.current = onView;
  const fromMiddle = useCallback((at: { clientX: number; clientY: number }) => {
    const box = pane.current?.getBoundingClientRect();
    return box
      ? { x: at.clientX - box.left - box.width / 2, y: at.clientY - box.top - box.height / 2 }
      : { x: 0, y: 0 };
  }, []);
  useEffect(() => {
    const element = pane.current;
    // React's listeners are passive and could not prevent the page from scrolling
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = fromMiddle(event);
      change.current((now) => zoomPictureAt(now, Math.exp(-event.deltaY / 400), at));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [fromMiddle]);
  const onMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before || !pane.current) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    const { width, height } = pane.current.getBoundingClientRect();
    if (!other) {
      onView((view) => movePicture(view, now.x - before.x, now.y - before.y, { width, height }));
      return;
    }
    const apart = (one: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y);
    const middle = fromMiddle({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
    onView((view) => zoomPictureAt(view, apart(now) / Math.max(1, apart(before)), middle));
  };
  const lift = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: fingers and wheel only; keys and buttons are the viewer's
    <div
      ref={pane}
      className="xj-zoom"
      data-large={view.scale > 1 || undefined}
      onPointerDown={(event) => {
        pane.current?.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      }}
      onPointerMove={onMove}
      onPointerUp={lift}
      onPointerCancel={lift}
      onDoubleClick={(event) => {
        const at = fromMiddle(event);
        onView((now) => (now.scale > 1 ? { ...wholePictureView, turn: now.turn } : zoomPictureAt(now, 2.5, at)));
      }}
    >
      <img
        src={src}
        alt={alt}
        draggable={false}
        data-sideways={view.turn % 180 !== 0 || undefined}
        style={{ transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turn}deg) scale(${view.scale})` }}
        onError={onError}
      />
    </div>
  );
}
