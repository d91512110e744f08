import type { ServerModule } from '#server/platform/server-module.ts';
import { reportCalls } from './call-descriptions.ts';
import { reportController } from './controller.ts';
import { runReportExport } from './export.ts';

export const reportServer: ServerModule = {
  name: 'report',
  calls: reportCalls,
  controllers: () => [reportController],
  jobs: { report: { restarts: true, run: runReportExport } },
};
