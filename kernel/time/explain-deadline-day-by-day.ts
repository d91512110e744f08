import {
  type ComputedDue,
  collectPausedDays,
  computeDue,
  endsAtInstant,
  type Pause,
  type TimeLimit,
} from './deadline.ts';
import { addDays, toShanghaiDate } from './shanghai-time.ts';
import type { WorkingCalendar } from './working-calendar.ts';

/**
 * Why a day between start and end counts or does not. `start`: the day of the event (民法典 Art. 201). `off`: not a
 * workday, if workdays are counted. `paused`: the clock was paused. `passed`: the limit had ended, but on a day off, so
 * that it moves on; `reached`: the workday to which it moves (民法典 Art. 203).
 */
export type WhyDayCounts = 'start' | 'counted' | 'off' | 'paused' | 'passed' | 'reached';

export interface ExplainedDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly why: WhyDayCounts;
  /** Its number among the counted days, from 1. */
  readonly nth?: number;
}

/** The end of a limit, with the days that lead to it. Limits in hours or minutes have none. */
export interface ExplainedDeadline extends ComputedDue {
  readonly days: readonly ExplainedDay[];
}

/** Computes the end of a limit as `computeDue` does, and explains each day from the start to the end. */
export function explainDeadlineDayByDay(
  rule: TimeLimit,
  startIso: string,
  calendar: WorkingCalendar,
  paused: readonly Pause[] = [],
): ExplainedDeadline {
  const found = computeDue(rule, startIso, calendar, paused);
  if (endsAtInstant(rule.unit)) return { ...found, days: [] };
  const pausedDays = collectPausedDays(paused);
  const start = toShanghaiDate(startIso);
  const end = toShanghaiDate(found.due);
  const over = toShanghaiDate(computeDue({ ...rule, roll: 'none' }, startIso, calendar, paused).due);
  const days: ExplainedDay[] = [];
  let nth = 0;
  for (let date = start; date <= end; date = addDays(date, 1)) {
    const why = reasonOf(date);
    if (why === 'counted') nth += 1;
    days.push(why === 'counted' ? { date, why, nth } : { date, why });
  }
  return { ...found, days };

  function reasonOf(date: string): WhyDayCounts {
    if (date === start && (rule.startNextDay || rule.amount === 0)) return 'start';
    if (date > over) return date === end ? 'reached' : pausedDays.has(date) ? 'paused' : 'passed';
    if (pausedDays.has(date)) return 'paused';
    return rule.unit === 'workingDay' && !calendar.isWorkday(date) ? 'off' : 'counted';
  }
}
