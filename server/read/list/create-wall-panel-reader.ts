import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { checkConditionDeclarations } from '#kernel/field/check-condition-and-guard-declarations.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { hasColumn, kindOf, targetOf } from '#kernel/field/field.ts';
import type { PanelHead } from '#kernel/module/wall-panel.ts';
import { type PanelFigure, type PanelQuery, type PanelShare, panelFiguresOf } from '#kernel/module/wall-panel-query.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { addDays, toShanghaiDate, toTime } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import {
  type DayRange,
  type PanelReader,
  type PanelRequest,
  parsePanelDayRange,
  readPanelAreaFilter,
} from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { rowsAtMomentSql } from '#server/wall-panel/rows-at-past-moment-sql.ts';
import { compileDeclaredConditions } from '../condition/compile-column-conditions-to-sql.ts';
import { isMaskedForOfficers, maskedColumn } from '../field/masked-columns.ts';
import { quoteIdentifier } from '../row/select-list-for-caller-sql.ts';

/** A feed of the wall that answers in a declared shape. */
export interface PanelFeedDeclaration {
  /** The resource whose rows are counted; it has an `area_code`. */
  readonly of: AnyResource;
  readonly source: string;
  readonly shape: PanelQuery;
  /** Days of the range unless the call names one. Default: 30. */
  readonly days?: number;
  /** The rows of alias `t` at the moment of the panel. Default: those that existed then, in their state of then. */
  readonly asOf?: (context: PanelRequest) => Sql;
}

type PartReadApart = readonly [path: readonly string[], part: Exclude<PanelFigure, PanelShare>];

/** What the parts of one call have in common. */
interface PanelRows {
  readonly resource: AnyResource;
  readonly from: Sql;
  readonly inside: Sql;
  readonly today: string;
  readonly range: DayRange;
}

/**
 * Creates the reader of a wall panel. For an area without data it returns `state: 'empty'`, zeros and empty lists. It
 * refuses a wrong area, and a range of more than three years. Throws when it is declared if a part names something that
 * rows do not have.
 */
export function createWallPanelReader({ of, source, shape, days = 30, asOf }: PanelFeedDeclaration): PanelReader {
  checkShape(of, shape);
  const parts = panelFiguresOf(shape);
  // a share reads most rows of the area: what else counts all of them is counted in the same pass
  const hasShare = parts.some(([, part]) => part.part === 'share');
  const isTogether = ([, part]: (typeof parts)[number]) =>
    hasShare && (part.part === 'share' || (part.part === 'count' && part.in === undefined));
  const together = parts.filter(isTogether);
  const apart = parts.filter((one): one is PartReadApart => !isTogether(one));
  return async (context: PanelRequest): Promise<PanelHead & Record<string, unknown>> => {
    const { past, now = past ?? new Date() } = context;
    const { area, inside } = await readPanelAreaFilter(context);
    const today = toShanghaiDate(now.toISOString());
    const rows = asOf?.(context) ?? rowsAtMomentSql(of, past);
    const counted: PanelRows = {
      resource: of,
      // rows of a past moment are put together once for all parts
      from: past ? sql`past_rows t` : rows,
      inside: inside('t'),
      today,
      range: parsePanelDayRange(context.query, today, days),
    };
    // one statement, so that the parts do not disagree
    const row = await context.database.row<{ apart: unknown[]; together: unknown[] | null }>(
      sql`${past ? sql`with past_rows as (select t.* from ${rows}) ` : sql.empty}select
        json_build_array(${sql.join(apart.map(([, part]) => sql`(${partValue(counted, part)})`))}) as apart, ${valuesTogether(counted, together)} as together`,
    );
    const values = new Map<PanelFigure, unknown>([
      ...apart.map(([, part], place) => [part, row?.apart[place]] as const),
      ...together.map(([, part], place) => [part, row?.together?.[place]] as const),
    ]);
    const answer: Record<string, unknown> = {};
    for (const [path, part] of parts) put(answer, path, inOrder(counted, part, values.get(part)));
    return {
      asof: Math.floor(now.getTime() / 1000),
      source,
      state: [...values.values()].some(isSomething) ? 'ok' : 'empty',
      area,
      ...answer,
    };
  };
}

