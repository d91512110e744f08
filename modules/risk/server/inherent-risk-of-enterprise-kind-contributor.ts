import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';

/** The inherent risk of the kind of business, by the weights. */
export const inherentRiskOfEnterpriseKindContributor: RiskContributor = {
  name: 'risk.industry',
  part: 'industry',
  label: text('行业固有风险', 'Industry'),
  because: text('所属行业的固有风险', 'Risk inherent in the kind of business'),
  select: ({
    model,
    one,
  }) => sql`select e.id as enterprise_id, w.percent / 100.0 as share, 1 as n, '{}'::bigint[] as row_ids
    from enterprise e join risk_industry_weight w on w.ent_type = e.ent_type and w.model_id = ${model}
    where ${one(sql`e.id`)}`,
};
