import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { complaint } from '../contract/complaint.ts';

/** So many complaints in a year, for which an enterprise is responsible, are worth the whole part. */
const wholePart = 5;

/**
 * Complaints of the last twelve months for which the authority found the respondent responsible (domain reference §4.4).
 * Others do not count.
 */
export const complaintRiskContributor: RiskContributor = {
  name: 'complaint.confirmed',
  part: 'complaints',
  label: text('属实投诉', 'Confirmed complaints'),
  because: text('一年内认定有责的投诉 {n} 件', 'Complaints with responsibility found within a year: {n}'),
  of: complaint.name,
  select: ({ asOf, one }) => sql`select c.respondent_enterprise_id as enterprise_id,
      sum(case c.responsibility when 'respondent' then 1 else 0.5 end)::float8 / ${wholePart} as share, count(*) as n,
      (array_agg(c.id order by c.closed_on desc, c.id))[1:20] as row_ids
    from complaint c
    where c.responsibility in ('respondent', 'shared') and c.respondent_enterprise_id is not null
      and c.closed_on <= (${asOf} at time zone 'Asia/Shanghai')::date and c.closed_on > (${asOf} at time zone 'Asia/Shanghai')::date - interval '1 year'
      and ${one(sql`c.respondent_enterprise_id`)}
    group by c.respondent_enterprise_id`,
};