function put(answer: Record<string, unknown>, [name = '', inner]: readonly string[], value: unknown): void {
  if (inner === undefined) answer[name] = value;
  else answer[name] = { ...(answer[name] as object | undefined), [inner]: value };
}

const isSomething = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Number(value ?? 0) !== 0);

const conditionsOf = ({ resource, inside, today }: PanelRows, where: readonly RowCondition[] = []): Sql =>
  sql.join([inside, ...compileDeclaredConditions(resource, toListConditions(where, today))], ' and ');

const midnight = (day: string) => sql`${new Date(toTime(day)).toISOString()}::timestamptz`;

/** Condition that the day or moment of a row lies in a range of days. */
function within({ resource }: PanelRows, at: string, { from, to }: DayRange): Sql {
  const column = sql`t.${sql.id(at)}`;
  return isDay(allColumnsOf(resource)[at])
    ? sql`${column} between ${from}::date and ${to}::date`
    : sql`${column} >= ${midnight(from)} and ${column} < ${midnight(addDays(to, 1))}`;
}

const isDay = (one: AnyField | undefined) => one !== undefined && kindOf(one).column === 'date';
const dayOf = ({ resource }: PanelRows, at: string): Sql =>
  isDay(allColumnsOf(resource)[at]) ? sql`t.${sql.id(at)}` : sql`(t.${sql.id(at)} at time zone 'Asia/Shanghai')::date`;

const spanOf = ({ today, range }: PanelRows, which: 'today' | 'month' | 'range'): DayRange =>
  which === 'range' ? range : { from: which === 'today' ? today : `${today.slice(0, 7)}-01`, to: today };

/** The sum of a field over the rows of a filter; of money in yuan. */
function sumOf(resource: AnyResource, name: string, filter = sql.empty): Sql {
  const cents = kindOf(allColumnsOf(resource)[name] as AnyField).sheetFormat === '0.00';
  return sql`(coalesce(sum(t.${sql.id(name)})${filter}, 0) / ${cents ? sql`100.0` : sql`1.0`})::float8`;
}

/** Counts, sums and shares of all rows of the area, in one pass: a list of JSON. */
function valuesTogether(counted: PanelRows, parts: readonly (readonly [unknown, PanelFigure])[]): Sql {
  if (parts.length === 0) return sql`null::json`;
  const { resource, today, from, inside } = counted;
  const filter = (where: readonly RowCondition[]): Sql => {
    const conditions = compileDeclaredConditions(resource, toListConditions(where, today));
    return conditions.length === 0 ? sql.empty : sql` filter (where ${sql.join(conditions, ' and ')})`;
  };
  const values = parts.map(([, part]) => {
    const { where = [] } = part;
    if (part.part === 'share')
      return sql`coalesce(round((count(*)${filter([...where, ...part.of])})::numeric / nullif(count(*)${filter(where)}, 0), 3), 0)::float8`;
    const sum = part.part === 'count' ? part.sum : undefined;
    return sum === undefined ? sql`count(*)${filter(where)}` : sumOf(resource, sum, filter(where));
  });
  return sql`(select json_build_array(${sql.join(values)}) from ${from} where ${inside})`;
}

