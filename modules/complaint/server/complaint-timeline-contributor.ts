import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { EnterpriseTimelineContributor } from '#server/platform/enterprise-timeline-contributor.ts';
import { complaint } from '../contract/complaint.ts';

/** Complaints about an enterprise, from filing until they were closed. */
export const complaintTimelineContributor: EnterpriseTimelineContributor = {
  kind: 'complaint',
  label: text('投诉', 'Complaints'),
  of: complaint.name,
  state: 'status',
  select: ({ enterprise, visible }) => sql`select t.id, t.id, t.filed_on::timestamp at time zone 'Asia/Shanghai',
      t.closed_on::timestamp at time zone 'Asia/Shanghai', t.no, t.status
    from complaint t where t.respondent_enterprise_id = ${enterprise} and ${visible}`,
};
