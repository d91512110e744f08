import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { agencyCoverage, uncoveredStates } from '../contract/liability-coverage-of-agency.ts';

/** An agency without liability insurance, which it must not be for a day: the whole part. */
export const missingInsuranceRiskContributor: RiskContributor = {
  name: 'insurance.coverage',
  part: 'overdue',
  label: text('责任险断保', 'No liability insurance'),
  because: text('旅行社责任险已断保', 'The agency has no liability insurance'),
  of: agencyCoverage.name,
  select: ({
    asOf,
    one,
  }) => sql`select c.enterprise_id, 1 as share, 1 as n, array[c.id] as row_ids from insurance_coverage c
    where c.status = any(${[...uncoveredStates]}::text[]) and c.gap_from <= (${asOf} at time zone 'Asia/Shanghai')::date
      and ${one(sql`c.enterprise_id`)}`,
};
