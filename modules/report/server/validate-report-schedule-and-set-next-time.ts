import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { reportSchedule } from '../contract/report-schedule.ts';
import {
  firstUnreadableResourceOfStandardReport,
  lackingRightsText,
} from './find-resource-unreadable-for-standard-report.ts';
import { queueScheduledReport } from './queue-due-scheduled-reports.ts';
import { nextScheduledReportTime, type ReportScheduleTimes, whyCrontabRefused } from './report-schedule-crontab.ts';

function check({ engine, caller, before, values, fail }: WriteContext<typeof reportSchedule>): void {
  const now = { ...before, ...values };
  if (now.report) {
    const what = firstUnreadableResourceOfStandardReport(engine, caller, now.report);
    if (what !== undefined) fail('report', lackingRightsText, { what });
  }
  const why = now.cron ? whyCrontabRefused(now.cron) : undefined;
  if (why) fail('cron', why.text, why.values);
  else if (now.covers) values.next_at = nextScheduledReportTime(now as ReportScheduleTimes);
}

/** Hooks of scheduled reports: they can be made by whoever schedules them, and at times that can be counted. */
export const reportScheduleWriteHooks: WriteHooks<typeof reportSchedule> = {
  add: check,
  edit: check,
  moves: {
    resume({ before, values }) {
      values.next_at = nextScheduledReportTime(before);
    },
    run({ engine, tx, before, afterStore }) {
      afterStore(() => queueScheduledReport(engine, tx, before));
    },
  },
};
