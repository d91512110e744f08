import type { Board } from '#kernel/module/wall-panel.ts';
import { text } from '#kernel/text/text.ts';

/** The wall whose panels name no board. */
export const mainBoard: Board = { name: 'market', label: text('市场主体', 'Enterprises') };
