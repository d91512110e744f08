import { type PointerEvent, useRef, useState } from 'react';
import { signatureBoxSize } from '#kernel/lifecycle/signature-drawing-box-size.ts';

/** Lines of a signature, each as `[x, y, x, y, …]` in the signature box. */
export type Strokes = readonly (readonly number[])[];

/** Points closer than this to the last one, in units of the box, add nothing to a line. */
const nearest = 4;

const { width, height } = signatureBoxSize;

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)));

/**
 * Takes a signature on an `svg` of the signature box: `shown` are the lines drawn so far, `handlers` the properties of the
 * `svg`. A finished line is handed on with those before it.
 */
export function useSignatureStrokes(strokes: Strokes, onDrawn: (strokes: number[][]) => void) {
  const [line, setLine] = useState<readonly number[]>([]);
  const drawing = useRef<number[]>([]);
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    return [
      clamp(((clientX - box.left) / box.width) * width, width),
      clamp(((clientY - box.top) / box.height) * height, height),
    ] as const;
  };
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const [x, y] = pointOf(event);
    const { current } = drawing;
    const far = Math.abs(x - (current.at(-2) ?? -width)) + Math.abs(y - (current.at(-1) ?? -height)) >= nearest;
    if (far) drawing.current = [...current, x, y];
    setLine(drawing.current);
  };
  return {
    shown: line.length > 0 ? [...strokes, line] : strokes,
    handlers: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus({ preventScroll: true });
        follow(event);
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        if (drawing.current.length > 0) follow(event);
      },
      onPointerUp: () => {
        if (drawing.current.length === 0) return;
        onDrawn([...strokes, drawing.current].map((one) => [...one]));
        drawing.current = [];
        setLine([]);
      },
      onPointerCancel: () => {
        drawing.current = [];
        setLine([]);
      },
    },
  };
}
