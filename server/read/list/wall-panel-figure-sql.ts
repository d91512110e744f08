import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { kindOf, targetOf } from '#kernel/field/field.ts';
import type {
  PanelCount,
  PanelFigure,
  PanelMean,
  PanelShare,
} from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { addDays, toTime } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { DayRange } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { compileDeclaredConditions } from '../condition/compile-column-conditions-to-sql.ts';
import { isMaskedForOfficers, maskedColumn } from '../field/masked-columns.ts';
import { quoteIdentifier } from '../row/row-columns-presented-to-caller-sql.ts';
import { conditionsBeyondTotal } from './materialised-total-that-answers-wall-panel-figure.ts';

/** Figures of all rows of the area, which are computed in one pass. */
export type PanelFigureOfAllRows = PanelCount | PanelShare | PanelMean;

/** What figures are counted in, as alias `t`: the rows of a resource, or the cells of one of its materialised totals. */
export interface CountedSource {
  readonly resource: AnyResource;
  readonly from: Sql;
  readonly inside: Sql;
  readonly today: string;
  readonly range: DayRange;
  /** Name of the total. Undefined: rows. */
  readonly total: string | undefined;
}

function compile({ resource, today, total }: CountedSource, where: readonly RowCondition[] = []): Sql[] {
  const conditions = total === undefined ? where : conditionsBeyondTotal(resource, total, where);
  return compileDeclaredConditions(resource, toListConditions(conditions, today));
}

const conditionsOf = (source: CountedSource, where?: readonly RowCondition[]): Sql =>
  sql.join([source.inside, ...compile(source, where)], ' and ');

const filterOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql.empty : sql` filter (where ${sql.join(conditions, ' and ')})`;

const midnight = (day: string) => sql`${new Date(toTime(day)).toISOString()}::timestamptz`;

/** Condition that the day or moment of a row lies in a range of days. */
function within({ resource, total }: CountedSource, at: string, { from, to }: DayRange): Sql {
  if (total !== undefined) return sql`t.day between ${from}::date and ${to}::date`;
  const column = sql`t.${sql.id(at)}`;
  return isDay(allColumnsOf(resource)[at])
    ? sql`${column} between ${from}::date and ${to}::date`
    : sql`${column} >= ${midnight(from)} and ${column} < ${midnight(addDays(to, 1))}`;
}

const isDay = (one: AnyField | undefined) => one !== undefined && kindOf(one).column === 'date';

function dayOf({ resource, total }: CountedSource, at: string): Sql {
  if (total !== undefined) return sql`t.day`;
  return isDay(allColumnsOf(resource)[at])
    ? sql`t.${sql.id(at)}`
    : sql`(t.${sql.id(at)} at time zone 'Asia/Shanghai')::date`;
}

function spanOf({ today, range }: CountedSource, which: 'today' | 'month' | 'range'): DayRange {
  return which === 'range' ? range : { from: which === 'today' ? today : `${today.slice(0, 7)}-01`, to: today };
}

const conditionOnDay = (source: CountedSource, part: PanelFigure): Sql[] =>
  part.part === 'count' && part.at && part.in ? [within(source, part.at, spanOf(source, part.in))] : [];

/** The number of rows that a filter leaves. */
const numberOf = ({ total }: CountedSource, filter = sql.empty): Sql =>
  total === undefined ? sql`count(*)${filter}` : sql`coalesce(sum(t.n)${filter}, 0)`;

/** The sum of a field over the rows that a filter leaves; of money in yuan. */
function sumOf({ resource, total }: CountedSource, name: string, filter = sql.empty): Sql {
  const cents = kindOf(allColumnsOf(resource)[name] as AnyField).sheetFormat === '0.00';
  const value = total === undefined ? sql`t.${sql.id(name)}` : sql`t.total`;
  return sql`(coalesce(sum(${value})${filter}, 0) / ${cents ? sql`100.0` : sql`1.0`})::float8`;
}

