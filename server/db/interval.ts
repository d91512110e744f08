import { type Sql, sql } from './sql.ts';

/** From a moment until another, as statements name them: half open, as `kernel/time/interval.ts` says. */
export interface IntervalSql {
  readonly from: Sql;
  readonly to: Sql;
}

/** Whether two intervals share a moment: one that ends when the other begins does not. */
export const overlap = (a: IntervalSql, b: IntervalSql): Sql => sql`(${a.from} < ${b.to} and ${b.from} < ${a.to})`;

/** Whether a moment lies in an interval. */
export const holdsMoment = ({ from, to }: IntervalSql, moment: Sql): Sql =>
  sql`(${from} <= ${moment} and ${moment} < ${to})`;

/** The day of a moment in Shanghai. */
export const dayOf = (moment: Sql): Sql => sql`(${moment} at time zone 'Asia/Shanghai')::date`;

/** The last day of an interval in Shanghai: one until 24:00 ends on that day, and none ends before it begins. */
export const lastDayOf = ({ from, to }: IntervalSql): Sql => dayOf(sql`greatest(${to} - interval '1 second', ${from})`);

/** Whether two intervals share a day in Shanghai. */
export const shareDay = (a: IntervalSql, b: IntervalSql): Sql =>
  sql`(${dayOf(a.from)} <= ${lastDayOf(b)} and ${dayOf(b.from)} <= ${lastDayOf(a)})`;
