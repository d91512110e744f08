import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Signature } from '#kernel/kind/signature.ts';
import { signatureBoxSize } from '#kernel/lifecycle/signature-drawing-box-size.ts';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { useSignatureStrokes } from '#web/input/control/use-signature-strokes.ts';
import { SignatureLines } from './drawn-signature-picture.tsx';
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

const { width, height } = signatureBoxSize;

/** A signature drawn by hand. People who cannot draw type their name, which has the same effect. */
export default function SignatureInput(props: FieldInputProps) {
  const { id, value, onChange, onBlur, disabled = false, invalid, describedBy } = props;
  const t = useText();
  const { strokes = [], name } = (value ?? {}) as Signature;
  const [typing, setTyping] = useState(name !== undefined);
  const { shown, handlers } = useSignatureStrokes(strokes, (drawn) => onChange({ strokes: drawn }));
  const changed = useRef(false);
  const change = (typed: boolean) => {
    changed.current = true;
    setTyping(typed);
    onChange(null);
  };
  // who chose to type goes on typing: the name stands before the button
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the way is changed
  useEffect(() => {
    if (changed.current) document.getElementById(id)?.focus();
    changed.current = false;
  }, [typing]);
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
          // who draws stays in the form, so that its keys (Ctrl+Enter) are heard
          tabIndex={-1}
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
