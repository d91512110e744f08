import { text } from '#kernel/text/text.ts';
import { nextTime, parseCrontab } from '#server/jobs/crontab.ts';
import { type scheduledReportPeriods, usualReportCrontabs } from '../contract/scheduled-report-period.ts';

const texts = {
  invalid: text('生成时间无效：{reason}', 'Invalid schedule: {reason}'),
  often: text('两次之间至少一天', 'At least a day must lie between two times'),
};

/** What a schedule says of when it is made. */
export interface ReportScheduleTimes {
  readonly covers: keyof typeof scheduledReportPeriods;
  readonly cron?: string | null;
}

/** Why a crontab line cannot be used. Undefined: it can. */
export function whyCrontabRefused(
  line: string,
): { readonly text: (typeof texts)['often']; readonly values: { reason: string } } | undefined {
  try {
    const crontab = parseCrontab(line);
    let time = nextTime(crontab, new Date());
    // a month of daily times, so that two on one of its days are found
    for (let n = 0; n < 31; n += 1) {
      const next = nextTime(crontab, time);
      if (next.getTime() - time.getTime() < 86_400_000) return { text: texts.often, values: { reason: '' } };
      time = next;
    }
    return undefined;
  } catch (error) {
    return { text: texts.invalid, values: { reason: error instanceof Error ? error.message : String(error) } };
  }
}

/** The next time after now at which a report is made, in unix seconds. */
export const nextScheduledReportTime = ({ covers, cron }: ReportScheduleTimes): number =>
  Math.floor(nextTime(parseCrontab(cron || usualReportCrontabs[covers]), new Date()).getTime() / 1000);
