import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { isMoment } from '#kernel/kind/datetime.ts';
import type { ReportFigure, ReportResponse } from '#kernel/module/dimensions-of-requested-report-and-response-types.ts';
import {
  type ComparisonShift,
  comparisonShiftOf,
  type DaySpan,
  type PeriodComparison,
  periodComparisons,
  shiftBack,
} from '#kernel/module/report-periods.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { type CalendarPeriod, isSummable } from '#kernel/resource/statistical-measures-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, daysBetween, isCountableDate } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';
import { compileDeclaredConditions } from '../condition/compile-column-conditions-to-sql.ts';
import type { ParsedListQuery } from '../condition/parsed-list-query.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { materialisedMeasureRows } from './materialised-measure-tables.ts';
import { whereOfList } from './read-list-page.ts';
import {
  dimensionOf,
  divisionNames,
  type MeasureQuery,
  materialisedValue,
  measureDay,
  measureValue,
  periodText,
  readMeasureQuery,
  refuseUnreadableMeasure,
  unknownMeasure,
  wireFigure,
} from './read-statistical-measure.ts';

/** A query of a report: a measure over a span of days, and the period of comparison. */
export interface ReportQuery extends MeasureQuery {
  readonly span?: DaySpan;
  readonly compare?: PeriodComparison;
}

/** Maximum number of figures of a report: a county by month over ten years. */
export const maxReportFigures = 2000;
const maxDimensions = 2;
const daysOf: Readonly<Record<CalendarPeriod, number>> = { day: 1, week: 7, month: 28, quarter: 90, year: 365 };

/** Parses `from`, `until` (days, inclusive) and `compare` besides the parameters of measures. */
export function readReportQuery(
  resource: AnyResource,
  params: Readonly<Record<string, unknown>>,
  list: ParsedListQuery,
  caller: Caller,
): ReportQuery {
  const query = readMeasureQuery(resource, params, list, caller);
  // shares and averages cannot be summed, which reports do
  if (!isSummable(query.measure)) throw unknownMeasure();
  if (query.by.length + (query.period ? 1 : 0) > maxDimensions)
    throw badParameter('最多按两项分组', 'Group by at most two fields');
  const day = (name: string): string => {
    const given = params[name];
    if (given === undefined || given === '') return '';
    if (typeof given !== 'string' || !isCountableDate(given)) throw badParameter('日期不正确', 'Invalid date');
    return given;
  };
  const [from, until] = [day('from'), day('until')];
  if ((from === '') !== (until === '') || from > until || from.startsWith('0'))
    throw badParameter('起止日期不正确', 'Invalid start and end dates');
  if (from && query.period && daysBetween(from, until) / daysOf[query.period] > maxReportFigures)
    throw badParameter(
      '时间范围过大，请缩小范围或加长周期',
      'Too many periods. Choose a shorter span or longer periods',
    );
  const compare = periodComparisons.find((one) => one === params.compare);
  if (params.compare !== undefined && params.compare !== '' && !compare) throw badParameter();
  if (compare && from === '') throw badParameter('对比须指定起止日期', 'A comparison needs a start and an end date');
  return { ...query, ...(from === '' ? {} : { span: { from, until } }), ...(compare ? { compare } : {}) };
}

/**
 * The figures of a measure for a span and for the span of comparison, in one statement over the rows the caller sees.
 * Periods of the second span have the names of the corresponding ones of the first.
 */
export async function readReport(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: ReportQuery,
  day: string,
): Promise<ReportResponse> {
  const { measure, by, period, span, compare } = query;
  refuseUnreadableMeasure(context, resource, caller, query);
  const fields = allColumnsOf(resource);
  const materialised = materialisedMeasureRows(resource, query.name, measure, query);
  const checks = materialised ? [] : compileDeclaredConditions(resource, toListConditions(measure.where ?? [], day));
  const where = [whereOfList(context, resource, caller, query), ...checks];
  const source = materialised ?? sql.id(tableOf(resource));
  const value = materialised ? materialisedValue(measure) : measureValue(measure, resource, day);
  const at = measure.at ?? 'createtime';
  const inSpan = ({ from, until }: DaySpan): Sql => {
    if (materialised) return sql`t.day between ${from}::date and ${until}::date`;
    const column = sql`t.${sql.id(at)}`;
    if (!isMoment(fields[at])) return sql`${column} between ${from}::date and ${until}::date`;
    return sql`${column} >= ${`${from}T00:00:00+08:00`}::timestamptz and ${column} < ${`${addDays(until, 1)}T00:00:00+08:00`}::timestamptz`;
  };
  const shift = span && compare ? comparisonShiftOf(compare, span, period) : undefined;
  const before = span && shift ? shiftBack(span, shift) : undefined;
  const keys = [...by, ...(period ? ['period'] : [])];
  const places = sql.raw(keys.map((_, place) => String(place + 1)).join(', '));
  const counted = (within: DaySpan | undefined, back: ComparisonShift | undefined): Sql => {
    const dimensions = by.map((name) => sql`${dimensionOf(fields[name] as AnyField, name, query)} as ${sql.id(name)}`);
    const named = materialised ? sql`t.day` : measureDay(fields, measure);
    if (period) dimensions.push(sql`${periodText(back ? sql`${named} + ${later(back)}` : named, period)} as period`);
    const values = back ? sql`0 as value, ${value} as before` : sql`${value} as value, 0 as before`;
    const grouped =
      keys.length === 0 ? sql.empty : sql` group by ${places}${materialised ? sql` having sum(t.n) > 0` : sql.empty}`;
    const rows = sql.join(within ? [...where, inSpan(within)] : where, ' and ');
    return sql`select ${sql.join([...dimensions, values])} from ${source} t where ${rows}${grouped}`;
  };
  const parts = [counted(span, undefined), ...(before && shift ? [counted(before, shift)] : [])];
  const rest = keys.map((name) => sql`m.${sql.id(name)}`);
  const order = sql.join([...(period ? [sql`m.period`] : []), sql`m.value desc`, ...rest]);
  const shownColumn = (column: string) => wireFigure(fields, measure, column);
  const row = await context.db.row<{
    list: ReportFigure[];
    n: number;
    total: number | string;
    total_before: number | string;
  }>(sql`
    with m as (
      select ${sql.join([...keys.map((name) => sql.id(name)), sql`coalesce(sum(value), 0) as value, coalesce(sum(before), 0) as before`])}
      from (${sql.join(parts, ' union all ')}) c${keys.length === 0 ? sql.empty : sql` group by ${places}`}),
    s as (select coalesce(sum(m.value), 0) as value, coalesce(sum(m.before), 0) as before from m)
    select coalesce((select json_agg(p) from (
      select ${sql.join([...rest, ...divisionNames(fields, by), sql`${shownColumn('m.value')} as value, ${shownColumn('m.before')} as before`])}
      from m order by ${order} limit ${maxReportFigures}) p), '[]') as list,
      (select count(*)::int from m) as n, (select to_json(${shownColumn('s.value')}) from s) as total, (select to_json(${shownColumn('s.before')}) from s) as total_before`);
  if (!row) throw new Error('a report without an answer');
  return {
    list: row.list,
    total: row.total,
    total_before: row.total_before,
    more: row.n > maxReportFigures,
    span: span ?? null,
    before: before ?? null,
    level: query.level,
    asof: Math.floor(Date.now() / 1000),
  };
}

const later = (shift: ComparisonShift): Sql =>
  'months' in shift
    ? sql`make_interval(months => ${shift.months}::int)`
    : sql`make_interval(days => ${shift.days}::int)`;
