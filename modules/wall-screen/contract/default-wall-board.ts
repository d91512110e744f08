import type { WallBoard } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';

/** The board of panels that name none. */
export const defaultWallBoard: WallBoard = { name: 'market', label: text('市场主体', 'Enterprises') };
