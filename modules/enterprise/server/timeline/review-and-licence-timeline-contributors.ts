import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { EnterpriseTimelineContributor } from '#server/platform/enterprise-timeline-contributor.ts';
import { enterprise } from '../../contract/enterprise.ts';
import { licence } from '../../contract/licence.ts';

/** Moves of the enterprise from its registration on: submissions, reviews, suspensions, changes. */
export const reviewTimelineContributor: EnterpriseTimelineContributor = {
  kind: 'review',
  label: text('登记与审核', 'Registration and reviews'),
  of: enterprise.name,
  state: 'move',
  select: ({ enterprise: id, visible }) => sql`select h.id, t.id, h.createtime, null::timestamptz, null::text, h.move
    from enterprise t join history h on h.resource = ${enterprise.name} and h.row_id = t.id and h.move is not null
    where t.id = ${id} and ${visible}`,
};

/** Licences, from their issue to their last day. */
export const licenceTimelineContributor: EnterpriseTimelineContributor = {
  kind: 'licence',
  label: text('许可证', 'Licences'),
  of: licence.name,
  state: 'status',
  select: ({ enterprise: id, visible }) => sql`select t.id, t.id, t.issue_date::timestamp at time zone 'Asia/Shanghai',
      (t.expire_date + 1)::timestamp at time zone 'Asia/Shanghai' - interval '1 second', t.license_no, t.status
    from enterprise_licence t where t.enterprise_id = ${id} and ${visible}`,
};
