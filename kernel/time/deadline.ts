/**
 * Computes deadlines. A time limit is data: a rule with its version, its article and the dates it was in force. The
 * version in force when the matter was filed applies, however the law changes later.
 */

import type { Text } from '#kernel/text/text.ts';
import { addDays, addMonths, endOfDay, toShanghaiDate, toShanghaiIso, toTime } from '#kernel/time/shanghai-time.ts';
import { countWorkdays, nextWorkday, type WorkingCalendar } from '#kernel/time/working-calendar.ts';

export type TimeUnit = 'workingDay' | 'day' | 'month' | 'year' | 'hour' | 'minute';

/** Seconds of the units that are counted from one instant to another, whatever day it is. */
const secondsOfUnit: Readonly<Partial<Record<TimeUnit, number>>> = { hour: 3600, minute: 60 };

/** Whether a limit ends at an instant, and not with a day: one in hours or minutes. */
export const endsAtInstant = (unit: string): unit is 'hour' | 'minute' => Object.hasOwn(secondsOfUnit, unit);

/** Seconds of so many hours or minutes. */
export const secondsOf = (unit: 'hour' | 'minute', amount: number): number => amount * (secondsOfUnit[unit] ?? 0);

/** A time limit: its length, and how it is counted. */
export interface TimeLimit {
  readonly unit: TimeUnit;
  readonly amount: number;
  /** Whether the end moves to the next workday if the last day is not one. Limits in hours or minutes never move. */
  readonly roll: 'nextWorkday' | 'none';
  /** Whether counting begins on the day after the event (民法典 Art. 201). */
  readonly startNextDay: boolean;
}

export interface DeadlineRule extends TimeLimit {
  readonly code: string;
  readonly version: number;
  /** The article of the law that sets the limit. */
  readonly article: Text;
  /**
   * The first and (`validTo`) the last day on which a matter must be filed for this version to apply, YYYY-MM-DD. Null:
   * it is still in force.
   */
  readonly validFrom: string;
  readonly validTo: string | null;
}

/**
 * A pause of a time limit: from the day on which it stopped (for limits in hours or minutes, the instant) up to, but not
 * including, the day on which it resumed. For a pause that still lasts, pass the current moment as its end.
 */
export interface Pause {
  readonly from: string;
  readonly to: string;
}

export interface ComputedDue {
  /** The last second of the last day in Asia/Shanghai: 2026-09-21T23:59:59+08:00. Limits in hours or minutes end at any second. */
  readonly due: string;
  /** Whether the end is an estimate (暂估), because it depends on a year whose holidays have not been announced. */
  readonly estimated: boolean;
}

/**
 * The version of a rule that applies to a matter filed on this date (ISO 8601 instant or YYYY-MM-DD). Undefined: there
 * is none.
 */
export function deadlineRuleInForceOn<R extends DeadlineRule>(
  rules: Iterable<R>,
  code: string,
  filingDate: string,
): R | undefined {
  const filed = toShanghaiDate(filingDate);
  let found: R | undefined;
  for (const rule of rules) {
    if (rule.code !== code || filed < rule.validFrom || (rule.validTo !== null && filed > rule.validTo)) continue;
    if (!found || rule.version > found.version) found = rule;
  }
  return found;
}

/**
 * Computes when a limit ends that starts at an instant (ISO 8601 or YYYY-MM-DD). Throws a RangeError if its length is
 * not a whole number.
 */
export function computeDue(
  rule: TimeLimit,
  startIso: string,
  calendar: WorkingCalendar,
  paused: readonly Pause[] = [],
): ComputedDue {
  if (!Number.isInteger(rule.amount) || rule.amount < 0) {
    throw new RangeError(`a limit is a whole number of ${rule.unit}s, not ${rule.amount}`);
  }
  if (endsAtInstant(rule.unit)) return computeInstant(rule.unit, rule.amount, startIso, paused);

  const pausedDays = collectPausedDays(paused);
  const start = toShanghaiDate(startIso);
  const last = findLastDay(rule, start, calendar, pausedDays);
  const day = rule.roll === 'nextWorkday' ? rollOn(last, calendar, pausedDays) : last;
  return { due: endOfDay(day), estimated: isEstimated(rule, start, last, day, calendar) };
}

