import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** What an officer sees first: greeting, what waits, shortcuts. */
export const workbenchModule = module_({
  name: 'workbench',
  label: text('工作台', 'Workbench'),
  icon: 'dashboard',
  weigh: 110,
  entries: [{ name: 'dashboard', label: text('今日工作', 'Today’s work'), icon: 'dashboard' }],
});
