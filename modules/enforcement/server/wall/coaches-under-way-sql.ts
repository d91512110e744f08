import { country } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { PanelAreaFilter, PanelRequest } from '#server/wall-panel/read-panel-area-and-day-range.ts';

/**
 * The coaches under way with teams that depart in the area, each once, even with two teams: `id`, `plate`, `leaves`
 * (one of its teams leaves the province), `expired` (a document has expired), `since`, `area_code`, `destination` (key of
 * a division), `team` (key of the last to depart), and `registered_in` (area of the operator, whose office may be
 * another: the coach is in its list).
 */
export function coachesUnderWaySql(
  { past, now = past ?? new Date() }: PanelRequest,
  { area, inside }: PanelAreaFilter,
): Sql {
  const at = sql`${now.toISOString()}::timestamptz`;
  // for now, teams under way are found by state (indexed); for a past moment, by the time of their return
  const underway = sql`i.status in ('departed', 'abnormal')`;
  const own = area.code === country.code ? sql`left(i.area_code, 2)` : sql`${area.code.slice(0, 2)}::text`;
  const today = toShanghaiDate(now.toISOString());
  return sql`
    select v.id, v.plate, bool_or(exists (select from system_area d where d.id = any(i.destination_areas) and left(d.code, 2) <> ${own})) as leaves,
      coalesce(least(v.permit_valid_to, v.inspect_valid_to, v.insurance_valid_to) < ${today}::date, false) as expired,
      min(i.departed_at) as since, min(i.area_code) as area_code, (array_agg(i.destination_areas[1] order by i.departed_at desc, i.id))[1] as destination,
      (array_agg(i.id order by i.departed_at desc, i.id))[1] as team,
      (select e.area_code from ${sql.id(tableOf(enterprise))} e where e.id = v.enterprise_id) as registered_in
    from ${sql.id(tableOf(itinerary))} i join travel_assigned_vehicle a on a.itinerary_id = i.id join ${sql.id(tableOf(vehicle))} v on v.id = a.vehicle_id
    where ${inside('i')} and i.departed_at <= ${at} and (i.finished_at is null or i.finished_at > ${at})
      and ${past ? sql`(${underway} or i.finished_at > ${at})` : underway}
      and coalesce(a.from_at, i.start_at) <= ${at} and coalesce(a.to_at, i.end_at) > ${at}
    group by v.id`;
}
