import { type Sql, sql } from './sql.ts';

/** An interval in SQL, half open as in `kernel/time/half-open-interval-in-unix-seconds.ts`. */
export interface IntervalSql {
  readonly from: Sql;
  readonly to: Sql;
}

/** Whether two intervals overlap; intervals that only touch do not. */
export const intervalsOverlapSql = (a: IntervalSql, b: IntervalSql): Sql =>
  sql`(${a.from} < ${b.to} and ${b.from} < ${a.to})`;

/** Whether an interval contains a moment. */
export const containsMoment = ({ from, to }: IntervalSql, moment: Sql): Sql =>
  sql`(${from} <= ${moment} and ${moment} < ${to})`;

/** The day of a moment in Asia/Shanghai. */
export const shanghaiDaySql = (moment: Sql): Sql => sql`(${moment} at time zone 'Asia/Shanghai')::date`;

/**
 * The last day of an interval in Asia/Shanghai. An interval until 24:00 ends on that day, and none ends before it
 * begins.
 */
export const lastDayOf = ({ from, to }: IntervalSql): Sql =>
  shanghaiDaySql(sql`greatest(${to} - interval '1 second', ${from})`);

/** Whether two intervals share a day in Asia/Shanghai. */
export const shareShanghaiDay = (a: IntervalSql, b: IntervalSql): Sql =>
  sql`(${shanghaiDaySql(a.from)} <= ${lastDayOf(b)} and ${shanghaiDaySql(b.from)} <= ${lastDayOf(a)})`;