function partValue(counted: PanelRows, part: Exclude<PanelFigure, PanelShare>): Sql {
  const { from } = counted;
  const where = conditionsOf(counted, part.where);
  switch (part.part) {
    case 'count': {
      const span = part.at && part.in ? sql` and ${within(counted, part.at, spanOf(counted, part.in))}` : sql.empty;
      const value = part.sum === undefined ? sql`count(*)` : sumOf(counted.resource, part.sum);
      return sql`select ${value} from ${from} where ${where}${span}`;
    }
    case 'split': {
      const name = sql.raw(`'${part.as ?? 'name'}'`);
      const most = part.most === undefined ? sql.empty : sql` limit ${part.most}`;
      return sql`select coalesce(json_agg(json_build_object(${name}, s.k, 'n', s.n) order by s.n desc, s.k), '[]') from (
        select t.${sql.id(part.by)}::text as k, count(*) as n from ${from} where ${where} and t.${sql.id(part.by)} is not null
        group by 1 order by n desc, k${most}) s`;
    }
    case 'byDay': {
      const { by } = part;
      const key = by ? sql`t.${sql.id(by.field)}::text` : sql`null::text`;
      return sql`select coalesce(json_agg(json_build_object('d', s.d, 'k', s.k, 'n', s.n)), '[]') from (
        select ${dayOf(counted, part.at)}::text as d, ${key} as k, count(*) as n from ${from}
        where ${where} and ${within(counted, part.at, counted.range)} group by 1, 2) s`;
    }
    default: {
      const [field, direction] = part.order;
      const order = sql`t.${sql.id(field)} ${sql.raw(direction)}, t.id ${sql.raw(direction)}`;
      return sql`select coalesce(json_agg(s), '[]') from (
        select ${sql.raw(part.fields.flatMap((name) => columnsOf(counted.resource, name)).join(', '))}
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

/** Days of a range in order, those without rows included. */
function inOrder({ range }: PanelRows, part: PanelFigure, value: unknown): unknown {
  if (part.part !== 'byDay') return value;
  const found = value as readonly { d: string; k: string | null; n: number }[];
  const names = part.by?.values ?? [];
  const days: Record<string, unknown>[] = [];
  for (let d = range.from; d <= range.to; d = addDays(d, 1))
    days.push({ d, ...(part.by ? Object.fromEntries(names.map((name) => [name, 0])) : { n: 0 }) });
  const byDay = new Map(days.map((day) => [day.d, day]));
  for (const { d, k, n } of found) {
    const day = byDay.get(d);
    if (day && (k === null ? !part.by : names.includes(k))) day[k ?? 'n'] = n;
  }
  return days;
}

/** Throws if a part names a field that rows do not have, or that not everybody who opens the wall may read. */
function checkShape(resource: AnyResource, shape: PanelQuery): void {
  const fields = allColumnsOf(resource);
  if (!fields.area_code) throw new Error(`panel of ${resource.name}: it has no area_code`);
  for (const [path, part] of panelFiguresOf(shape)) {
    const who = `panel of ${resource.name}, ${path.join('.')}`;
    checkConditionDeclarations(who, [...(part.where ?? []), ...(part.part === 'share' ? part.of : [])], fields);
    const named = [
      ...(part.part === 'count' ? [part.sum, part.at] : []),
      ...(part.part === 'split' ? [part.by] : []),
      ...(part.part === 'byDay' ? [part.at, part.by?.field] : []),
      ...(part.part === 'rows' ? [...part.fields, part.order[0]] : []),
    ].filter((name) => name !== undefined);
    for (const name of named) {
      const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (!one || !hasColumn(one) || one.through) throw new Error(`${who}: ${name} has no column`);
      if (one.privacy === 'hidden' || one.reads !== undefined) throw new Error(`${who}: ${name} is not for everybody`);
      if (part.part !== 'rows' && isMaskedForOfficers(one)) throw new Error(`${who}: ${name} is personal data`);
    }
    const at = part.part === 'count' || part.part === 'byDay' ? part.at : undefined;
    if (at !== undefined && !/^(date|timestamptz)$/.test(kindOf(fields[at] as AnyField).column))
      throw new Error(`${who}: ${at} is neither a date nor a moment`);
    if (part.part === 'count' && (part.in === undefined) !== (part.at === undefined))
      throw new Error(`${who}: at and in belong together`);
    if (part.part === 'count' && part.sum !== undefined && !kindOf(fields[part.sum] as AnyField).sums)
      throw new Error(`${who}: ${part.sum} is no number`);
  }
}