function meanOf({ total }: CountedSource, name: string, filter: Sql): Sql {
  const mean =
    total === undefined
      ? sql`avg(t.${sql.id(name)})${filter}`
      : sql`sum(t.total)${filter} / nullif(sum(t.n)${filter}, 0)`;
  return sql`coalesce(round((${mean})::numeric, 1), 0)::float8`;
}

/** Counts, sums, shares and means of all rows of the area, in one pass: a list of JSON. */
export function panelFiguresInOnePassSql(source: CountedSource, parts: readonly PanelFigureOfAllRows[]): Sql {
  if (parts.length === 0) return sql`null::json`;
  const values = parts.map((part) => {
    const { where = [] } = part;
    const filter = filterOf([...compile(source, where), ...conditionOnDay(source, part)]);
    switch (part.part) {
      case 'share':
        return sql`coalesce(round((${numberOf(source, filterOf(compile(source, [...where, ...part.of])))})::numeric / nullif(${numberOf(source, filter)}, 0), 3), 0)::float8`;
      case 'mean':
        return meanOf(source, part.of, filter);
      default:
        return part.sum === undefined ? numberOf(source, filter) : sumOf(source, part.sum, filter);
    }
  });
  return sql`(select json_build_array(${sql.join(values)}) from ${source.from} where ${source.inside})`;
}

/** A select for a figure with a pass of its own: one value, or a list of JSON. */
export function panelFigureSql(source: CountedSource, part: Exclude<PanelFigure, PanelShare | PanelMean>): Sql {
  const { from } = source;
  const where = conditionsOf(source, part.where);
  switch (part.part) {
    case 'count': {
      const value = part.sum === undefined ? numberOf(source) : sumOf(source, part.sum);
      return sql`select ${value} from ${from} where ${sql.join([where, ...conditionOnDay(source, part)], ' and ')}`;
    }
    case 'split': {
      const name = sql.raw(`'${part.as ?? 'name'}'`);
      const most = part.most === undefined ? sql.empty : sql` limit ${part.most}`;
      return sql`select coalesce(json_agg(json_build_object(${name}, s.k, 'n', s.n) order by s.n desc, s.k), '[]') from (
        select t.${sql.id(part.by)}::text as k, ${numberOf(source)} as n from ${from} where ${where} and t.${sql.id(part.by)} is not null
        group by 1 having ${numberOf(source)} > 0 order by n desc, k${most}) s`;
    }
    case 'byDay': {
      const { by } = part;
      const key = by ? sql`t.${sql.id(by.field)}::text` : sql`null::text`;
      return sql`select coalesce(json_agg(json_build_object('d', s.d, 'k', s.k, 'n', s.n)), '[]') from (
        select ${dayOf(source, part.at)}::text as d, ${key} as k, ${numberOf(source)} as n from ${from}
        where ${where} and ${within(source, part.at, source.range)} group by 1, 2) s where s.n > 0`;
    }
    default: {
      const [field, direction] = part.order;
      const order = sql`t.${sql.id(field)} ${sql.raw(direction)}, t.id ${sql.raw(direction)}`;
      return sql`select coalesce(json_agg(s), '[]') from (
        select ${sql.raw(part.fields.flatMap((name) => columnsOf(source.resource, name)).join(', '))}
        from ${from} where ${where} order by ${order} limit ${part.most}) s`;
    }
  }
}

/** The columns of a field in a row of a panel. */
function columnsOf(resource: AnyResource, name: string): string[] {
  const one = allColumnsOf(resource)[name] as AnyField;
  const column = `t.${quoteIdentifier(name)}`;
  if (kindOf(one).column === 'point') return [`${column}[0] as lng`, `${column}[1] as lat`];
  if (targetOf(one)?.key === 'code')
    return [
      column,
      `coalesce((select a.name from system_area a where a.code = ${column}), ${column}) as ${quoteIdentifier(name.replace(/_code$/, '_name'))}`,
    ];
  if (isMaskedForOfficers(one)) return [`${maskedColumn(name, one)} as ${quoteIdentifier(`masked_${name}`)}`];
  const { wire } = kindOf(one);
  return [`${wire ? wire(column) : column} as ${quoteIdentifier(name)}`];
}
