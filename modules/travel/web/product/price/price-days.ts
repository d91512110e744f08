import { addDays, daysBetween, isDate, weekdayOf } from '#kernel/time/calendar.ts';
import type { ChildRow } from '#web/resource/child-rows.ts';

/** Days that are chosen together, both ends included, in either order. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Most days a range may hold: a year and a leap day; a calendar of prices holds no more. */
export const maxRangeDays = 366;

const ordered = ({ from, to }: DayRange): DayRange => (from <= to ? { from, to } : { from: to, to: from });

/** The days of a range that have a price to be given: on the weekdays chosen (0 is Sunday), and not past. */
export function daysOf(range: DayRange, weekdays: ReadonlySet<number>, today: string): readonly string[] {
  const { from, to } = ordered(range);
  if (!isDate(from) || !isDate(to)) return [];
  const count = Math.min(maxRangeDays, daysBetween(from, to) + 1);
  return Array.from({ length: count }, (_, n) => addDays(from, n)).filter(
    (day) => day >= today && weekdays.has(weekdayOf(day)),
  );
}

const dateOf = (row: ChildRow): string => (typeof row.date === 'string' ? row.date : '');

export const pricesByDay = (rows: readonly ChildRow[]): ReadonlyMap<string, ChildRow> =>
  new Map(rows.map((row) => [dateOf(row), row]));

const byDay = (rows: readonly ChildRow[]): readonly ChildRow[] =>
  rows.toSorted((one, other) => (dateOf(one) < dateOf(other) ? -1 : dateOf(one) > dateOf(other) ? 1 : 0));

/** Gives days what is told of them; what is not told stays. Days without a price get one, in the order of days. */
export function setPrices(
  rows: readonly ChildRow[],
  days: readonly string[],
  values: Readonly<Record<string, unknown>>,
  make: () => ChildRow,
): readonly ChildRow[] {
  const there = pricesByDay(rows);
  const given = new Set(days);
  return byDay([
    ...rows.map((row) => (given.has(dateOf(row)) ? { ...row, ...values } : row)),
    ...days.filter((day) => !there.has(day)).map((day) => ({ ...make(), ...values, date: day })),
  ]);
}

/** Takes the price from days. */
export function clearPrices(rows: readonly ChildRow[], days: readonly string[]): readonly ChildRow[] {
  const gone = new Set(days);
  return rows.filter((row) => !gone.has(dateOf(row)));
}

/** Nobody can book it any more on that day. */
export const isSoldOut = (row: ChildRow): boolean =>
  row.stock !== null && row.stock !== undefined && Number(row.stock) === 0;

/** The day an arrow key leads to. */
export const arrowKeyDays: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};
