import { text } from '#kernel/text.ts';
import type { Board } from '#kernel/wall-panel.ts';

/** The wall whose panels name no board. */
export const mainBoard: Board = { name: 'market', label: text('市场主体', 'Enterprises') };
