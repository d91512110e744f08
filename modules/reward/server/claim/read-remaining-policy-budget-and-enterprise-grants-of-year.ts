import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { RewardApplication } from '../../contract/enterprise-application-for-tourist-bringing-reward.ts';
import { budgetReservingRewardStates } from '../../contract/reward-application-states-paid-or-reserving-budget.ts';

/** Budget left for an application, not counting itself, in cents. */
export interface RemainingPolicyBudgetAndEnterpriseGrants {
  /** Of the policy's budget. */
  readonly left: number;
  /** Granted to its enterprise for this kind this year, and for how many guests. */
  readonly granted: number;
  readonly guests: number;
}

/** Reads the budget left, and what the enterprise was granted this year. */
export async function readRemainingPolicyBudgetAndEnterpriseGrants(
  tx: Queryable,
  { id, policy_id, enterprise_id, kind }: Pick<RewardApplication, 'id' | 'policy_id' | 'enterprise_id' | 'kind'>,
): Promise<RemainingPolicyBudgetAndEnterpriseGrants> {
  const own = sql`a.enterprise_id = ${enterprise_id} and a.kind = ${kind}
    and a.applied_at >= date_trunc('year', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`;
  const row = await tx.row<{ left: string; granted: string; guests: string }>(sql`
    select p.budget - coalesce(sum(a.amount), 0) as left, coalesce(sum(a.amount) filter (where ${own}), 0) as granted,
      coalesce(sum(a.pax) filter (where ${own}), 0) as guests
    from reward_policy p left join reward_application a on a.policy_id = p.id and a.id <> ${id}
      and a.status = any(${[...budgetReservingRewardStates]}::text[])
    where p.id = ${policy_id} group by p.id`);
  return { left: Number(row?.left ?? 0), granted: Number(row?.granted ?? 0), guests: Number(row?.guests ?? 0) };
}
