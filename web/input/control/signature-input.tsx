import { Button, Input } from 'antd';
import { type PointerEvent, useRef, useState } from 'react';
import type { Signature } from '#kernel/kind/signature.ts';
import { signatureBoxSize } from '#kernel/lifecycle/move-evidence-inputs.ts';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { InputProps } from '#web/input/control/input-props.ts';
import { SignatureLines } from '#web/input/control/signature-picture.tsx';
import './bare-fieldset.css';
import './signature.css';

const texts = {
  pad: text('签名区：用手指、触控笔或鼠标书写', 'Signature area: write with a finger, pen or mouse'),
  here: text('在此书写', 'Write here'),
  clear: text('重写', 'Clear'),
  type: text('改为键入姓名', 'Type the name instead'),
  draw: text('改为手写', 'Write by hand instead'),
  name: text('签名人姓名', 'Name of the signer'),
};

/** Points closer than this to the last one, in units of the box, add nothing to a line. */
const nearest = 4;

const { width, height } = signatureBoxSize;

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)));

/** The lines drawn so far; a finished line is handed on. */
function useDrawing(strokes: readonly number[][], onDrawn: (strokes: number[][]) => void) {
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

/** A signature drawn by hand. People who cannot draw type their name, which has the same effect. */
export default function SignatureInput(props: InputProps) {
  const { id, value, onChange, onBlur, disabled = false, invalid, describedBy } = props;
  const t = useText();
  const { strokes = [], name } = (value ?? {}) as Signature;
  const [typing, setTyping] = useState(name !== undefined);
  const { shown, handlers } = useDrawing(strokes, (drawn) => onChange({ strokes: drawn }));
  const change = (typed: boolean) => {
    setTyping(typed);
    onChange(null);
  };
  return (
    <fieldset
      className="xj-bare-fieldset xj-signature-input"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      onBlur={onBlur}
    >
      {typing ? (
        <Input
          id={id}
          aria-label={t(texts.name)}
          placeholder={t(texts.name)}
          autoComplete="off"
          maxLength={60}
          disabled={disabled}
          value={name ?? ''}
          {...(invalid ? { status: 'error' } : {})}
          onChange={({ target }) => onChange(target.value === '' ? null : { name: target.value })}
        />
      ) : (
        <svg
          className="xj-signature-pad"
          data-invalid={invalid || undefined}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={t(texts.pad)}
          {...(disabled ? {} : handlers)}
        >
          <line x1="60" y1={height - 60} x2={width - 60} y2={height - 60} className="xj-signature-base" />
          {shown.length === 0 && (
            <text x={width / 2} y={height / 2} textAnchor="middle">
              {t(texts.here)}
            </text>
          )}
          <SignatureLines strokes={shown} />
        </svg>
      )}
      <div className="xj-signature-ways">
        {!typing && (
          <Button disabled={disabled || strokes.length === 0} onClick={() => onChange(null)}>
            {t(texts.clear)}
          </Button>
        )}
        <Button {...(typing ? {} : { id })} type="link" disabled={disabled} onClick={() => change(!typing)}>
          {t(typing ? texts.draw : texts.type)}
        </Button>
      </div>
    </fieldset>
  );
}
