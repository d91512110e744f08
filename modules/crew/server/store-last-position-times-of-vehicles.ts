import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { vehiclePosition } from '#modules/enforcement/contract/plate-gate-and-position-time-series.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/**
 * Stores the time of the latest position on each vehicle; returns how many changed. This is no edit of the record: its
 * version stays and nobody is notified. Rows locked by another transaction are skipped until the next run.
 */
export async function storeLastPositionTimesOfVehicles(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(sql`
    with seen as (
      select v.id, p.at from crew_vehicle v cross join lateral (
        select max(p.at) as at from ${sql.id(tableOf(vehiclePosition))} p
        where p.of_id = v.id and p.at > greatest(v.gps_online_at, now() - interval '${sql.raw(String(vehiclePosition.late.days))} days')) p
      where v.status not in ('returned', 'scrapped') and p.at is not null
      order by v.id for no key update of v skip locked
    )
    update crew_vehicle v set gps_online_at = seen.at from seen where v.id = seen.id`);
  return rowCount ?? 0;
}
