import { text } from '#kernel/text/text.ts';
import type { rewardApplication } from '#modules/reward/contract/enterprise-application-for-tourist-bringing-reward.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';

const overdue = text(
  '企业有逾期未改的整改（{no}），改正之前不能申领奖励',
  'The enterprise has overdue corrections ({no}): no reward until they are made',
);

/** Refuses a reward to an enterprise that did not correct in time what it was ordered to correct. */
async function refuseWhileOverdue({ tx, before, fail }: ChangeContext<typeof rewardApplication>): Promise<void> {
  const found = await tx.row<{ no: string | null }>(sql`
    select string_agg(no, '、' order by id) as no from reform_order
    where enterprise_id = ${before.enterprise_id} and status = 'overdue'`);
  if (found?.no) fail('enterprise_id', overdue, { no: found.no });
}

/** What an overdue correction does to applications for rewards (domain reference §2.J). */
export const refuseRewardWhileCorrectionOverdue: WriteHooks<typeof rewardApplication> = {
  moves: {
    apply: refuseWhileOverdue,
    confirm: refuseWhileOverdue,
    approve: refuseWhileOverdue,
    pay: refuseWhileOverdue,
  },
};
