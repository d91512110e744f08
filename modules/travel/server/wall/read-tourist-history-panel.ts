import { text } from '#kernel/text/text.ts';
import { addDays, addMonths, daysBetween, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { materialisedMeasureCells } from '#server/read/list/materialised-measure-tables.ts';
import { Refused } from '#server/refusal.ts';
import { isDemonstrationDataLoaded } from '#server/wall-panel/is-demonstration-data-loaded.ts';
import {
  type DayRange,
  type PanelAreaFilter,
  type PanelRequest,
  parsePanelDayRange,
  readPanelAreaFilter,
} from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { statesInStatistics } from '../../contract/itinerary/team-itinerary-lifecycle.ts';
import {
  type TouristHistoryPanel,
  type TouristHistoryUnit,
  touristHistoryUnits,
} from '../../contract/travel-wall-panels.ts';
import { isInStatesSql, teamsAtMomentSql } from './teams-at-moment-sql.ts';

const noUnit = text('统计单位不正确，应为：{options}', 'Invalid time unit: it is one of {options}');

/** Default ranges up to today: thirty days, twelve months, three years. */
const usualDays = { day: 30, month: 365, year: 2 * 365 } as const;

function readUnit({ query }: PanelRequest): TouristHistoryUnit {
  const given = query.unit === undefined || query.unit === '' ? 'day' : String(query.unit);
  if (!Object.hasOwn(touristHistoryUnits, given))
    throw new Refused(noUnit, {
      values: { options: Object.keys(touristHistoryUnits).join(', ') },
      data: { reason: 'invalid' },
    });
  return given as TouristHistoryUnit;
}

const lengthOf = { day: 10, month: 7, year: 4 } as const;

/** Days, months or years of a range, in order. */
function stepsOf({ from, to }: DayRange, unit: TouristHistoryUnit): string[] {
  if (unit === 'day') return Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at));
  const length = lengthOf[unit];
  const steps: string[] = [];
  for (let day = `${from.slice(0, 7)}-01`; day.slice(0, length) <= to.slice(0, length); day = addMonths(day, 1))
    if (steps.at(-1) !== day.slice(0, length)) steps.push(day.slice(0, length));
  return steps;
}

/** The same day, month or year one year before. */
const before = (step: string, unit: TouristHistoryUnit): string => {
  const day = unit === 'year' ? `${step}-01-01` : unit === 'month' ? `${step}-01` : step;
  return addMonths(day, -12).slice(0, lengthOf[unit]);
};

/** Reads tourists by day, month or year of departure, with the year before, and by day of the latest holiday. */
export async function readTouristHistoryPanel(context: PanelRequest): Promise<TouristHistoryPanel> {
  const { database, past, now = past ?? new Date() } = context;
  const unit = readUnit(context);
  const place = await readPanelAreaFilter(context);
  const today = toShanghaiDate(now.toISOString());
  const range = parsePanelDayRange(context.query, today, usualDays[unit]);
  const steps = stepsOf(range, unit);
  const counts = await countSteps(context, place, unit, {
    from: `${before(steps[0] ?? today.slice(0, lengthOf[unit]), unit)}-01-01`.slice(0, 10),
    to: unit === 'day' ? range.to : addMonths(`${(steps.at(-1) ?? today).slice(0, 4)}-12-31`, 0),
  });
  const of = (step: string) => counts.get(step) ?? { n: 0, teams: 0 };
  const series = steps.map((t) => ({ t, ...of(t), prev: of(before(t, unit)).n }));
  const holiday = await readHoliday(context, place, today);
  const none = [...series, ...holiday].every(({ n, prev }) => n === 0 && prev === 0);
  return {
    asof: Math.floor(now.getTime() / 1000),
    source: 'itinerary',
    state: none ? 'empty' : 'ok',
    area: place.area,
    demonstration: await isDemonstrationDataLoaded({ ...context, database }),
    unit,
    series,
    holiday,
  };
}

/** Figures updated with every write; of a past moment, computed from its teams. */
const cells = (context: PanelRequest): Sql =>
  context.past
    ? sql`(select i.area_code, (i.start_at at time zone 'Asia/Shanghai')::date as day, 1 as n, i.tourist_count as total
        from ${teamsAtMomentSql(context)} where ${isInStatesSql('i.status', statesInStatistics)})`
    : materialisedMeasureCells(itinerary, 'tourists');

async function countSteps(
  context: PanelRequest,
  { inside }: PanelAreaFilter,
  unit: TouristHistoryUnit,
  { from, to }: DayRange,
) {
  const rows = await context.database.rows<{ t: string; n: number; teams: number }>(
    namePreparedStatement(sql`
    select left(c.day::text, ${lengthOf[unit]}::int) as t, sum(c.total)::int as n, sum(c.n)::int as teams from ${cells(context)} c
    where ${inside('c')} and c.day between ${from}::date and ${to}::date group by 1`),
  );
  return new Map(rows.map(({ t, n, teams }) => [t, { n, teams }]));
}

/** Days of the latest public holiday and of the same one a year before, aligned from the first day. */
async function readHoliday(
  context: PanelRequest,
  { inside }: PanelAreaFilter,
  today: string,
): Promise<TouristHistoryPanel['holiday']> {
  const rows = await context.database.rows<{
    name: string;
    name_en: string;
    date: string;
    n: number;
    teams: number;
  }>(
    namePreparedStatement(sql`
    select d.name, coalesce(d.name_en, '') as name_en, d.date::text as date, t.n, t.teams
    from system_calendar d cross join lateral (
      select coalesce(sum(c.total), 0)::int as n, coalesce(sum(c.n), 0)::int as teams from ${cells(context)} c where c.day = d.date and ${inside('c')}) t
    where d.kind = 'holiday' and d.date <= ${today}::date and d.date > ${addMonths(today, -26)}::date order by d.date`),
  );
  // two holidays may share one week off, each day with its own name
  const blocks: (typeof rows)[] = [];
  for (const row of rows) {
    const last = blocks.at(-1);
    if (last && daysBetween(last.at(-1)?.date ?? '', row.date) === 1) last.push(row);
    else blocks.push([row]);
  }
  const latest = blocks.at(-1);
  const first = latest?.[0];
  if (!latest || !first) return [];
  const { name, name_en } = first;
  const old = blocks.slice(0, -1).findLast((block) => block.some((one) => one.name === name)) ?? [];
  return latest.map(({ date, n, teams }, at) => ({
    name,
    name_en,
    day: at + 1,
    date,
    n,
    teams,
    prev: old[at]?.n ?? 0,
  }));
}
