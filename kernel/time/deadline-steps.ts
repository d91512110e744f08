import { addDays, toShanghaiDate, type WorkingCalendar } from './calendar.ts';
import { collectPausedDays, computeDue, type Due, type Limit, type Pause } from './deadline.ts';

/**
 * Why a day between start and end counts, or does not. `start`: the day something happened (民法典 Art. 201). `off`: no
 * working day, and working days are counted. `paused`: the clock stood still. `passed`: the limit was over on a day off
 * and moves on; `reached`: to this working day (民法典 Art. 203).
 */
export type DayReason = 'start' | 'counted' | 'off' | 'paused' | 'passed' | 'reached';

export interface CountedDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly why: DayReason;
  /** Which one it is of those that count, from 1. */
  readonly nth?: number;
}

/** A limit with the days it consists of; one in hours has none. */
export interface DueSteps extends Due {
  readonly days: readonly CountedDay[];
}

/** {@link computeDue}, told day by day: from the day it starts to the day it ends. */
export function explainDue(
  rule: Limit,
  startIso: string,
  calendar: WorkingCalendar,
  paused: readonly Pause[] = [],
): DueSteps {
  const found = computeDue(rule, startIso, calendar, paused);
  if (rule.unit === 'hour') return { ...found, days: [] };
  const pausedDays = collectPausedDays(paused);
  const start = toShanghaiDate(startIso);
  const end = toShanghaiDate(found.due);
  const over = toShanghaiDate(computeDue({ ...rule, roll: 'none' }, startIso, calendar, paused).due);
  const days: CountedDay[] = [];
  let nth = 0;
  for (let date = start; date <= end; date = addDays(date, 1)) {
    const why = reasonOf(date);
    if (why === 'counted') nth += 1;
    days.push(why === 'counted' ? { date, why, nth } : { date, why });
  }
  return { ...found, days };

  function reasonOf(date: string): DayReason {
    if (date === start && (rule.startNextDay || rule.amount === 0)) return 'start';
    if (date > over) return date === end ? 'reached' : pausedDays.has(date) ? 'paused' : 'passed';
    if (pausedDays.has(date)) return 'paused';
    return rule.unit === 'workingDay' && !calendar.isWorkday(date) ? 'off' : 'counted';
  }
}
