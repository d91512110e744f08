import { type Sql, sql } from '#server/db/sql.ts';
import type { ForecastOfDay } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import type { SpotOnWall } from '../../contract/spot-capacity-wall-panel.ts';
import { byTheHour, type HourlyForecast, momentsOf } from './read-forecast-made-at-past-moment.ts';

/** Columns and join of the forecast of a spot `t` for a wall. */
interface ForecastColumns {
  readonly columns: Sql;
  readonly join: Sql;
}

const arrivals = sql`extract(epoch from p.eta80)::bigint as eta80, extract(epoch from p.eta90)::bigint as eta90,
    extract(epoch from p.eta100)::bigint as eta100`;
const dayOf = (at: Sql): Sql => sql`(${at} at time zone 'Asia/Shanghai')::date`;

/** The forecast made for the day of a moment, of spots that let visitors in. */
export const currentForecastSql = (at: Sql): ForecastColumns => ({
  columns: sql`${arrivals}, p.curves, null::jsonb as hours`,
  join: sql`left join scenic_forecast p on p.spot_id = t.id and p.day = ${dayOf(at)} and t.status in ('open', 'limited')`,
});

/** The forecast that stood at a past moment. */
export const forecastAtPastMomentSql = (at: Sql): ForecastColumns => ({
  columns: sql`${arrivals}, null::jsonb as curves, case when p.first is not null
    then jsonb_build_object('first', p.first, 'p10', to_jsonb(p.p10), 'p50', to_jsonb(p.p50), 'p90', to_jsonb(p.p90)) end as hours`,
  join: sql`left join lateral (select f.* from scenic_forecast_past f
    where f.spot_id = t.id and f.made_at <= ${at} and f.day = ${dayOf(at)} order by f.made_at desc limit 1) p on true`,
});

/** The rest of the day by the hour, which is as fine as a tile can show. */
export function forecastByTheHour(
  { curves, hours }: { readonly curves: ForecastOfDay | null; readonly hours: HourlyForecast | null },
  now: Date,
): SpotOnWall['forecast'] {
  const hourly = hours ?? (curves && byTheHour(curves));
  if (!hourly) return [];
  const moments = momentsOf(hourly, now);
  return hourly.p50.map((p50, n) => ({
    t: moments[n] ?? 0,
    p10: hourly.p10[n] ?? p50,
    p50,
    p90: hourly.p90[n] ?? p50,
  }));
}
