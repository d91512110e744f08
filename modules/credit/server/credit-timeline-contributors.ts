import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { EnterpriseTimelineContributor } from '#server/platform/enterprise-timeline-contributor.ts';
import { creditEvent } from '../contract/credit-event.ts';
import { creditListing } from '../contract/red-or-black-list-entry.ts';

/** Credit events of an enterprise and its listings, from the notice until they end. */
export const creditTimelineContributors: readonly EnterpriseTimelineContributor[] = [
  {
    kind: 'credit',
    label: text('信用事项', 'Credit events'),
    of: creditEvent.name,
    state: 'status',
    select: ({
      enterprise,
      visible,
    }) => sql`select t.id, t.id, t.happened_on::timestamp at time zone 'Asia/Shanghai', null::timestamptz, t.title, t.status
      from credit_event t where t.enterprise_id = ${enterprise} and ${visible}`,
  },
  {
    kind: 'listing',
    label: text('信用名单', 'Credit lists'),
    of: creditListing.name,
    state: 'status',
    select: ({ enterprise, visible }) => sql`select t.id, t.id,
        coalesce(t.noticed_on::timestamp at time zone 'Asia/Shanghai', t.createtime),
        coalesce(t.removed_on, t.ends_on)::timestamp at time zone 'Asia/Shanghai', t.no, t.status
      from credit_listing t where t.enterprise_id = ${enterprise} and ${visible}`,
  },
];
