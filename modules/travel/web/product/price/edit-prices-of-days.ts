import { addDays, daysBetween, isDate, weekdayOf } from '#kernel/time/shanghai-time.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';

/** A range of days, both ends included, in either order. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Longest range of days: a leap year. */
export const maxRangeDays = 366;

const ordered = ({ from, to }: DayRange): DayRange => (from <= to ? { from, to } : { from: to, to: from });

/** Days of a range to set a price on: on the given weekdays (0 is Sunday), and not in the past. */
export function futureDaysOfRange(range: DayRange, weekdays: ReadonlySet<number>, today: string): readonly string[] {
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

/** Sets given values on days, keeping others; days without a price get a row, in order of date. */
export function setPricesOfDays(
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

/** Removes the prices of days. */
export function clearPricesOfDays(rows: readonly ChildRow[], days: readonly string[]): readonly ChildRow[] {
  const gone = new Set(days);
  return rows.filter((row) => !gone.has(dateOf(row)));
}

/** Whether a day has no places left. */
export const isSoldOut = (row: ChildRow): boolean =>
  row.stock !== null && row.stock !== undefined && Number(row.stock) === 0;

/** Days an arrow key moves by. */
export const arrowKeyDays: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};
