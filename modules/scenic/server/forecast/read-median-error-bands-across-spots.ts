import { addDays } from '#kernel/time/shanghai-time.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { type ErrorBands, leads } from './model/fit-forecast-error-bands.ts';

/** Spots with fewer tested days have no bands of their own to speak of. */
const enoughDays = 20;

/**
 * The median bands of the spots with a record, by lead, for spots that have few errors on theirs. Null: no spot has one
 * yet.
 */
export async function readMedianErrorBandsAcrossSpots(db: Queryable, today: string): Promise<ErrorBands | null> {
  const rows = await db.rows<{ low: number; high: number }>(sql`
    select percentile_cont(0.5) within group (order by (a.accuracy #>> array['bands', 'low', lead::text])::float8) as low,
      percentile_cont(0.5) within group (order by (a.accuracy #>> array['bands', 'high', lead::text])::float8) as high
    from scenic_forecast_accuracy a cross join generate_series(0, ${leads - 1}::int) lead
    where (a.accuracy ->> 'days')::int >= ${enoughDays} and a.updated_at >= ${addDays(today, -7)}::date group by lead order by lead`);
  if (rows.length < leads) return null;
  const bands: Record<keyof ErrorBands, number[]> = {
    low: rows.map(({ low }) => low),
    high: rows.map(({ high }) => high),
  };
  return bands;
}
