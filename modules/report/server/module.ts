import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { runReportExport } from './export-report-workbook.ts';
import { reportController } from './report-controller.ts';

export const reportServer: ServerModule = {
  name: 'report',
  controllers: () => [reportController],
  jobs: { report: { restarts: true, run: runReportExport } },
};
