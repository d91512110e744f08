import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { reportSchedule } from './report-schedule.ts';
import { scheduledReportResult } from './scheduled-report-result.ts';
import { statisticalReportScreen } from './statistical-report-screen.ts';

export const reportModule = module_({
  name: 'reports',
  label: text('统计', 'Statistics'),
  icon: 'bar-chart',
  weigh: 95,
  entries: [statisticalReportScreen, reportSchedule, scheduledReportResult],
});
