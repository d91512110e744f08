import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import { automaticCheckResult } from '../../contract/automatic-check-result-of-reward-application.ts';
import type { RewardApplication } from '../../contract/enterprise-application-for-tourist-bringing-reward.ts';
import type { RewardPolicy } from '../../contract/policy-rewarding-enterprises-for-bringing-tourists.ts';
import type { RewardClaimBasis } from '../claim/compute-reward-claim.ts';
import { compareClaimWithEvidence } from './compare-claim-with-evidence.ts';
import { readIndependentEvidenceAgainstClaim } from './read-independent-evidence-against-claim.ts';

type Context = Pick<WriteContext, 'engine' | 'tx' | 'caller'>;

/**
 * Runs the checks on an application as this transaction sees it and stores the results. Earlier results stay, so that
 * checking again does not remove a doubt.
 */
export async function runAutomaticChecksOfRewardApplication(
  { engine, tx, caller }: Context,
  one: Pick<RewardApplication, 'id' | 'teams' | 'enterprise_id'>,
  claimed: RewardClaimBasis,
  credit: RewardPolicy['credit'],
): Promise<void> {
  const evidence = await readIndependentEvidenceAgainstClaim(tx, one);
  const row = await tx.row<{ round: number }>(sql`
    select coalesce(max(round), 0) + 1 as round from reward_check where application_id = ${one.id}`);
  const round = row?.round ?? 1;
  for (const found of compareClaimWithEvidence(claimed, evidence, credit ?? null)) {
    const set = { lacking: '0', ...found, application_id: one.id, round };
    await write(
      engine,
      automaticCheckResult,
      onBehalfOf(caller),
      { operation: 'add', input: {}, set, unread: true },
      tx,
    );
  }
}
