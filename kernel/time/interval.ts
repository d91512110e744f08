/**
 * From a moment until another, in seconds. Half open: what ends when something begins does not meet it, and what ends at
 * 24:00 ends on that day (`lastDayOf` of the calendar). `server/db/interval.ts` says the same in SQL.
 */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Whether two intervals share a moment. */
export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.to && b.from < a.to;

/** Seconds two intervals share. */
export const shared = (a: Interval, b: Interval): number =>
  Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

/** Whether a moment lies in an interval. */
export const holds = ({ from, to }: Interval, moment: number): boolean => from <= moment && moment < to;
