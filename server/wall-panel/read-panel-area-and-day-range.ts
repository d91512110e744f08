import { areaLevel, areaPrefix } from '#kernel/kind/linked/area.ts';
import { type AreaLevel, country, type PanelArea } from '#kernel/module/wall-panel.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { addDays, isCountableDate } from '#kernel/time/shanghai-time.ts';
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
  /** Table whose rows decide which area a caller without jurisdiction sees first. */
  home?: string | undefined;
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
  /** Rows in the area as its office sees them: by code prefix, and in ended divisions merged into it. */
  inside(table: string, column?: string): Sql;
}

/** The requested area as {@link readPanelArea} returns it, with its condition. */
export async function readPanelAreaFilter(context: PanelRequest): Promise<PanelAreaFilter> {
  const area = await readPanelArea(context);
  const row = await context.database.row<{ absorbed: string[] }>('select absorbed_by($1) as absorbed', [area.code]);
  const absorbed = row?.absorbed ?? [];
  return {
    area,
    inside(table, column = 'area_code') {
      const own = within(area, table, column);
      return absorbed.length === 0 ? own : sql`(${own} or ${sql.id(table, column)} = any(${absorbed}::text[]))`;
    },
  };
}

/** The requested area, else the caller's own. Refused if it is no division or is outside the caller's jurisdiction. */
export async function readPanelArea({
  database,
  tree,
  caller,
  query,
  home,
  locale = 'zh-cn',
}: PanelRequest): Promise<PanelArea> {
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
  const path = await database.rows<Division>(
    sql`with recursive up as (
          select code, name, parent_code, lng, 1 as step from system_area where code = ${code}
          union all
          select a.code, a.name, a.parent_code, a.lng, up.step + 1 from system_area a join up on a.code = up.parent_code
          where up.step < 4
        )
        select code, name, parent_code, lng from up order by step desc`,
  );
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

/** The smallest prefecture or province that holds nearly all rows of a table, else the country. */
async function homeArea(
  { database, tree }: Pick<PanelRequest, 'database' | 'tree'>,
  table: string | undefined,
): Promise<string> {
  if (table === undefined) return country.code;
  const rows = await database.rows<{ code: string; n: number }>(
    sql`select area_code as code, count(*)::int as n from ${sql.id(table)} group by 1`,
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
