import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { nextTime, parseCrontab } from '#server/jobs/crontab.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { duePeriods } from '../../contract/cycle/periods-of-recurring-check-cycle.ts';
import type { recurringCheckCycle } from '../../contract/cycle/recurring-check-cycle.ts';
import { recurrenceOfCheckCycle } from './parse-recurrence-of-check-cycle-row.ts';

const texts = {
  order: text('截止日期不得早于首个周期', 'Must not be before the first period'),
  season: text('季节的起止月份须同时填写', 'Enter both months of the season, or none'),
  cron: text('日程无效：{reason}', 'Invalid schedule: {reason}'),
  often: text('两次之间至少七天', 'At least seven days must lie between two times'),
  over: text('该周期已经结束，没有要检查的时间', 'This cycle is over: no time is left for checks'),
};

function checkFields({ before, values, fail }: WriteContext<typeof recurringCheckCycle>): void {
  const now = { ...before, ...values };
  if (now.ends_on && now.starts_on && now.ends_on < now.starts_on) fail('ends_on', texts.order);
  if (Boolean(now.season_from) !== Boolean(now.season_to))
    fail(now.season_from ? 'season_to' : 'season_from', texts.season);
  if (now.unit === 'cron' && now.cron) checkCrontab(now.cron, fail);
}

/** A line that can be read, of which no two times are nearer than a week: a check is no daily affair. */
function checkCrontab(line: string, fail: WriteContext<typeof recurringCheckCycle>['fail']): void {
  try {
    const crontab = parseCrontab(line);
    let time = nextTime(crontab, new Date());
    for (let n = 0; n < 12; n += 1) {
      const next = nextTime(crontab, time);
      if (next.getTime() - time.getTime() < 7 * 86_400_000) {
        fail('cron', texts.often);
        return;
      }
      time = next;
    }
  } catch (error) {
    fail('cron', texts.cron, { reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Hooks of cycles: their rhythm can be counted, and what is switched on has something to do. */
export const recurringCheckCycleWriteHooks: WriteHooks<typeof recurringCheckCycle> = {
  add: checkFields,
  edit: checkFields,
  moves: {
    activate({ before, fail }) {
      if (duePeriods(recurrenceOfCheckCycle(before), shanghaiToday(), 3660).length === 0) fail('ends_on', texts.over);
    },
  },
};
