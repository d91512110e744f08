import type { CalendarPeriod } from '../resource/statistical-measures-of-resource.ts';
import { addDays, addMonths, daysBetween, isDate, weekdayOf } from '../time/shanghai-time.ts';

/** With what a report can be compared: the preceding period of the same length, or the same period a year earlier. */
export const periodComparisons = ['previous', 'year'] as const;

export type PeriodComparison = (typeof periodComparisons)[number];

/** The first and the last day (YYYY-MM-DD in Asia/Shanghai) of a period. */
export interface DaySpan {
  readonly from: string;
  readonly until: string;
}

/** How far a span is moved back. */
export type ComparisonShift = { readonly months: number } | { readonly days: number };

const isMonths = ({ from, until }: DaySpan): boolean => from.endsWith('-01') && addDays(until, 1).endsWith('-01');

const monthsBetween = (from: string, until: string): number =>
  (Number(until.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(until.slice(5, 7)) - Number(from.slice(5, 7));

/**
 * How far the span of comparison lies before a span. Spans of whole months are moved by months, others by days. By
 * weeks, a year is 52 weeks, so that weeks stay whole.
 */
export function comparisonShiftOf(compare: PeriodComparison, span: DaySpan, period?: CalendarPeriod): ComparisonShift {
  if (compare === 'year') return period === 'week' ? { days: 364 } : { months: 12 };
  if (isMonths(span)) return { months: monthsBetween(span.from, addDays(span.until, 1)) };
  return { days: daysBetween(span.from, span.until) + 1 };
}

/** Moves a span back. The last day of a month remains the last day. */
export function shiftBack({ from, until }: DaySpan, shift: ComparisonShift): DaySpan {
  const back = (day: string) => ('months' in shift ? addMonths(day, -shift.months) : addDays(day, -shift.days));
  return { from: back(from), until: addDays(back(addDays(until, 1)), -1) };
}

/** The name of the period that contains a day: `2026-11-22`, `2026-W47`, `2026-11`, `2026-Q4` or `2026`. */
export function periodOf(day: string, period: CalendarPeriod): string {
  if (period === 'day') return day;
  if (period === 'month') return day.slice(0, 7);
  if (period === 'year') return day.slice(0, 4);
  if (period === 'quarter') return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  // A week belongs to the year of its Thursday.
  const thursday = addDays(mondayOf(day), 3);
  const year = thursday.slice(0, 4);
  return `${year}-W${String(Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1).padStart(2, '0')}`;
}

const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));

/** The first and last day of a period, by its name. Undefined: the name is not that of a period. */
export function spanOf(name: string): DaySpan | undefined {
  const [, year = '', sort = '', number = ''] = /^(\d{4})(?:-(Q|W)?(\d{1,2}))?$/.exec(name) ?? [];
  if (isDate(name)) return { from: name, until: name };
  if (!year) return undefined;
  if (!number) return { from: `${year}-01-01`, until: `${year}-12-31` };
  if (sort === 'W') {
    const from = addDays(mondayOf(`${year}-01-04`), (Number(number) - 1) * 7);
    return periodOf(from, 'week') === name ? { from, until: addDays(from, 6) } : undefined;
  }
  const months = sort === 'Q' ? 3 : 1;
  const month = sort === 'Q' ? Number(number) * 3 - 2 : Number(number);
  if (month < 1 || month > 12) return undefined;
  const from = `${year}-${String(month).padStart(2, '0')}-01`;
  return { from, until: addDays(addMonths(from, months), -1) };
}

/** The names of all periods of a span, in order. */
export function periodsOf({ from, until }: DaySpan, period: CalendarPeriod): string[] {
  const names: string[] = [];
  for (let day = from; day <= until; ) {
    const name = periodOf(day, period);
    names.push(name);
    day = addDays(spanOf(name)?.until ?? day, 1);
  }
  return names;
}
