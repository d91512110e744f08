import type { OfficeLevel } from '#kernel/declaration/lifecycle.ts';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';

/** The drawing of a mark in a box of ten by ten: outlined or filled. */
export interface ToneShape {
  readonly path: string;
  readonly line: boolean;
}

/** A shape for every tone, so that a state is never shown by colour alone. */
const shapes: Readonly<Record<Tone, string>> = {
  neutral: 'M5 1.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z',
  progress: 'M5 1a4 4 0 1 1-4 4h4z',
  good: 'M1.2 5.2 4 8l5-6',
  warning: 'M5 1 9.3 8.8H.7z',
  bad: 'M1.5 1.5h7v7h-7z',
  muted: 'M1.5 5h7',
};

/** A quarter circle for work in progress, half a circle at the prefecture: states of one tone differ as well. */
const halfWay = 'M5 1a4 4 0 1 1 0 8z';

const outlined: ReadonlySet<Tone> = new Set(['neutral', 'good', 'muted']);

/** The shape of a tone; `level` is the office level that handles the state. */
export const shapeOfStatusTone = (tone: Tone, level?: OfficeLevel): ToneShape => ({
  path: tone === 'progress' && level === 2 ? halfWay : shapes[tone],
  line: outlined.has(tone),
});

/** SVG attributes that draw a shape in the current colour. */
export const svgAttributesOfShape = ({ path, line }: ToneShape) => ({
  d: path,
  fill: line ? 'none' : 'currentColor',
  stroke: line ? 'currentColor' : 'none',
});
