import type { ServerModule } from '#server/platform/server-module.ts';
import { reportApiCallDescriptions } from './call-descriptions.ts';
import { runReportExport } from './export-report-workbook.ts';
import { reportController } from './report-controller.ts';

export const reportServer: ServerModule = {
  name: 'report',
  calls: reportApiCallDescriptions,
  controllers: () => [reportController],
  jobs: { report: { restarts: true, run: runReportExport } },
};
