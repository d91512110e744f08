import type { OfficeLevel } from '#kernel/declaration/lifecycle.ts';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { shapeOfStatusTone, svgAttributesOfShape, type ToneShape } from '#web/theme/shape-of-status-tone.ts';

import './style/cell.css';

/** The shape of a tone in the colour of the surrounding text. `level`: the office whose turn it is in the state. */
export const StatusToneIcon = ({ tone, level }: { tone: Tone; level?: OfficeLevel | undefined }) => (
  <ShapeIcon shape={shapeOfStatusTone(tone, level)} />
);

/** A shape in the given colour, or that of the surrounding text. */
export function ShapeIcon({ shape, color }: { shape: ToneShape; color?: string }) {
  return (
    <svg className="xj-tone-mark" viewBox="0 0 10 10" aria-hidden="true" focusable="false" style={{ color }}>
      <path {...svgAttributesOfShape(shape)} strokeWidth={1.6} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
