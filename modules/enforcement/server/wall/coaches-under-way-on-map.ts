import { maskPlate } from '#kernel/check/mask-personal-data.ts';
import { sql } from '#server/db/sql.ts';
import type { MapLayerRows } from '#server/wall-panel/read-map-layers.ts';
import { inJurisdiction } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { coachesUnderWaySql } from './coaches-under-way-sql.ts';

/** Minutes after which a position no longer says where a coach is. */
const freshMinutes = 30;

/** Coaches under way at their last position, else at the centre of the division to which their team goes. */
export const coachesUnderWayOnMap: MapLayerRows = {
  rows(context, place) {
    const { past, now = past ?? new Date() } = context;
    const at = sql`${now.toISOString()}::timestamptz`;
    return sql`
      select c.id, coalesce(l.place, point(d.lng, d.lat)) as place, c.plate as label, c.area_code, c.registered_in,
        case when c.expired then 'expired' when l.place is null then 'planned' else 'located' end as level
      from (${coachesUnderWaySql(context, place)}) c
      left join lateral (
        select q.place from enforcement_position q
        where q.of_id = c.id and q.at <= ${at} and q.at > ${at} - make_interval(mins => ${freshMinutes}::int) order by q.at desc limit 1) l on true
      left join system_area d on d.id = c.destination`;
  },
  listed: (context) => inJurisdiction(context, 'p', 'registered_in'),
  shownLabel: maskPlate,
};
