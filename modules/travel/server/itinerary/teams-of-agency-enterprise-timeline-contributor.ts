import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { EnterpriseTimelineContributor } from '#server/platform/enterprise-timeline-contributor.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';

/** Teams that the agency organises, or receives as the local operator. */
export const teamsOfAgencyTimelineContributor: EnterpriseTimelineContributor = {
  kind: 'team',
  label: text('旅游团队', 'Teams'),
  of: itinerary.name,
  state: 'status',
  select: ({
    enterprise,
    visible,
  }) => sql`select t.id, t.id, t.start_at, t.end_at, concat_ws(' ', t.team_no, t.route), t.status
    from travel_itinerary t where (t.agency_id = ${enterprise} or t.ground_agency_id = ${enterprise}) and ${visible}`,
};
