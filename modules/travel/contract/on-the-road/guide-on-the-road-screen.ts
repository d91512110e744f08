import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Screen of a guide on a phone: `/user/travel/road`. */
export const guideOnTheRoadScreen = {
  name: 'travel/road',
  label: text('导游工作台', 'Guide workbench'),
  icon: 'compass',
  opensFor: { of: 'crew/guide', by: 'user_id' },
} as const satisfies Screen;
