import { addDays, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { MapLayerRows } from '#server/wall-panel/read-map-layers.ts';
import { rowsAtMomentSql } from '#server/wall-panel/rows-at-past-moment-sql.ts';
import { complaint } from '../contract/complaint.ts';
import { openStates } from '../contract/complaint-states.ts';
import { complaintHeatDays } from '../contract/complaint-wall-panels.ts';

/** Complaints of the last thirty days where their events were, or at the centre of the division of the event. */
export const complaintsOnWallMap: MapLayerRows = {
  rows({ past, now = past ?? new Date() }, { inside }) {
    const today = toShanghaiDate(now.toISOString());
    // up to tomorrow, after which none is filed: with one end only, PostgreSQL would plan for a third of all and thus anew each time
    const days = sql`t.filed_on between ${addDays(today, 1 - complaintHeatDays)}::date and ${addDays(today, 1)}::date`;
    // divisions are read once and hashed: by its plan for any values, PostgreSQL would look one up for each complaint
    return sql`
      with d as materialized (select system_area.code, point(system_area.lng, system_area.lat) as place from system_area)
      select t.id, coalesce(t.event_place, d.place) as place, case when t.status = any(${[...openStates]}::text[]) then 'open' else 'ended' end as level,
        coalesce(t.no, '') as label, t.area_code
      from ${rowsAtMomentSql(complaint, past)} left join d on d.code = t.event_area
      where ${inside('t')} and ${days}`;
  },
};
