import { addDays, isDate } from '#kernel/calendar.ts';
import { areaLevel, areaPrefix } from '#kernel/kind/area.ts';
import { type AreaLevel, country, type PanelArea } from '#kernel/panel.ts';
import { type Locale, say, text } from '#kernel/text.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Refused, refuse } from '#server/refusal.ts';

/** Answers a feed of the wall. What it does not answer, it refuses (`Refused`). */
export type ReadPanel = (context: PanelContext) => Promise<unknown>;

/** What a panel is computed from. */
export interface PanelContext {
  database: Queryable;
  /** `areaCode`: the caller's jurisdiction, empty for the whole country. */
  caller: { areaCode: string };
  query: Readonly<Record<string, unknown>>;
  /** Table whose rows say where a caller who sees the whole country begins: what the map shows. */
  home?: string | undefined;
  locale?: Locale;
  /** The present instant; given by tests. */
  now?: Date;
}

const invalidArea = () => refuse('invalid_area', 'invalid');
const rangeTooLong = text('时间范围不能超过三年', 'The range must not exceed three years');

interface Division {
  code: string;
  name: string;
  parent_code: string | null;
  lng: number | null;
}

/** A placeholder between a province and its counties (市辖区, 省直辖县): a code, but no office and no place. */
export const isGroup = ({ code, lng }: Pick<Division, 'code' | 'lng'>) => lng === null && areaLevel(code) === 2;

/**
 * Share of all rows an area must hold to be shown first to a caller who may see the whole country: a few
 * registered elsewhere must not throw the wall of a prefecture out to the map of China.
 */
const HOME_SHARE = 0.9;

/** The area asked for, else the caller's own; refused when it is no division or lies outside the caller's. */
export async function readArea({ database, caller, query, home, locale = 'zh-cn' }: PanelContext): Promise<PanelArea> {
  const given = query.area === undefined || query.area === '' ? undefined : String(query.area);
  const own = caller.areaCode === country.code ? '' : caller.areaCode;
  const code = given ?? (own || (await homeArea(database, home)));
  if (code === country.code) {
    if (own) throw invalidArea();
    return { code, name: say(country, locale), level: 0, path: [] };
  }
  // The same refusal for both, so that an answer never tells what lies outside the caller's area.
  if (!/^[1-9]\d{5}$/.test(code) || !code.startsWith(areaPrefix(own))) throw invalidArea();
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
  const visible = path.filter(
    (one) => one.code.startsWith(areaPrefix(own)) && one.code !== country.code && !isGroup(one),
  );
  const top = own ? [] : [{ code: country.code, name: say(country, locale) }];
  return {
    code,
    name: area.name,
    level: areaLevel(code) as AreaLevel,
    path: [...top, ...visible.filter((one) => one.code !== code).map((one) => ({ code: one.code, name: one.name }))],
  };
}

/** The smallest prefecture or province that holds nearly all rows of a table, else the country. */
async function homeArea(database: Queryable, table: string | undefined): Promise<string> {
  if (table === undefined) return country.code;
  const rows = await database.rows<{ prefix: string; n: number }>(
    sql`select left(area_code, 4) as prefix, count(*)::int as n from ${sql.id(table)} group by 1 order by n desc`,
  );
  const total = rows.reduce((sum, one) => sum + one.n, 0);
  if (total === 0) return country.code;
  for (const digits of [4, 2] as const) {
    const counts = new Map<string, number>();
    for (const { prefix, n } of rows)
      counts.set(prefix.slice(0, digits), (counts.get(prefix.slice(0, digits)) ?? 0) + n);
    for (const [prefix, n] of counts) {
      const code = prefix.padEnd(6, '0');
      if (n >= total * HOME_SHARE && (await database.row('select from system_area where code = $1', [code])))
        return code;
    }
  }
  return country.code;
}

/** The condition that keeps the rows of a table to an area: every division inside begins with its digits. */
export function within(area: Pick<PanelArea, 'code'>, table: string, column = 'area_code'): Sql {
  const prefix = areaPrefix(area.code);
  if (prefix === '') return sql`true`;
  const own = sql.id(table, column);
  if (prefix.length === 6) return sql`${own} = ${prefix}`;
  return sql`${own} >= ${prefix} and ${own} < ${String(Number(prefix) + 1)}`;
}

export interface DayRange {
  from: string;
  to: string;
}

/** Longest range a panel answers: three years. */
const LONGEST = 3 * 366;

/** `range=2026-10-01,2026-10-31`, both days included; without it the last `days` days up to today. */
export function readRange(query: PanelContext['query'], today: string, days: number): DayRange {
  if (query.range === undefined || query.range === '') return { from: addDays(today, 1 - days), to: today };
  const [from = '', to = ''] = String(query.range).split(',');
  if (!isDate(from) || !isDate(to) || from > to) throw refuse('invalid_date', 'invalid');
  if (addDays(from, LONGEST) < to) throw new Refused(rangeTooLong, { data: { reason: 'invalid' } });
  return { from, to };
}
