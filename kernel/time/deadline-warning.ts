import { addDays, toShanghaiDate, toTime, type WorkingCalendar } from './calendar.ts';
import type { TimeUnit } from './deadline.ts';

/** When a time rule has its clocks spoken of: so many of its units before the limit ends, or after. */
export const warningOptions = {
  't-15': 15,
  't-7': 7,
  't-5': 5,
  't-3': 3,
  't-1': 1,
  t: 0,
  't+1': -1,
  't+3': -3,
} as const;
export type WarningOption = keyof typeof warningOptions;

/** One thing to be told of a clock. */
export interface DeadlineWarning {
  /** Unix seconds. */
  readonly at: number;
  readonly fact: 'due_soon' | 'overdue';
  /** Units of the limit left; negative: by which it is overdue. */
  readonly left: number;
}

/** Offices open: what is to be told of a day is told then. */
const opening = 'T09:00:00+08:00';

/**
 * What is to be told of a limit, in the order of time: each wish in the unit the limit is counted in (working days back
 * from a limit in working days, calendar days from one in months), and always that it has passed.
 */
export function warningsOf(
  unit: TimeUnit,
  due: string,
  wishes: readonly WarningOption[],
  calendar: WorkingCalendar,
): DeadlineWarning[] {
  const end = Math.floor(toTime(due) / 1000);
  const found: DeadlineWarning[] = [{ at: end + 1, fact: 'overdue', left: 0 }];
  for (const wish of wishes) {
    const left = warningOptions[wish];
    const at = unit === 'hour' ? end - left * 3600 : toTime(`${dayAt(unit, due, left, calendar)}${opening}`) / 1000;
    // the last hour of a limit in hours is its end
    if (left !== 0 || at < end) found.push({ at, fact: at > end ? 'overdue' : 'due_soon', left });
  }
  return found.sort((a, b) => a.at - b.at);
}

function dayAt(unit: TimeUnit, due: string, left: number, calendar: WorkingCalendar): string {
  const day = toShanghaiDate(due);
  if (unit !== 'workingDay') return addDays(day, -left);
  const step = left > 0 ? -1 : 1;
  let found = day;
  for (let n = Math.abs(left); n > 0; ) {
    found = addDays(found, step);
    if (calendar.isWorkday(found)) n -= 1;
  }
  return found;
}
