import { type Text, text } from '#kernel/text.ts';

/** What navigation within the product says (specification §8). */
export const navigationMessages = {
  beyondRange: text('移动位置超出了可移动范围', 'The moving position is beyond the movable range'),
  unknownMenuType: text('无法识别的菜单类型', 'The menu type is unrecognised'),
  intercepted: text('导航被守卫拦截', 'A navigation guard intercepted it'),
  already: text('已经位于目标位置', 'Already at the target'),
} as const satisfies Record<string, Text>;
