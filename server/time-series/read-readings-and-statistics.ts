import { kindOf } from '#kernel/field/field.ts';
import { type AnyTimeSeries, numericValuesOf } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { quoteIdentifier } from '#server/read/row/row-columns-presented-to-caller-sql.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import type { ServicesToReadRows } from '#server/read/services-needed-to-read-rows.ts';
import { badParameter } from '#server/refusal.ts';
import { readHourlyFigures } from './roll-up-and-read-hourly-figures.ts';
import { measuredResourceOf } from './validate-time-series-declarations-and-find-resources.ts';

/** A reading as returned: `of`, `source`, `at` in unix seconds with milliseconds, and its values in wire form. */
export type PresentedReading = Readonly<Record<string, unknown>> & { of: number; source: string; at: number };

/** A span of time in unix seconds, the end excluded. */
export interface ReadingTimeSpan {
  readonly from: number;
  readonly until: number;
}

/** Cursor of a page: the last reading of the previous one. */
export interface ReadingCursor {
  readonly at: number;
  readonly source: string;
}

export const statisticsIntervals = ['minute', 'hour', 'day'] as const;
export type StatisticsInterval = (typeof statisticsIntervals)[number];

/** Maximum number of buckets of a response: a day of minutes, two months of hours. */
const maxBuckets = 1500;
const seconds = { minute: 60, hour: 3600, day: 86_400 };

const moment = (time: number) => sql`${new Date(Math.round(time * 1000)).toISOString()}::timestamptz`;

/** Condition on readings of alias `t`: parent rows the caller may see. */
function readable(context: ServicesToReadRows, one: AnyTimeSeries, caller: Caller, of: readonly number[]): Sql {
  const parent = measuredResourceOf(one, context.find);
  const scope = scopeOf(parent, caller, context.find);
  return sql`select t.id from ${sql.id(tableOf(parent))} t where t.id = any(${of}::bigint[])${scope ? sql` and ${scope}` : sql.empty}`;
}

const columnsOf = (one: AnyTimeSeries): Sql =>
  sql.raw(
    [
      't.of_id as "of", t.source, round(extract(epoch from t.at), 3)::float8 as "at"',
      ...Object.entries(one.values).map(([name, field]) => {
        const column = `t.${quoteIdentifier(name)}`;
        return `${kindOf(field).wire?.(column) ?? column} as ${quoteIdentifier(name)}`;
      }),
    ].join(', '),
  );

/** Readings of one row, the newest first, paged by cursor without a total. */
export async function listReadings(
  context: ServicesToReadRows,
  one: AnyTimeSeries,
  caller: Caller,
  { of, limit, before, ...stretch }: { of: number; limit: number; before?: ReadingCursor } & Partial<ReadingTimeSpan>,
): Promise<PresentedReading[]> {
  const parts = [sql`t.of_id in (${readable(context, one, caller, [of])})`, sql`t.of_id = ${of}`];
  if (stretch.from !== undefined) parts.push(sql`t.at >= ${moment(stretch.from)}`);
  if (stretch.until !== undefined) parts.push(sql`t.at < ${moment(stretch.until)}`);
  // by its own column first, so that newer partitions are not scanned
  if (before)
    parts.push(sql`t.at <= ${moment(before.at)} and (t.at, t.source) < (${moment(before.at)}, ${before.source})`);
  return context.db.rows<PresentedReading>(sql`
    select ${columnsOf(one)} from ${sql.id(tableOf(one))} t where ${sql.join(parts, ' and ')}
    order by t.at desc, t.source desc limit ${limit}`);
}

/** The latest reading of each row. Rows without one or outside the caller's scope are omitted. */
export async function readLatestReadings(
  context: ServicesToReadRows,
  one: AnyTimeSeries,
  caller: Caller,
  of: readonly number[],
): Promise<PresentedReading[]> {
  return context.db.rows<PresentedReading>(sql`
    select ${columnsOf(one)} from (${readable(context, one, caller, of)}) p
    cross join lateral (select t.* from ${sql.id(tableOf(one))} t where t.of_id = p.id order by t.at desc limit 1) t order by t.of_id`);
}

/** A span of time with the statistics of each number: `inside: { min, max, avg, sum, last }`. */
export type ReadingStatistics = Readonly<Record<string, unknown>> & { at: number; count: number };

/** Numbers of one row by minute, hour or Shanghai day, oldest first, without empty buckets. */
export async function readStatisticsByTime(
  context: ServicesToReadRows,
  one: AnyTimeSeries,
  caller: Caller,
  { of, by, from, until }: { of: number; by: StatisticsInterval } & ReadingTimeSpan,
): Promise<ReadingStatistics[]> {
  if (!(until > from) || (until - from) / seconds[by] > maxBuckets)
    throw badParameter(
      '时间范围过大，请缩小范围或加大间隔',
      'Too many intervals. Choose a shorter span or longer intervals',
    );
  if (by !== 'minute' && one.rolledUp && from < Date.now() / 1000 - one.retention.days * seconds.day)
    return readHourlyFigures(
      context,
      one,
      sql`t.of_id in (${readable(context, one, caller, [of])}) and t.of_id = ${of}`,
      {
        by,
        from,
        until,
      },
    );
  // the last value as the maximum of (time, value): sorting would cost five times as much
  const numbers = numericValuesOf(one).map((name) => {
    const column = `t.${quoteIdentifier(name)}`;
    return `json_build_object('min', min(${column}), 'max', max(${column}), 'avg', round(avg(${column})::numeric, 4)::float8, 'sum', sum(${column}),
      'last', (max(array[extract(epoch from t.at)::float8, ${column}::float8]) filter (where ${column} is not null))[2]) as ${quoteIdentifier(name)}`;
  });
  // days begin at midnight in Shanghai; minutes and hours are the same everywhere
  const begin = sql`date_bin(${`1 ${by}`}::interval, t.at, '2000-01-01T00:00:00+08:00'::timestamptz)`;
  return context.db.rows<ReadingStatistics>(sql`
    select extract(epoch from ${begin})::bigint as "at", count(*)::int as count${numbers.length > 0 ? sql`, ${sql.raw(numbers.join(', '))}` : sql.empty}
    from ${sql.id(tableOf(one))} t
    where t.of_id in (${readable(context, one, caller, [of])}) and t.of_id = ${of} and t.at >= ${moment(from)} and t.at < ${moment(until)}
    group by 1 order by 1`);
}
