import { type Text, text } from '#kernel/text/text.ts';

/** Texts for navigation within the product, and drags of table rows, that go nowhere (specification §8). */
export const refusedNavigationAndRowDragTexts = {
  beyondRange: text('移动位置超出了可移动范围', 'The moving position is beyond the movable range'),
  unknownMenuType: text(
    '这项菜单设置有误，无法打开，请告知管理员',
    'This menu entry is set up wrongly and cannot be opened; tell the administrator',
  ),
  intercepted: text('还有未保存的内容，没有离开本页', 'There are unsaved changes: you are still on this page'),
  already: text('已经位于目标位置', 'Already at the target'),
} as const satisfies Record<string, Text>;
