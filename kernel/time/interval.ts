/**
 * An interval in unix seconds, half open: intervals that only touch do not overlap, and one that ends at 24:00 ends on
 * that day (`lastDayOf` of the calendar). `server/db/interval-sql.ts` is the same in SQL.
 */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Whether two intervals overlap. */
export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.to && b.from < a.to;

/** Length of the overlap in seconds. */
export const overlapSeconds = (a: Interval, b: Interval): number =>
  Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

/** Whether an interval contains a moment. */
export const containsMoment = ({ from, to }: Interval, moment: number): boolean => from <= moment && moment < to;
