import { module_ } from '#kernel/module.ts';
import { text } from '#kernel/text.ts';

/** Products, templates and the itineraries of teams (domain reference §2.C–2.E). */
export const travelModule = module_({
  name: 'travel',
  label: text('旅游团队', 'Tours'),
  icon: 'compass',
  weigh: 88,
  entries: [],
});
