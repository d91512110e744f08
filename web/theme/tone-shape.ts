import type { OfficeLevel } from '#kernel/declaration/lifecycle.ts';
import type { Tone } from '#kernel/declaration/option.ts';

/** The drawing of a mark in a box of ten by ten: a line, or filled. */
export interface ToneShape {
  readonly path: string;
  readonly line: boolean;
}

/** A shape for every tone, so that a state is never told by colour alone. */
const shapes: Readonly<Record<Tone, string>> = {
  neutral: 'M5 1.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z',
  progress: 'M5 1a4 4 0 1 1-4 4h4z',
  good: 'M1.2 5.2 4 8l5-6',
  warning: 'M5 1 9.3 8.8H.7z',
  bad: 'M1.5 1.5h7v7h-7z',
  muted: 'M1.5 5h7',
};

/** What is under way is a quarter done, or half where the prefecture has it: states of one tone differ as well. */
const halfWay = 'M5 1a4 4 0 1 1 0 8z';

const outlined: ReadonlySet<Tone> = new Set(['neutral', 'good', 'muted']);

/** The shape of a tone; `desk` is that of a state, where it is somebody's step. */
export const toneShape = (tone: Tone, level?: OfficeLevel): ToneShape => ({
  path: tone === 'progress' && level === 2 ? halfWay : shapes[tone],
  line: outlined.has(tone),
});

/** How a shape is drawn in the colour of the text around it, as attributes of its path. */
export const drawnShape = ({ path, line }: ToneShape) => ({
  d: path,
  fill: line ? 'none' : 'currentColor',
  stroke: line ? 'currentColor' : 'none',
});
