import { areaLevel, areaPrefix } from '#kernel/kind/linked/area.ts';
import { type AreaLevel, country, type PanelArea } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { addDays, isCountableDate } from '#kernel/time/shanghai-time.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Refused, refuse } from '#server/refusal.ts';
import { type DivisionNode, type DivisionTree, isPlaceholderDivision } from './cached-division-tree-with-successors.ts';

/** Computes the feed of a wall panel. Throws `Refused` for invalid requests. */
export type PanelReader = (context: PanelRequest) => Promise<unknown>;

/** Input of a panel. */
export interface PanelRequest {
  database: Queryable;
  /** Cached divisions. */
  tree: DivisionTree;
  /** `areaCode`: the caller's jurisdiction, '' for the whole country. */
  caller: { areaCode: string; absorbed?: readonly string[] };
  query: Readonly<Record<string, unknown>>;
  /** Numbers of rows by area, as `code` and `n`, that decide which area a caller without jurisdiction sees first. */
  home?: Sql | undefined;
  /** The area, if the call has read it already. */
  place?: PanelAreaFilter;
  locale?: Locale;
  /** The present moment; set by tests. */
  now?: Date;
  /** A past moment, if the wall replays a day: figures are those of then. */
  past?: Date;
}

const invalidArea = () => refuse('invalid_area', 'invalid');
const rangeTooLong = text('时间范围不能超过三年', 'The time range cannot exceed three years');

type Division = Pick<DivisionNode, 'code' | 'lng' | 'parent_code' | 'name'>;

/**
 * Share of all rows that an area must hold to be shown first to a caller without jurisdiction: a few rows registered
 * elsewhere must not zoom the wall of a prefecture out to the country.
 */
const HOME_SHARE = 0.9;

/** The area of a panel, and the condition that limits rows of a table to it. */
export interface PanelAreaFilter {
  readonly area: PanelArea;
  /** Codes of ended divisions that were merged into it. */
  readonly absorbed: readonly string[];
  /** Rows in the area as its office sees them: by code prefix, and in ended divisions merged into it. */
  inside(table: string, column?: string): Sql;
}

/** The requested area as {@link readPanelArea} returns it, with its condition. */
export async function readPanelAreaFilter(context: PanelRequest): Promise<PanelAreaFilter> {
  if (context.place) return context.place;
  const area = await readPanelArea(context);
  const { absorbed } = await readDivision(context, area.code);
  return {
    area,
    absorbed,
    inside(table, column = 'area_code') {
      const own = within(area, table, column);
      return absorbed.length === 0 ? own : sql`(${own} or ${sql.id(table, column)} = any(${absorbed}::text[]))`;
    },
  };
}

/** A division with those above it, the highest first, and the codes of ended divisions that were merged into it. */
interface DivisionWithPath {
  readonly path: readonly Division[];
  readonly absorbed: readonly string[];
}

/** Divisions that panels have asked for, by the tree that they belong to: it is built anew when one changes, and every day. */
const divisionsOfTree = new WeakMap<DivisionTree, Map<string, DivisionWithPath>>();

async function readDivision(
  { database, tree }: Pick<PanelRequest, 'database' | 'tree'>,
  code: string,
): Promise<DivisionWithPath> {
  const read = divisionsOfTree.get(tree) ?? new Map<string, DivisionWithPath>();
  divisionsOfTree.set(tree, read);
  const before = read.get(code);
  if (before) return before;
  const row = await database.row<{ path: Division[] | null; absorbed: string[] }>(
    sql`with recursive up as (
          select code, name, parent_code, lng, 1 as step from system_area where code = ${code}
          union all
          select a.code, a.name, a.parent_code, a.lng, up.step + 1 from system_area a join up on a.code = up.parent_code
          where up.step < 4
        )
        select (select json_agg(json_build_object('code', code, 'name', name, 'parent_code', parent_code, 'lng', lng) order by step desc) from up) as path,
          absorbed_by(${code}) as absorbed`,
  );
  const found = { path: row?.path ?? [], absorbed: row?.absorbed ?? [] };
  // what callers invent is not remembered
  if (found.path.length > 0 || code === country.code) read.set(code, found);
  return found;
}

