import { shanghaiDateOf, toTime } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { type ForecastOfDay, minutesOfSlot, slotsPerHour } from '../../contract/forecast/visitor-forecast.ts';
import type { SpotOnWall } from '../../contract/scenic-wall.ts';

/** Columns and join of the forecast of a spot `t` for a wall. */
interface ForecastColumns {
  readonly columns: Sql;
  readonly join: Sql;
}

/** The forecast made for the day of a moment, of spots that let visitors in. */
export const presentForecast = (at: Sql): ForecastColumns => ({
  columns: sql`extract(epoch from p.eta80)::bigint as eta80, extract(epoch from p.eta90)::bigint as eta90,
    extract(epoch from p.eta100)::bigint as eta100, p.curves`,
  join: sql`left join scenic_forecast p on p.spot_id = t.id and p.day = (${at} at time zone 'Asia/Shanghai')::date
    and t.status in ('open', 'limited')`,
});

/** A past moment is shown as it was counted; what was forecast then is not on record. */
export const noForecast: ForecastColumns = {
  columns: sql`null::bigint as eta80, null::bigint as eta90, null::bigint as eta100, null::jsonb as curves`,
  join: sql.empty,
};

/** The rest of the day by the hour, which is as fine as a tile can show. */
export function forecastByTheHour(curves: ForecastOfDay | null, now: Date): SpotOnWall['forecast'] {
  if (!curves) return [];
  const midnight = toTime(`${shanghaiDateOf(now.getTime() / 1000)}T00:00:00+08:00`) / 1000;
  return curves.p50.flatMap((p50, slot) =>
    (slot + 1) % slotsPerHour === 0
      ? [
          {
            t: midnight + (curves.from + (slot + 1) * minutesOfSlot) * 60,
            p10: curves.p10[slot] ?? p50,
            p50,
            p90: curves.p90[slot] ?? p50,
          },
        ]
      : [],
  );
}
