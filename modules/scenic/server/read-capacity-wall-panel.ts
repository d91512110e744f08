import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { isDemonstrationDataLoaded } from '#server/wall-panel/is-demonstration-data-loaded.ts';
import { type PanelRequest, readPanelAreaFilter } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import type { ForecastOfDay } from '../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { spot } from '../contract/scenic-spot-and-opening-season.ts';
import {
  type CapacityPanel,
  crowdLevelByCountName,
  type SpotOnWall,
  type SpotSummary,
} from '../contract/spot-capacity-wall-panel.ts';
import { flow } from '../contract/visitor-flow-time-series-and-warning-messages.ts';
import type { HourlyForecast } from './forecast/read-forecast-made-at-past-moment.ts';
import {
  currentForecastSql,
  forecastAtPastMomentSql,
  forecastByTheHour,
} from './forecast/visitor-forecast-columns-for-spot-wall-sql.ts';
import {
  crowdOfSpot,
  nameOfSpot,
  pastStateOfSpot,
  presentStateOfSpot,
} from './spot-state-now-or-at-past-moment-sql.ts';

/** Spots with figures of their own; the summary counts all. */
const mostSpots = 60;

interface Row extends Omit<SpotOnWall, 'forecast'> {
  readonly [column: string]: unknown;
  readonly curves: ForecastOfDay | null;
  readonly hours: HourlyForecast | null;
}
interface Counted {
  readonly [column: string]: unknown;
  readonly crowd: string;
  readonly n: number;
  readonly inside: number;
}

/** Who came on the day of a moment, as `n`: by the balance now, which no longer says what it was at a past moment. */
const presentTotal = (at: Sql): Sql => sql`select b.added::int as n from reading_balance b
  where b.series = ${flow.name} and b.of_id = t.id and b.day = (${at} at time zone 'Asia/Shanghai')::date`;
const pastTotal = (at: Sql): Sql => sql`select max(f.day_total)::int as n from scenic_flow f
  where f.of_id = t.id and f.at >= date_trunc('day', ${at}, 'Asia/Shanghai') and f.at <= ${at}`;

/** `screen.capacity`: how full the spots of an area are. Each count is that of the list of spots with the same level. */
export async function readCapacityWallPanel(context: PanelRequest): Promise<CapacityPanel> {
  const { past, now = past ?? new Date(), database, locale } = context;
  const { area, inside } = await readPanelAreaFilter(context);
  const at = sql`${now.toISOString()}::timestamptz`;
  const state = past ? pastStateOfSpot(at) : presentStateOfSpot;
  const total = past ? pastTotal(at) : presentTotal(at);
  const table = sql.id(tableOf(spot));
  const hasData = sql`s.at is not null and not s.lost`;
  const forecast = past ? forecastAtPastMomentSql(at) : currentForecastSql(at);
  const counting = database.rows<Counted>(
    namePreparedStatement(sql`
      select ${crowdOfSpot} as crowd, count(*)::int as n, coalesce(sum(s.value) filter (where ${hasData}), 0)::int as inside
      from ${table} t ${state} where ${inside('t')} and t.createtime <= ${at} group by 1`),
  );
  // the rest of their figures is read for those that are shown
  const order = sql`case when s.lost then 0 else s.level end desc, s.lost desc, s.value / nullif(t.instant_max, 0)::float8 desc nulls last, t.id`;
  const fullest = sql`select t.id from ${table} t ${state} where ${inside('t')} and s.at is not null and t.createtime <= ${at}
      order by ${order} limit ${mostSpots}`;
  const reading = database.rows<Row>(
    namePreparedStatement(sql`
      select t.id, ${nameOfSpot(locale)} as name, t.place[0] as lng, t.place[1] as lat, case when ${hasData} then s.value::int end as inside, t.instant_max,
        case when ${hasData} then (select case when d.n > 0 or s.value = 0 then d.n end from (${total}) d) end as day_total,
        t.daily_max, case when ${hasData} and t.instant_max > 0 then s.level end as level,
        case when s.at is null then 'empty' when s.lost then 'data_lost' else 'ok' end as state, extract(epoch from s.at)::bigint as at, ${forecast.columns}
      from (${fullest}) f join ${table} t on t.id = f.id ${state} ${forecast.join} order by ${order}`),
  );
  const [counted, spots] = await Promise.all([counting, reading]);
  const of = (name: string) => counted.find(({ crowd }) => crowd === name)?.n ?? 0;
  const summary = Object.fromEntries(
    Object.entries(crowdLevelByCountName).map(([name, crowd]) => [name, of(crowd)]),
  ) as unknown as SpotSummary;
  return {
    asof: Math.floor(now.getTime() / 1000),
    source: 'capacity',
    state: counted.length > 0 ? 'ok' : 'empty',
    area,
    demonstration: await isDemonstrationDataLoaded(context),
    spots: spots.map(({ curves, hours, ...one }) => ({ ...one, forecast: forecastByTheHour({ curves, hours }, now) })),
    summary,
    inside: counted.reduce((sum, one) => sum + one.inside, 0),
  };
}
