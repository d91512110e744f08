import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { EnterpriseTimelineContributor } from '#server/platform/enterprise-timeline-contributor.ts';
import { order } from '../contract/correction-order.ts';

/** Orders to correct, from issue until they were closed or have to be complied with. */
export const correctionOrdersOnEnterpriseTimelineContributor: EnterpriseTimelineContributor = {
  kind: 'reform',
  label: text('责令改正', 'Correction orders'),
  of: order.name,
  state: 'status',
  select: ({ enterprise, visible }) => sql`select t.id, t.id, coalesce(t.issued_at, t.createtime),
      greatest(coalesce(t.closed_on, t.due_on)::timestamp at time zone 'Asia/Shanghai', t.issued_at), t.no, t.status
    from reform_order t where t.enterprise_id = ${enterprise} and ${visible}`,
};
