import { text } from '#kernel/text/text.ts';

/** The wall board of teams. Other modules with panels on it need nothing else of this one. */
export const travelWallBoard = { name: 'travel', label: text('旅游团队', 'Tours') } as const;