/** The requested area, else the caller's own. Refused if it is no division or is outside the caller's jurisdiction. */
export async function readPanelArea({
  database,
  tree,
  caller,
  query,
  home,
  place,
  locale = 'zh-cn',
}: PanelRequest): Promise<PanelArea> {
  if (place) return place.area;
  const given = query.area === undefined || query.area === '' ? undefined : String(query.area);
  const own = caller.areaCode === country.code ? '' : caller.areaCode;
  const code = given ?? (own || (await homeArea({ database, tree }, home)));
  if (code === country.code) {
    if (own) throw invalidArea();
    return { code, name: textIn(country, locale), level: 0, path: [] };
  }
  // the same refusal for both, so that it does not disclose what exists outside the caller's area
  const isOwn = (one: string) => [own, ...(caller.absorbed ?? [])].some((held) => one.startsWith(areaPrefix(held)));
  if (!/^[1-9]\d{5}$/.test(code) || !isOwn(code)) throw invalidArea();
  const { path } = await readDivision({ database, tree }, code);
  const area = path.at(-1);
  if (area?.code !== code) throw invalidArea();
  const visible = path.filter((one) => isOwn(one.code) && one.code !== country.code && !isPlaceholderDivision(one));
  const top = own ? [] : [{ code: country.code, name: textIn(country, locale) }];
  return {
    code,
    name: area.name,
    level: areaLevel(code) as AreaLevel,
    path: [...top, ...visible.filter((one) => one.code !== code).map((one) => ({ code: one.code, name: one.name }))],
  };
}

/** The smallest prefecture or province that holds nearly all rows, else the country. */
async function homeArea(
  { database, tree }: Pick<PanelRequest, 'database' | 'tree'>,
  home: Sql | undefined,
): Promise<string> {
  if (home === undefined) return country.code;
  const rows = await database.rows<{ code: string; n: number }>(
    namePreparedStatement(sql`select h.code, h.n from (${home}) h where h.code is not null`),
  );
  const total = rows.reduce((sum, one) => sum + one.n, 0);
  for (const level of [2, 1] as const) {
    const counts = new Map<string, number>();
    for (const { code, n } of rows) {
      const above = tree.upTo(code, (one) => !isPlaceholderDivision(one) && areaLevel(one.code) === level);
      if (above) counts.set(above.code, (counts.get(above.code) ?? 0) + n);
    }
    for (const [code, n] of counts) if (n >= total * HOME_SHARE) return code;
  }
  return country.code;
}

/** Condition: rows of a table whose area code begins with the digits of an area. */
function within(area: Pick<PanelArea, 'code'>, table: string, column = 'area_code'): Sql {
  const prefix = areaPrefix(area.code);
  if (prefix === '') return sql`true`;
  const own = sql.id(table, column);
  if (prefix.length === 6) return sql`${own} = ${prefix}`;
  return sql`${own} >= ${prefix} and ${own} < ${String(Number(prefix) + 1)}`;
}

/** Condition: a row's area is in the caller's jurisdiction, so that lists by area show the caller the row. */
export function inJurisdiction({ caller }: Pick<PanelRequest, 'caller'>, table: string, column = 'area_code'): Sql {
  const codes = [caller.areaCode, ...(caller.absorbed ?? [])];
  if (codes.some((code) => areaPrefix(code) === '')) return sql`true`;
  return sql`(${sql.join(
    codes.map((code) => within({ code }, table, column)),
    ' or ',
  )})`;
}

export interface DayRange {
  from: string;
  to: string;
}

/** Maximum range of a panel in days: three years. */
const LONGEST = 3 * 366;

/** Parses the requested day. */
export function parsePanelDay(written: string): string {
  if (!isCountableDate(written)) throw refuse('invalid_date', 'invalid');
  return written;
}

/** Parses `range=2026-10-01,2026-10-31`, both days included. Default: the last `days` days up to today. */
export function parsePanelDayRange(query: PanelRequest['query'], today: string, days: number): DayRange {
  if (query.range === undefined || query.range === '') return { from: addDays(today, 1 - days), to: today };
  const [from = '', to = ''] = String(query.range).split(',');
  if (parsePanelDay(from) > parsePanelDay(to)) throw refuse('invalid_date', 'invalid');
  if (addDays(from, LONGEST) < to) throw new Refused(rangeTooLong, { data: { reason: 'invalid' } });
  return { from, to };
}
