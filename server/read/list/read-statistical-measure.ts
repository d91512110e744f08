import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Measure } from '#kernel/declaration/statistical-measure-and-materialised-total.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { kindOf, targetOf } from '#kernel/field/field.ts';
import { isMoment } from '#kernel/kind/datetime.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import {
  type CalendarPeriod,
  calendarPeriods,
  findMeasure,
  isGroupedByRow,
  isSummable,
} from '#kernel/resource/statistical-measures-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { areaPrefixOfCaller, type Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';
import { compileDeclaredConditions } from '../condition/compile-column-conditions-to-sql.ts';
import type { ParsedListQuery, RowSelectingProperty } from '../condition/parsed-list-query.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { materialisedMeasureRows, materialisedRowCounts } from './materialised-measure-tables.ts';
import { whereOfList } from './read-list-page.ts';

/** A query of a measure: fields, calendarPeriods and rows. */
export interface MeasureQuery extends Pick<ParsedListQuery, RowSelectingProperty> {
  readonly name: string;
  readonly measure: Measure;
  readonly by: readonly string[];
  readonly period?: CalendarPeriod;
  /** Level at which divisions are grouped: 1 province, 2 prefecture, 3 county. */
  readonly level: 1 | 2 | 3;
}

/** Maximum number of figures in a response; more cannot be charted. */
export const maxFigures = 500;
const maxDimensions = 2;

/**
 * Parses `name`, `by` (fields, comma-separated), `period` and `level` of a call for a resource as the caller sees it.
 * Filters are those of the list. Without `by` and `period` there is one figure.
 */
export function readMeasureQuery(
  resource: AnyResource,
  params: Readonly<Record<string, unknown>>,
  { conditions, anyOf, quickSearch, holder, awaitsMe, handledByMe }: ParsedListQuery,
  caller: Caller,
): MeasureQuery {
  const word = (name: string) => {
    const given = params[name];
    return typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  };
  const name = word('name') || (Object.keys(resource.measures ?? {})[0] ?? '');
  const measure = findMeasure(resource, name);
  if (!measure) throw unknownMeasure();
  const by = word('by').split(',').filter(Boolean);
  if (by.length > maxDimensions || by.some((one) => !measure.by.includes(one)) || new Set(by).size < by.length)
    throw badParameter('不能按该字段统计', 'The measure cannot be grouped by that field');
  const period = word('period');
  if (period !== '' && !calendarPeriods.some((one) => one === period))
    throw badParameter('统计周期不正确', 'No such period');
  const level = Number(word('level') || Math.min(3, areaPrefixOfCaller(caller).length / 2 + 1));
  if (level !== 1 && level !== 2 && level !== 3) throw badParameter('地区级别不正确', 'No such level of divisions');
  return {
    name,
    measure,
    by,
    level,
    conditions,
    quickSearch,
    ...(anyOf ? { anyOf } : {}),
    ...(awaitsMe ? { awaitsMe } : {}),
    ...(handledByMe ? { handledByMe } : {}),
    ...(holder === undefined ? {} : { holder }),
    ...(period ? { period: period as CalendarPeriod } : {}),
  };
}

/** Refuses a measure that uses fields the caller may not read, as if it were not declared. */
export function refuseUnreadableMeasure(
  { find }: Pick<ServicesToReadRows, 'find'>,
  resource: AnyResource,
  caller: Caller,
  { name }: Pick<MeasureQuery, 'name'>,
): void {
  if (!findMeasure(withFieldsVisibleToCaller(resource, caller, find), name)) throw unknownMeasure();
}

export const unknownMeasure = () => badParameter('没有该统计指标', 'There is no such measure');

/**
 * The figures of a measure as JSON array text, largest first or in order of time. Counted over the rows the caller
 * sees, in one statement, never estimated. An area has its name as `<field>_name`.
 */
export async function readMeasure(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: MeasureQuery,
): Promise<{ list: string; more: boolean }> {
  const { measure, by, period } = query;
  refuseUnreadableMeasure(context, resource, caller, query);
  const fields = allColumnsOf(resource);
  const materialised = materialisedFor(resource, caller, query);
  const day = shanghaiToday();
  const checks = materialised ? [] : compileDeclaredConditions(resource, toListConditions(measure.where ?? [], day));
  const where = sql.join([whereOfList(context, resource, caller, query), ...checks], ' and ');
  const dimensions = by.map((name) => sql`${dimensionOf(fields[name] as AnyField, name, query)} as ${sql.id(name)}`);
  if (period)
    dimensions.push(sql`${periodText(materialised ? sql`t.day` : measureDay(fields, measure), period)} as period`);
  const keys = [...by, ...(period ? ['period'] : [])];
  const value = materialised ? materialisedValue(measure) : measureValue(measure, resource, day);
  const places = sql.raw(keys.map((_, at) => String(at + 1)).join(', '));
  // values of rows deleted meanwhile may remain as zero
  const grouped =
    keys.length === 0 ? sql.empty : sql` group by ${places}${materialised ? sql` having sum(t.n) > 0` : sql.empty}`;
  const inner = sql`select ${sql.join([...dimensions, sql`${value} as value`])}
    from ${materialised ?? sql.id(tableOf(resource))} t where ${where}${grouped}`;
  const order = period ? sql`m.period, m.value desc` : sql`m.value desc`;
  const rest = keys.map((name) => sql`m.${sql.id(name)}`);
  const row = await context.db.row<{ list: string; n: number }>(sql`
    select coalesce(json_agg(p), '[]')::text as list, count(*)::int as n from (
      select ${sql.join([...rest, ...divisionNames(fields, by), ...titlesOfRows(context, fields, by), sql`${wireFigure(fields, measure)} as value`])}
      from (${inner}) m order by ${sql.join([order, ...rest])} limit ${maxFigures + 1}) p`);
  const more = (row?.n ?? 0) > maxFigures;
  return {
    list: more
      ? JSON.stringify((JSON.parse(row?.list ?? '[]') as unknown[]).slice(0, maxFigures))
      : (row?.list ?? '[]'),
    more,
  };
}

