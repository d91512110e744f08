import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { country } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, addMonths, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { materialisedMeasureCells } from '#server/read/list/materialised-measure-tables.ts';
import { Refused } from '#server/refusal.ts';
import { isPlaceholderDivision } from '#server/wall-panel/cached-division-tree-with-successors.ts';
import { isDemonstrationDataLoaded } from '#server/wall-panel/is-demonstration-data-loaded.ts';
import {
  type DayRange,
  type PanelAreaFilter,
  type PanelRequest,
  parsePanelDayRange,
  readPanelAreaFilter,
} from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { statesInStatistics } from '../../contract/itinerary/team-itinerary-lifecycle.ts';
import { touristOriginCount } from '../../contract/itinerary/tourist-origin-count.ts';
import {
  type TouristOriginLevel,
  type TouristOriginPanel,
  touristOriginLevels,
} from '../../contract/travel-wall-panels.ts';
import { isInStatesSql, midnightInShanghai, teamsAtMomentSql } from './teams-at-moment-sql.ts';

const usualDays = 30;
const mostSources = 10;
const mostLines = 40;

interface Count {
  /** Code of a division, or name of a country. */
  code: string;
  /** Division of departure. */
  area_code: string;
  n: number;
  groups: number;
  prev: number;
}

const noLevel = text('客源地层级不正确，应为：{options}', 'Invalid level of origin: it is one of {options}');

export function readTouristOriginLevel({ query }: PanelRequest): TouristOriginLevel {
  const given = query.level === undefined || query.level === '' ? 'province' : String(query.level);
  if (!Object.hasOwn(touristOriginLevels, given))
    throw new Refused(noLevel, {
      values: { options: Object.keys(touristOriginLevels).join(', ') },
      data: { reason: 'invalid' },
    });
  return given as TouristOriginLevel;
}

/** The same days a year before. */
export const sameDaysOfYearBefore = ({ from, to }: DayRange): DayRange => ({
  from: addMonths(from, -12),
  to: addMonths(to, -12),
});

/**
 * Reads the origins of tourists: the ten most frequent divisions or countries, and lines from them to the
 * destination.
 */
export async function readTouristOriginPanel(context: PanelRequest): Promise<TouristOriginPanel> {
  const { tree, past, now = past ?? new Date() } = context;
  const level = readTouristOriginLevel(context);
  const place = await readPanelAreaFilter(context);
  const range = parsePanelDayRange(context.query, toShanghaiDate(now.toISOString()), usualDays);
  const counts = await countTourists(context, place, range, level);
  /** Division of the requested level that contains a code. */
  const above = (code: string) => {
    const own = tree.upTo(code, (one) => !isPlaceholderDivision(one));
    const province = tree.upTo(code, (one) => one.code.endsWith('0000'));
    if (level === 'province') return province ?? own;
    // a county directly below a province counts as its own prefecture
    return tree.upTo(code, (one) => !isPlaceholderDivision(one) && one.code.endsWith('00')) ?? own;
  };
  const sums = new Map<string, { code: string; name: string; n: number; groups: number; prev: number }>();
  const ways = new Map<string, TouristOriginPanel['lines'][number]>();
  for (const { code, area_code, n, groups, prev } of counts) {
    const source = level === 'country' ? undefined : above(code);
    const key = source?.code ?? code;
    const sum = sums.get(key) ?? { code: key, name: source?.name ?? code, n: 0, groups: 0, prev: 0 };
    sums.set(key, { ...sum, n: sum.n + n, groups: sum.groups + groups, prev: sum.prev + prev });
    // of the whole country the lines end in provinces, of an area in the area itself
    const wanted = place.area.code === country.code ? `${area_code.slice(0, 2)}0000` : place.area.code;
    const target = tree.upTo(wanted, (one) => one.lng !== null && !isPlaceholderDivision(one));
    if (!source || source.lng === null || source.lat === null || !target || target.lng === null || target.lat === null)
      continue;
    // no line within a province, or from a division that contains the area
    if (n === 0 || target.code.startsWith(areaPrefix(source.code)) || source.code.startsWith(areaPrefix(target.code)))
      continue;
    const way = ways.get(`${key} ${target.code}`);
    ways.set(`${key} ${target.code}`, {
      code: key,
      from: [source.lng, source.lat],
      to: [target.lng, target.lat],
      n: (way?.n ?? 0) + n,
    });
  }
  const total = [...sums.values()].reduce((all, { n }) => all + n, 0);
  return {
    asof: Math.floor(now.getTime() / 1000),
    source: 'itinerary',
    state: total > 0 ? 'ok' : 'empty',
    area: place.area,
    demonstration: await isDemonstrationDataLoaded(context),
    level,
    ...range,
    total,
    top: [...sums.values()]
      .filter(({ n }) => n > 0)
      .sort((one, other) => other.n - one.n || one.code.localeCompare(other.code))
      .slice(0, mostSources)
      .map(({ code, name, n, groups, prev }) => ({
        code,
        name,
        n,
        groups,
        share: Math.round((n / total) * 1000) / 1000,
        yoy: prev > 0 ? Math.round((n / prev - 1) * 1000) / 1000 : null,
      })),
    lines: [...ways.values()].sort((one, other) => other.n - one.n).slice(0, mostLines),
  };
}

