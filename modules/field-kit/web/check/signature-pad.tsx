import { signatureBoxSize } from '#kernel/lifecycle/signature-drawing-box-size.ts';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { SignatureLines } from '#web/input/control/drawn-signature-picture.tsx';
import { type Strokes, useSignatureStrokes } from '#web/input/control/use-signature-strokes.ts';

const texts = {
  pad: text('{name}：用手指签名', '{name}: sign with a finger'),
  clear: text('重写', 'Clear'),
} as const;

const { width, height } = signatureBoxSize;

interface SignaturePadProps {
  readonly label: string;
  readonly strokes: Strokes;
  onChange(strokes: Strokes): void;
}

/** Takes a signature by finger, as lines. */
export function SignaturePad({ label, strokes, onChange }: SignaturePadProps) {
  const t = useText();
  const { shown, handlers } = useSignatureStrokes(strokes, onChange);
  return (
    <div className="xj-kit-pad">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t(texts.pad, { name: label })} {...handlers}>
        <line x1="60" y1={height - 60} x2={width - 60} y2={height - 60} />
        <SignatureLines strokes={shown} />
      </svg>
      <button type="button" className="xj-button" disabled={strokes.length === 0} onClick={() => onChange([])}>
        {t(texts.clear)}
      </button>
    </div>
  );
}
