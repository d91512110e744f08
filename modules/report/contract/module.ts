import { module_, type Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Every declared measure, broken down as one asks: of what one may list, over the rows one sees. */
export const reportScreen = {
  name: 'report',
  label: text('统计报表', 'Reports'),
  icon: 'bar-chart',
} as const satisfies Screen;

export const reportModule = module_({
  name: 'reports',
  label: text('统计', 'Statistics'),
  icon: 'bar-chart',
  weigh: 95,
  entries: [reportScreen],
});
