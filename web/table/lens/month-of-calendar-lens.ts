import { addDays, isDate, weekdayOf } from '#kernel/time/shanghai-time.ts';

/** Reads a month of an address, `2026-11`; otherwise the month of `today`. */
export function readMonthOfAddress(word: string | null, today: string): string {
  return word !== null && isDate(`${word}-01`) ? word : today.slice(0, 7);
}

/** Adds months to a month. */
export function addMonths(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The whole weeks of a month, from Monday. */
export function monthWeeks(month: string): string[][] {
  const first = `${month}-01`;
  const next = `${addMonths(month, 1)}-01`;
  let day = addDays(first, -((weekdayOf(first) + 6) % 7));
  const weeks: string[][] = [];
  while (day < next) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)));
    day = addDays(day, 7);
  }
  return weeks;
}

/** First and last day of these weeks. */
export function monthRange(month: string): [from: string, to: string] {
  const weeks = monthWeeks(month);
  return [weeks[0]?.[0] ?? `${month}-01`, weeks.at(-1)?.[6] ?? `${month}-28`];
}
