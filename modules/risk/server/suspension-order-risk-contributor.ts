import { text } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';

/**
 * Orders to suspend business within three years, whether or not their penalty is still published. Each is worth the
 * whole part at first, and half as much after each half-life. One that was annulled never counts.
 */
export const suspensionOrderRiskContributor: RiskContributor = {
  name: 'risk.suspensions',
  part: 'credit',
  label: text('停业整顿', 'Suspensions of business'),
  because: text('近三年被责令停业整顿 {n} 次', 'Ordered to suspend business within three years: {n}'),
  of: enterprise.name,
  since: sql`select min(createtime) from history`,
  select: ({ asOf, halfLife, one }) => sql`select h.row_id as enterprise_id,
      sum(power(0.5, greatest(0, extract(epoch from ${asOf} - h.createtime)) / 86400 / ${halfLife})) as share, count(*) as n, array[h.row_id] as row_ids
    from history h
    where h.resource = ${sql.raw(`'${enterprise.name}'`)} and h.move = 'suspend' and h.createtime <= ${asOf} and h.createtime > ${asOf} - interval '3 years'
      and ${one(sql`h.row_id`)}
      and not exists (select from enterprise e cross join jsonb_array_elements(e.annulled_suspensions) a
        where e.id = h.row_id and a->>'key' = suspension_decision_no(h.changes, h.note))
    group by h.row_id`,
};
