import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { reservingStates } from '../contract/application-states.ts';

/** What is left of a budget, and of what one enterprise may be paid of it this year, in cents. */
export async function readRoom(
  tx: Queryable,
  policyId: number,
  enterpriseId: number,
  kind: string,
  applicationId: number,
): Promise<{ left: number; taken: number }> {
  const row = await tx.row<{ left: string; taken: string }>(sql`
    select p.budget - coalesce(sum(a.amount), 0) as left,
      coalesce(sum(a.amount) filter (where a.enterprise_id = ${enterpriseId} and a.kind = ${kind}
        and a.applied_at >= date_trunc('year', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'), 0) as taken
    from reward_policy p left join reward_application a on a.policy_id = p.id and a.id <> ${applicationId}
      and a.status = any(${reservingStates as readonly string[]}::text[])
    where p.id = ${policyId} group by p.id`);
  return { left: Number(row?.left ?? 0), taken: Number(row?.taken ?? 0) };
}
