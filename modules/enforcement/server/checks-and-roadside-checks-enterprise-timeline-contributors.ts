import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { EnterpriseTimelineContributor } from '#server/platform/enterprise-timeline-contributor.ts';
import { check } from '../contract/check/enforcement-check.ts';
import { roadsideCheck } from '../contract/roadside-check.ts';

/** Checks, from when officers came; those still to come stand at the agreed time, or at the day they are due. */
export const checksEnterpriseTimelineContributor: EnterpriseTimelineContributor = {
  kind: 'check',
  label: text('检查', 'Checks'),
  of: check.name,
  state: 'status',
  select: ({ enterprise, visible }) => sql`select t.id, t.id,
      coalesce(t.started_at, t.window_from, t.due_on::timestamp at time zone 'Asia/Shanghai'), null::timestamptz,
      concat_ws(' ', t.check_no, t.object_name), t.status
    from enforcement_check t where t.enterprise_id = ${enterprise} and ${visible}`,
};

/** Roadside checks of its vehicles and teams. */
export const roadsideChecksEnterpriseTimelineContributor: EnterpriseTimelineContributor = {
  kind: 'roadside',
  label: text('路面检查', 'Roadside checks'),
  of: roadsideCheck.name,
  state: 'result',
  select: ({
    enterprise,
    visible,
  }) => sql`select t.id, t.id, t.made_at, null::timestamptz, concat_ws(' ', t.plate, t.place_name), t.result
    from enforcement_roadside_check t
    where t.id in (
      select c.id from travel_itinerary i join enforcement_roadside_check c on c.itinerary_id = i.id where i.agency_id = ${enterprise}
      union all select c.id from crew_vehicle v join enforcement_roadside_check c on c.vehicle_id = v.id where v.enterprise_id = ${enterprise}
    ) and ${visible}`,
};
