import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { nextTime, parseCrontab } from '#server/jobs/crontab.ts';
import type { CheckCycleRecurrence } from '../../contract/cycle/periods-of-recurring-check-cycle.ts';
import type { RecurringCheckCycle } from '../../contract/cycle/recurring-check-cycle.ts';

/** The rhythm of a cycle as periods are counted. Throws an Error if its crontab line is invalid. */
export function recurrenceOfCheckCycle({
  unit,
  every,
  cron,
  starts_on,
  ends_on,
  season_from,
  season_to,
}: Pick<
  RecurringCheckCycle,
  'unit' | 'every' | 'cron' | 'starts_on' | 'ends_on' | 'season_from' | 'season_to'
>): CheckCycleRecurrence {
  const rhythm = {
    unit,
    every: every ?? null,
    starts_on,
    ends_on: ends_on ?? null,
    season_from: season_from ?? null,
    season_to: season_to ?? null,
  };
  if (unit !== 'cron') return rhythm;
  const crontab = parseCrontab(cron ?? '');
  return {
    ...rhythm,
    // several times on one day are one period
    nextDay: (after) => toShanghaiDate(nextTime(crontab, new Date(`${after}T23:59:59+08:00`)).toISOString()),
  };
}
