/**
 * A half-open interval in unix seconds: `from` belongs to it, `to` does not. Intervals that only touch do not overlap,
 * and an interval until 24:00 ends on that day (`lastDayOf`). `server/db/interval-overlap-and-shanghai-day-sql.ts` does the same in SQL.
 */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Whether two intervals overlap. */
export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.to && b.from < a.to;

/** The length of the overlap of two intervals, in seconds. */
export const overlapSeconds = (a: Interval, b: Interval): number =>
  Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

/** Whether an interval contains a moment. */
export const containsMoment = ({ from, to }: Interval, moment: number): boolean => from <= moment && moment < to;
