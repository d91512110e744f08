import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { order } from '../contract/correction-order.ts';

/** Overdue corrections: one is worth the whole part (domain reference §2.J: overdue +10). */
export const overdueCorrectionRiskContributor: RiskContributor = {
  name: 'reform.overdue',
  part: 'overdue',
  label: text('整改逾期', 'Overdue corrections'),
  because: text('整改逾期未改 {n} 件', 'Corrections overdue: {n}'),
  of: order.name,
  select: ({ asOf, one }) => sql`select r.enterprise_id, count(*) as share, count(*) as n,
      (array_agg(r.id order by r.due_on, r.id))[1:20] as row_ids
    from reform_order r
    where r.status = 'overdue' and r.due_on < (${asOf} at time zone 'Asia/Shanghai')::date and ${one(sql`r.enterprise_id`)}
    group by r.enterprise_id`,
};