/**
 * The number of workdays after today, up to and including the due day: 0 on the due day, negative if it has passed.
 * `now` and `due` are ISO 8601 instants or YYYY-MM-DD.
 */
export function workingDaysLeft(calendar: WorkingCalendar, now: string, due: string): number {
  return countWorkdays(calendar, toShanghaiDate(now), toShanghaiDate(due));
}

/** The days (YYYY-MM-DD) of all pauses, each once. */
export function collectPausedDays(paused: readonly Pause[]): ReadonlySet<string> {
  const days = new Set<string>();
  for (const { from, to } of paused) {
    const end = toShanghaiDate(to);
    for (let day = toShanghaiDate(from); day < end; day = addDays(day, 1)) days.add(day);
  }
  return days;
}

function findLastDay(
  rule: TimeLimit,
  start: string,
  calendar: WorkingCalendar,
  pausedDays: ReadonlySet<string>,
): string {
  // The day before the first counted day.
  const eve = rule.startNextDay || rule.amount === 0 ? start : addDays(start, -1);
  if (rule.unit === 'month' || rule.unit === 'year') {
    const end = addMonths(start, rule.unit === 'year' ? rule.amount * 12 : rule.amount);
    // From 1 March, counted, a month ends on 31 March. A date already cut to the end of a short month is not cut again.
    const full = eve === start || end.slice(8) < start.slice(8);
    return addPausedDays(eve, full ? end : addDays(end, -1), pausedDays);
  }
  if (rule.unit === 'day') return addPausedDays(eve, addDays(eve, rule.amount), pausedDays);
  let day = eve;
  for (let left = rule.amount; left > 0; ) {
    day = addDays(day, 1);
    if (calendar.isWorkday(day) && !pausedDays.has(day)) left -= 1;
  }
  return day;
}

/** Moves the end by one day for each paused day after `eve`, including days added by the move. */
function addPausedDays(eve: string, end: string, pausedDays: ReadonlySet<string>): string {
  let last = end;
  for (const day of [...pausedDays].sort()) {
    if (day > eve && day <= last) last = addDays(last, 1);
  }
  return last;
}

function rollOn(day: string, calendar: WorkingCalendar, pausedDays: ReadonlySet<string>): string {
  let next = nextWorkday(calendar, day);
  while (pausedDays.has(next)) next = nextWorkday(calendar, addDays(next, 1));
  return next;
}

/**
 * Whether a limit depends on a year that has not been announced. Limits in workdays depend on every day in between,
 * others only on the days by which they move on.
 */
function isEstimated(rule: TimeLimit, start: string, last: string, day: string, calendar: WorkingCalendar): boolean {
  if (rule.unit !== 'workingDay' && rule.roll === 'none') return false;
  const first = rule.unit === 'workingDay' ? start : last;
  // Years are announced as a whole, so checking both ends and each 1 January in between is enough.
  if (!calendar.isAnnounced(first) || !calendar.isAnnounced(day)) return true;
  for (let year = Number(first.slice(0, 4)) + 1; year < Number(day.slice(0, 4)); year += 1) {
    if (!calendar.isAnnounced(`${year}-01-01`)) return true;
  }
  return false;
}

/** Hours include nights and holidays: only limits in days are extended to a workday (民法典 Art. 203). */
function computeInstant(
  unit: 'hour' | 'minute',
  amount: number,
  startIso: string,
  paused: readonly Pause[],
): ComputedDue {
  const start = toTime(startIso);
  let end = start + secondsOf(unit, amount) * 1000;
  let covered = start;
  const stretches = paused
    .map(({ from, to }) => ({ from: toTime(from), to: toTime(to) }))
    .sort((a, b) => a.from - b.from);
  for (const { from, to } of stretches) {
    const stop = Math.max(from, covered);
    if (stop >= end || to <= stop) continue;
    end += to - stop;
    covered = to;
  }
  return { due: toShanghaiIso(end), estimated: false };
}
