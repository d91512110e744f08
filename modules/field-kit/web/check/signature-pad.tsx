import { type PointerEvent, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';

const texts = {
  pad: text('{name}：用手指签名', '{name}: sign with a finger'),
  clear: text('重写', 'Clear'),
} as const;

export type Strokes = readonly (readonly number[])[];

/** Box of the platform's signatures. */
const box = { width: 900, height: 300 };
/** Points closer than this to the last one add nothing to a line. */
const nearest = 4;

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)));

/** Path of a line; a single point becomes a dot. */
const pathOf = (line: readonly number[]): string => {
  const points = line.flatMap((x, at) => (at % 2 === 0 ? [`${x} ${line[at + 1]}`] : []));
  return `M${points.join('L')}${points.length === 1 ? 'h0' : ''}`;
};

/** Takes a signature by finger, as lines. */
export function SignaturePad({
  label,
  strokes,
  onChange,
}: {
  label: string;
  strokes: Strokes;
  onChange(strokes: Strokes): void;
}) {
  const t = useText();
  const drawing = useRef<number[]>([]);
  const [line, setLine] = useState<readonly number[]>([]);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const area = currentTarget.getBoundingClientRect();
    const x = clamp(((clientX - area.left) / area.width) * box.width, box.width);
    const y = clamp(((clientY - area.top) / area.height) * box.height, box.height);
    const { current } = drawing;
    const far = Math.abs(x - (current.at(-2) ?? -box.width)) + Math.abs(y - (current.at(-1) ?? -box.height)) >= nearest;
    if (far) drawing.current = [...current, x, y];
    setLine(drawing.current);
  };
  const end = () => {
    if (drawing.current.length > 0) onChange([...strokes, drawing.current]);
    drawing.current = [];
    setLine([]);
  };
  const shown = line.length > 0 ? [...strokes, line] : strokes;
  return (
    <div className="xj-kit-pad">
      <svg
        viewBox={`0 0 ${box.width} ${box.height}`}
        role="img"
        aria-label={t(texts.pad, { name: label })}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (drawing.current.length > 0) follow(event);
        }}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line x1="60" y1={box.height - 60} x2={box.width - 60} y2={box.height - 60} />
        <path d={shown.map(pathOf).join('')} />
      </svg>
      <button type="button" className="xj-button" disabled={strokes.length === 0} onClick={() => onChange([])}>
        {t(texts.clear)}
      </button>
    </div>
  );
}
