import { shanghaiToday } from '#kernel/calendar.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hooks.ts';
import type { application } from '../contract/application.ts';
import { type Policy, policy } from '../contract/policy.ts';
import { say } from './team-rules.ts';

type Change = ChangeContext<typeof application>;

/** States of an enterprise that may claim. */
export const claimant = ['active', 'change_pending'] as const;

/** Whether a place lies in the areas of a policy, of which it may have none. */
export const liesWithin = (areas: Sql, code: Sql): Sql =>
  sql`(cardinality(coalesce(${areas}, '{}')) = 0 or exists (select from system_area a
    where a.id = any(${areas}) and starts_with(${code}, regexp_replace(a.code, '(00)+$', ''))))`;

/**
 * The policy is open today and meant for enterprises like this one: by type, by where it is, by its credit (domain reference
 * §2.P). Whoever has not been rated yet may apply, which reviewers are told; whoever owes a reward back may not.
 */
export async function requireEligible({ before, require, fail, tx }: Change): Promise<Policy | undefined> {
  const { policy_id, enterprise_id, status } = before;
  // a policy that has closed takes no new teams; what was declared or returned in time still comes
  const open = status === 'draft' ? (['open'] as const) : (['open', 'closed'] as const);
  const [found, holder] = [
    await require(policy, policy_id, { status: open, field: 'policy_id' }),
    await require(enterprise, enterprise_id, { status: claimant, field: 'enterprise_id' }),
  ];
  if (!found || !holder) return undefined;
  const today = shanghaiToday();
  if (today < found.starts_on) fail('policy_id', say.notBegun, { date: found.starts_on });
  if (!(found.eligible as readonly string[]).includes(holder.ent_type)) fail('policy_id', say.notMeant);
  const [least, grade] = [found.credit, holder.credit_grade];
  // A is better than B
  if (least && grade && grade > least) fail('policy_id', say.credit, { grade, least });
  const row = await tx.row<{ here: boolean; owed: string | null }>(sql`
    select ${liesWithin(sql`${(found.areas ?? []) as number[]}::bigint[]`, sql`${holder.area_code}`)} as here,
      (select string_agg(c.no, '、' order by c.id) from reward_application c where c.enterprise_id = ${enterprise_id} and c.status = 'clawback') as owed`);
  if (row && !row.here) fail('policy_id', say.notHere);
  if (row?.owed) fail('policy_id', say.owes, { no: row.owed });
  return found;
}
