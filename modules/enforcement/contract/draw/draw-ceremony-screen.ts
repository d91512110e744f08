import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** The screen of a draw for the hall, opened from the page of the draw: `?id=…`. */
export const drawCeremonyScreen = {
  name: 'enforcement/ceremony',
  label: text('抽取现场', 'Draw in the hall'),
  unlisted: true,
} as const satisfies Screen;
