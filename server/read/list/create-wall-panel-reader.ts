import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { checkConditionDeclarations } from '#kernel/field/check-condition-and-guard-declarations.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import {
  type PanelFigure,
  type PanelMean,
  type PanelQuery,
  type PanelShare,
  panelFiguresOf,
} from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import type { PanelResponseHead } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { addDays, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import {
  type DayRange,
  type PanelReader,
  type PanelRequest,
  parsePanelDayRange,
  readPanelAreaFilter,
} from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { rowsAtMomentSql } from '#server/wall-panel/rows-at-past-moment-sql.ts';
import { isMaskedForOfficers } from '../field/masked-columns.ts';
import { materialisedTotalCells } from './materialised-measure-tables.ts';
import { findMaterialisedTotalForFigure } from './materialised-total-that-answers-wall-panel-figure.ts';
import {
  type CountedSource,
  type PanelFigureOfAllRows,
  panelFigureSql,
  panelFiguresInOnePassSql,
} from './wall-panel-figure-sql.ts';

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

type Part = readonly [path: readonly string[], part: PanelFigure];
type PartReadTogether = readonly [path: readonly string[], part: PanelFigureOfAllRows];
type PartReadApart = readonly [path: readonly string[], part: Exclude<PanelFigure, PanelShare | PanelMean>];

/** Parts that are counted in the same rows: those of the resource, or the cells of a total. */
interface PartsOfSource {
  /** A materialised total of the resource. Undefined: its rows. */
  readonly total: string | undefined;
  /** Read in one pass, because each takes most of the rows. */
  readonly together: readonly PartReadTogether[];
  readonly apart: readonly PartReadApart[];
}

/**
 * Creates the reader of a wall panel. For an area without data it returns `state: 'empty'`, zeros and empty lists. It
 * refuses a wrong area, and a range of more than three years. Figures that a materialised total of the resource can
 * answer are read from it, others from the rows; those of a past moment always from the rows. Throws when it is declared
 * if a part names something that rows do not have.
 */
export function createWallPanelReader({ of, source, shape, days = 30, asOf }: PanelFeedDeclaration): PanelReader {
  checkShape(of, shape);
  const parts = panelFiguresOf(shape);
  const [fromTotals, fromRows] = [sourcesOfParts(of, parts), [partsOfSource(undefined, parts)]];
  return async (context: PanelRequest): Promise<PanelResponseHead & Record<string, unknown>> => {
    const { past, now = past ?? new Date() } = context;
    const place = await readPanelAreaFilter(context);
    const today = toShanghaiDate(now.toISOString());
    const range = parsePanelDayRange(context.query, today, days);
    const rows = asOf?.(context) ?? rowsAtMomentSql(of, past);
    const sources = past ? fromRows : fromTotals;
    const counted = sources.map(
      ({ total }): CountedSource => ({
        resource: of,
        today,
        range,
        ...(total === undefined
          ? // rows of a past moment are put together once for all parts
            { from: past ? sql`past_rows t` : rows, inside: place.inside('t') }
          : { from: sql`${materialisedTotalCells(of, total, place)} t`, inside: sql`true` }),
        total,
      }),
    );
    const values = sources.map(({ apart, together }, place) => {
      const from = counted[place] as CountedSource;
      return sql`json_build_array(json_build_array(${sql.join(apart.map(([, part]) => sql`(${panelFigureSql(from, part)})`))}), ${panelFiguresInOnePassSql(
        from,
        together.map(([, part]) => part),
      )})`;
    });
    // one statement, so that the parts do not disagree
    const row = await context.database.row<{ values: [apart: unknown[], together: unknown[] | null][] }>(
      namePreparedStatement(
        sql`${past ? sql`with past_rows as (select t.* from ${rows}) ` : sql.empty}select json_build_array(${sql.join(values)}) as values`,
      ),
    );
    const valueByPart = new Map<PanelFigure, unknown>(
      sources.flatMap(({ apart, together }, place) => [
        ...apart.map(([, part], at) => [part, row?.values[place]?.[0][at]] as const),
        ...together.map(([, part], at) => [part, row?.values[place]?.[1]?.[at]] as const),
      ]),
    );
    const answer: Record<string, unknown> = {};
    for (const [path, part] of parts) put(answer, path, inOrder(range, part, valueByPart.get(part)));
    return {
      asof: Math.floor(now.getTime() / 1000),
      source,
      state: [...valueByPart.values()].some(isSomething) ? 'ok' : 'empty',
      area: place.area,
      ...answer,
    };
  };
}

/** The parts of a shape by the total that answers them, or of the rows. */
function sourcesOfParts(resource: AnyResource, parts: readonly Part[]): readonly PartsOfSource[] {
  const byTotal = new Map<string | undefined, Part[]>();
  for (const part of parts) {
    const total = findMaterialisedTotalForFigure(resource, part[1]);
    byTotal.set(total, [...(byTotal.get(total) ?? []), part]);
  }
  return [...byTotal].map(([total, answered]) => partsOfSource(total, answered));
}

function partsOfSource(total: string | undefined, parts: readonly Part[]): PartsOfSource {
  // a share and a mean read most rows of the area: what else counts all of them is counted in the same pass
  const readsAll = total !== undefined || parts.some(([, { part }]) => part === 'share' || part === 'mean');
  const isTogether = (one: Part): one is PartReadTogether => {
    const [, part] = one;
    if (part.part === 'count') return readsAll && (total !== undefined || part.in === undefined);
    return part.part === 'share' || part.part === 'mean';
  };
  return {
    total,
    together: parts.filter(isTogether),
    apart: parts.filter((one): one is PartReadApart => !isTogether(one)),
  };
}

function put(answer: Record<string, unknown>, [name = '', inner]: readonly string[], value: unknown): void {
  if (inner === undefined) answer[name] = value;
  else answer[name] = { ...(answer[name] as object | undefined), [inner]: value };
}

const isSomething = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Number(value ?? 0) !== 0);

/** Days of a range in order, those without rows included. */
function inOrder(range: DayRange, part: PanelFigure, value: unknown): unknown {
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
      ...(part.part === 'mean' ? [part.of] : []),
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
    const added = part.part === 'count' ? part.sum : part.part === 'mean' ? part.of : undefined;
    if (added !== undefined && !kindOf(fields[added] as AnyField).sums)
      throw new Error(`${who}: ${added} is no number`);
  }
}
