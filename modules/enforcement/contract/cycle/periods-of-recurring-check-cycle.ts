import { addDays, addMonths, daysBetween } from '#kernel/time/shanghai-time.ts';
import type { CheckCyclePeriodUnit } from './recurring-check-period-assignment-and-skip-options.ts';

/** When a cycle repeats. Days are written `2026-11-28`. */
export interface CheckCycleRecurrence {
  readonly unit: CheckCyclePeriodUnit;
  /** Number of units in a period. */
  readonly every: number | null;
  /** The first period begins on this day. */
  readonly starts_on: string;
  readonly ends_on?: string | null;
  /** Months in which checks are made, 1 to 12; the first may be after the last. Null: the whole year. */
  readonly season_from?: number | null;
  readonly season_to?: number | null;
  /** The scheduled day after a day, of a rhythm by crontab. */
  readonly nextDay?: (after: string) => string;
}

/** A period of a cycle, and the days of it on which checks can be made. */
export interface CyclePeriod {
  /** First and last day of the period. */
  readonly from: string;
  readonly to: string;
  /** First and last day within the season. */
  readonly first: string;
  readonly last: string;
}

const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

/** Periods that touch these days, in order; those wholly out of season are left out. At most `most`. */
export function periodsBetween(rhythm: CheckCycleRecurrence, from: string, to: string, most = 400): CyclePeriod[] {
  const periods: CyclePeriod[] = [];
  let begin = rhythm.starts_on;
  for (let n = 1; begin <= to && periods.length < most; n += 1) {
    const next = rhythm.unit === 'cron' ? nextDayOf(rhythm, begin) : addMonths(rhythm.starts_on, n * monthsOf(rhythm));
    const end = earlier(addDays(next, -1), rhythm.ends_on);
    if (end < begin) break;
    const inSeason = end >= from ? withinSeason(rhythm, begin, end) : undefined;
    if (inSeason) periods.push({ from: begin, to: end, ...inSeason });
    if (rhythm.ends_on && next > rhythm.ends_on) break;
    begin = next;
  }
  return periods;
}

/** Periods whose checks are to exist on a day: the one that runs, and one that begins within the days ahead. */
export const duePeriods = (rhythm: CheckCycleRecurrence, day: string, ahead: number): CyclePeriod[] =>
  periodsBetween(rhythm, day, addDays(day, ahead)).filter((one) => one.last >= day);

const monthsOf = ({ unit, every }: CheckCycleRecurrence) => monthsIn[unit as keyof typeof monthsIn] * (every ?? 1);
const earlier = (day: string, other: string | null | undefined) => (other && other < day ? other : day);

function nextDayOf({ nextDay }: CheckCycleRecurrence, begin: string): string {
  const next = nextDay?.(begin);
  if (!next || next <= begin) throw new Error('a rhythm by schedule needs its next day');
  return next;
}

/** The longest run of days of a period that lies in its season, the first if there are several of one length. */
function withinSeason(
  { season_from, season_to }: CheckCycleRecurrence,
  from: string,
  to: string,
): { first: string; last: string } | undefined {
  if (!season_from || !season_to) return { first: from, last: to };
  let best: { first: string; last: string } | undefined;
  for (let year = Number(from.slice(0, 4)) - 1; year <= Number(to.slice(0, 4)); year += 1) {
    const begin = dayOf(year, season_from);
    const end = addDays(dayOf(season_from > season_to ? year + 1 : year, season_to + 1), -1);
    const [first, last] = [begin > from ? begin : from, end < to ? end : to];
    if (first > last) continue;
    if (!best || daysBetween(first, last) > daysBetween(best.first, best.last)) best = { first, last };
  }
  return best;
}

const dayOf = (year: number, month: number) =>
  month > 12 ? `${year + 1}-01-01` : `${year}-${String(month).padStart(2, '0')}-01`;
