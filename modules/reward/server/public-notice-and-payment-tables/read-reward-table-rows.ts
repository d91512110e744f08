import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { rewardApplication } from '../../contract/enterprise-application-for-tourist-bringing-reward.ts';
import { rewardPolicy } from '../../contract/policy-rewarding-enterprises-for-bringing-tourists.ts';

/** The policy as named in its tables. */
export interface RewardTablePolicy {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly doc_no: string;
}

/** An application as a row of a table. */
export interface RewardTableRow {
  readonly [column: string]: unknown;
  readonly no: string;
  readonly enterprise: string;
  readonly uscc: string;
  readonly kind: string;
  readonly status: string;
  readonly teams: number;
  readonly pax: number;
  readonly nights: number;
  /** Cents. */
  readonly amount: number;
  readonly published_on: string | null;
  readonly publicity_until: string | null;
  readonly paid_on: string | null;
  readonly payment_no: string | null;
}

/** The policy with this id, if the caller may see it. */
export async function readRewardTablePolicy({ engine, caller }: Call, id: number): Promise<RewardTablePolicy> {
  const scope = scopeOf(rewardPolicy, caller, engine.find);
  const row = await engine.db.row<RewardTablePolicy>(sql`
    select t.id, t.name, t.doc_no from reward_policy t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
  if (!row) throw notFound();
  return row;
}

/** Its applications in these states that the caller sees, in order of submission. */
export async function readRewardTableRows(
  { engine, caller }: Call,
  policyId: number,
  states: readonly string[],
): Promise<RewardTableRow[]> {
  const scope = scopeOf(rewardApplication, caller, engine.find);
  const rows = await engine.db.rows<RewardTableRow & { amount: unknown }>(sql`
    select t.no, e.name as enterprise, e.uscc, t.kind, t.status, cardinality(t.teams) as teams, t.pax, t.nights, (t.amount + coalesce(t.recovered, 0))::float8 as amount,
      t.published_on::text, t.publicity_until::text, t.paid_on::text, t.payment_no
    from reward_application t join enterprise e on e.id = t.enterprise_id
    where t.policy_id = ${policyId} and t.status = any(${[...states]}::text[])${scope ? sql` and ${scope}` : sql.empty}
    order by t.applied_at, t.id limit 5000`);
  return rows;
}
