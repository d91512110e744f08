import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { scheduledReportFailed, scheduledReportReady } from '../contract/message-templates.ts';
import { exportStatisticalReportWorkbook } from './export-statistical-report-workbook.ts';
import { endFailedReport, makeScheduledReport } from './make-scheduled-report.ts';
import { queueDueScheduledReports, scheduledReportJob } from './queue-due-scheduled-reports.ts';
import { statisticalReportController } from './statistical-report-controller.ts';
import { reportScheduleWriteHooks } from './validate-report-schedule-and-set-next-time.ts';

export const reportServer: ServerModule = {
  name: 'report',
  messages: [scheduledReportReady, scheduledReportFailed],
  hooks: { 'reports/schedule': reportScheduleWriteHooks },
  controllers: () => [statisticalReportController],
  jobs: {
    report: { restarts: true, run: exportStatisticalReportWorkbook },
    [scheduledReportJob]: { restarts: true, run: makeScheduledReport, clear: endFailedReport },
  },
  scheduled: {
    make_due_reports: {
      label: text('生成到期的定期报表', 'Make scheduled reports that are due'),
      at: '* * * * *',
      async run(engine) {
        const begun = await queueDueScheduledReports(engine);
        if (begun > 0) engine.log.info({ begun }, 'scheduled reports begun');
      },
    },
  },
};
