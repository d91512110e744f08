import { type DaySpan, periodOf, spanOf } from '#kernel/module/report-periods.ts';
import type { CalendarPeriod } from '#kernel/resource/statistical-measures-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';

/** What a scheduled report covers: the last whole period before the day on which it is made. */
export const scheduledReportPeriods = {
  day: text('昨日', 'Yesterday'),
  week: text('上周', 'Last week'),
  month: text('上月', 'Last month'),
  quarter: text('上季度', 'Last quarter'),
  year: text('上年', 'Last year'),
} as const satisfies Readonly<Record<CalendarPeriod, unknown>>;

/** When a report is made unless its schedule says otherwise: at six in the morning after its period ended. */
export const usualReportCrontabs: Readonly<Record<keyof typeof scheduledReportPeriods, string>> = {
  day: '0 6 * * *',
  week: '0 6 * * 1',
  month: '0 6 1 * *',
  quarter: '0 6 1 1,4,7,10 *',
  year: '0 6 1 1 *',
};

/** The last whole period before a day (YYYY-MM-DD). */
export function lastWholePeriod(period: CalendarPeriod, today: string): DaySpan {
  const present = spanOf(periodOf(today, period));
  const before = spanOf(periodOf(addDays(present?.from ?? today, -1), period));
  if (!before) throw new Error(`no ${period} before ${today}`);
  return before;
}
