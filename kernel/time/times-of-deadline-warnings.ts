import { endsAtInstant, secondsOf, type TimeUnit } from './deadline.ts';
import { addDays, toShanghaiDate, toTime } from './shanghai-time.ts';
import type { WorkingCalendar } from './working-calendar.ts';

/** When people are warned of a deadline: so many units of its limit before the end, or after it if negative. */
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

/** One warning of a deadline. */
export interface DeadlineWarning {
  /** Unix seconds. */
  readonly at: number;
  readonly fact: 'due_soon' | 'overdue';
  /** The units left; negative if it is overdue. */
  readonly left: number;
}

/** A warning one minute ahead would help nobody: limits in minutes are warned of in steps of five. */
const minutesPerStep = 5;

/** The time at which offices open. Warnings on a day are sent then. */
const opening = 'T09:00:00+08:00';

/**
 * The warnings of a deadline in order of time. They are counted in the unit of the limit: workdays for a limit in
 * workdays, hours for one in hours, five minutes for one in minutes, calendar days for all others. A warning right after the end is always included.
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
    const at = endsAtInstant(unit)
      ? end - secondsOf(unit, left * (unit === 'minute' ? minutesPerStep : 1))
      : toTime(`${dayAt(unit, due, left, calendar)}${opening}`) / 1000;
    // For a limit in hours, the last hour is its end.
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