/**
 * The materialised source of a measure: its own cells, or row counts. They are by area, so callers whose scope is not
 * by area get the rows themselves.
 */
function materialisedFor(resource: AnyResource, caller: Caller, query: MeasureQuery): Sql | undefined {
  const { measure, name, by, period } = query;
  if (caller.type === 'member') return undefined;
  const isPlain = measure.sum === undefined && isSummable(measure) && !measure.where && !period;
  return (
    materialisedMeasureRows(resource, name, measure, query) ??
    (isPlain ? materialisedRowCounts(resource, caller, query, by) : undefined)
  );
}

/** The expression for a dimension on alias `t`; divisions are grouped at the given level. */
export function dimensionOf(one: AnyField, name: string, { level }: Pick<MeasureQuery, 'level'>): Sql {
  const column = sql`t.${sql.id(name)}`;
  if (targetOf(one)?.key === 'code') {
    const digits = sql`rpad(left(${column}, ${level * 2}), 6, '0')`;
    // a county directly below a province (济源, 东城) is listed like a prefecture, because its prefix names no office
    return level === 2 ? sql`case when ${digits} = any(${placeholders}) then ${column} else ${digits} end` : digits;
  }
  const wire = kindOf(one).wire?.(`t.${quoted(name)}`);
  return wire ? sql.raw(wire) : column;
}

const placeholders = sql`(select array_agg(code) from system_area where lng is null and code like '%00' and code not like '%0000')::text[]`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The Shanghai day, or its midnight with a time, that decides the period of a row of alias `t`. */
export function measureDay(fields: ReturnType<typeof allColumnsOf>, { at = 'createtime' }: Measure): Sql {
  const column = sql`t.${sql.id(at)}`;
  return isMoment(fields[at]) ? sql`${column} at time zone 'Asia/Shanghai'` : column;
}

const patterns = {
  day: 'YYYY-MM-DD',
  week: 'IYYY-"W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY-"Q"Q',
  year: 'YYYY',
} as const;
export const periodText = (day: Sql, period: CalendarPeriod): Sql =>
  sql`to_char(${day}, ${sql.raw(`'${patterns[period]}'`)})`;

export function measureValue({ sum, mean, percent }: Measure, resource: AnyResource, day: string): Sql {
  if (mean !== undefined) return sql`coalesce(round(avg(t.${sql.id(mean)})::numeric, 1), 0)::float8`;
  if (!percent) return sum === undefined ? sql`count(*)::int` : sql`coalesce(sum(t.${sql.id(sum)}), 0)`;
  const [part, whole] =
    'where' in percent
      ? [
          sql`count(*) filter (where ${sql.join(compileDeclaredConditions(resource, toListConditions(percent.where, day)), ' and ')})`,
          sql`count(*)`,
        ]
      : [sql`sum(t.${sql.id(percent.sum)})`, sql`sum(t.${sql.id(percent.of)})`];
  // a share of zero rows is null
  return sql`coalesce(round(100.0 * ${part} / nullif(${whole}, 0), 1), 0)::float8`;
}

export const materialisedValue = ({ sum }: Measure): Sql =>
  sum === undefined ? sql`sum(t.n)::int` : sql`sum(t.total)`;

/** A figure in wire form. */
export function wireFigure(fields: ReturnType<typeof allColumnsOf>, { sum }: Measure, column = 'm.value'): Sql {
  const one = sum === undefined ? undefined : fields[sum];
  return sql.raw((one && kindOf(one).wire?.(column)) ?? column);
}

/** Titles of the rows that alias `m` is grouped by. */
const titlesOfRows = (
  { find }: ServicesToReadRows,
  fields: ReturnType<typeof allColumnsOf>,
  by: readonly string[],
): Sql[] =>
  by.flatMap((name) => {
    const one = fields[name];
    const to = one && isGroupedByRow(one) ? find(targetOf(one)?.resource ?? '') : undefined;
    return to
      ? [
          sql`(select r.${sql.id(to.title)} from ${sql.id(tableOf(to))} r where r.id = m.${sql.id(name)}) as ${sql.id(`${name}_title`)}`,
        ]
      : [];
  });

/** Names of the divisions among the dimensions of alias `m`. */
export const divisionNames = (fields: ReturnType<typeof allColumnsOf>, by: readonly string[]): Sql[] =>
  by
    .filter((name) => {
      const one = fields[name];
      return one !== undefined && targetOf(one)?.key === 'code';
    })
    .map(
      (name) => sql`(select a.name from system_area a where a.code = m.${sql.id(name)}) as ${sql.id(`${name}_name`)}`,
    );
