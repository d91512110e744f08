import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { EnterpriseTimelineContributor } from '#server/platform/enterprise-timeline-contributor.ts';
import { insurancePolicy } from '../contract/insurance-policy.ts';

/** Insurance policies, from their first day to their last. */
export const policyTimelineContributor: EnterpriseTimelineContributor = {
  kind: 'policy',
  label: text('保单', 'Insurance policies'),
  of: insurancePolicy.name,
  state: 'status',
  select: ({ enterprise, visible }) => sql`select t.id, t.id, t.from_on::timestamp at time zone 'Asia/Shanghai',
      (t.to_on + 1)::timestamp at time zone 'Asia/Shanghai' - interval '1 second', concat_ws(' ', t.insurer, t.policy_no), t.status
    from insurance_policy t where t.enterprise_id = ${enterprise} and ${visible}`,
};