/** Sums and row counts of a range, and the sum of the same days a year before. */
const bothYears = (day: Sql, { from, to }: DayRange, before: DayRange): Sql => sql`
  coalesce(sum(c.total) filter (where ${day} >= ${from}::date and ${day} <= ${to}::date), 0)::int as n,
  coalesce(sum(c.n) filter (where ${day} >= ${from}::date and ${day} <= ${to}::date), 0)::int as groups,
  coalesce(sum(c.total) filter (where ${day} >= ${before.from}::date and ${day} <= ${before.to}::date), 0)::int as prev`;

const inEither = (day: Sql, range: DayRange, before: DayRange): Sql => sql`
  (${day} between ${range.from}::date and ${range.to}::date or ${day} between ${before.from}::date and ${before.to}::date)`;

/** Tourists by origin at a past moment. */
const then = (context: PanelRequest): Sql => sql`(
  select s.source_area, s.country, i.area_code, (i.start_at at time zone 'Asia/Shanghai')::date as day, 1 as n, s.people as total
  from ${teamsAtMomentSql(context)} join travel_team_source s on s.itinerary_id = i.id where ${isInStatesSql('i.status', statesInStatistics)})`;

/** Tourists from abroad now. There are few, found by date; measures do not group by country. */
function fromAbroad(ranges: readonly DayRange[]): Sql {
  const within = ranges.map(
    ({ from, to }) =>
      sql`(s.start_at >= ${midnightInShanghai(from)}::timestamptz and s.start_at < ${midnightInShanghai(addDays(to, 1))}::timestamptz)`,
  );
  return sql`(
    select s.country, s.area_code, (s.start_at at time zone 'Asia/Shanghai')::date as day, 1 as n, s.people as total
    from travel_team_source s where s.country is not null and ${isInStatesSql('s.team_status', statesInStatistics)} and (${sql.join(within, ' or ')}))`;
}

/** Counts tourists by origin: prefectures from figures updated with every write, or countries from their documents. */
function countTourists(
  context: PanelRequest,
  { inside }: PanelAreaFilter,
  range: DayRange,
  level: TouristOriginLevel,
): Promise<Count[]> {
  const before = sameDaysOfYearBefore(range);
  const abroad = level === 'country';
  const now = abroad ? fromAbroad([range, before]) : materialisedMeasureCells(touristOriginCount, 'tourists');
  const origin = sql.raw(abroad ? 'c.country' : 'c.source_area');
  const day = sql`c.day`;
  return context.database.rows<Count>(
    namePreparedStatement(sql`
    select ${origin} as code, c.area_code, ${bothYears(day, range, before)}
    from ${context.past ? then(context) : now} c where ${origin} is not null and ${inside('c')} and ${inEither(day, range, before)} group by 1, 2`),
  );
}
