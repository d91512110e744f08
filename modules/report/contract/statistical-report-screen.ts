import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Every declared measure, grouped as chosen, for resources the caller may list and over the rows they see. */
export const statisticalReportScreen = {
  name: 'report',
  label: text('统计报表', 'Reports'),
  icon: 'bar-chart',
} as const satisfies Screen;
