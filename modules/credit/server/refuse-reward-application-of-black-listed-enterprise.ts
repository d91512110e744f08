import { text } from '#kernel/text/text.ts';
import type { rewardApplication } from '#modules/reward/contract/enterprise-application-for-tourist-bringing-reward.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { effectiveListingStates } from '../contract/credit-event-kinds-lists-and-grounds.ts';

const listed = text(
  '企业在失信名单公布期内（{no}），不能申领奖励',
  'The enterprise is on a list of dishonesty ({no}): no reward until it is taken off',
);

async function refuseWhileListed({ tx, before, fail }: ChangeContext<typeof rewardApplication>): Promise<void> {
  const found = await tx.row<{ no: string | null }>(sql`
    select string_agg(no, '、' order by id) as no from credit_listing
    where enterprise_id = ${before.enterprise_id} and subject = 'enterprise' and list in ('minor', 'serious')
      and status = any(${[...effectiveListingStates]}::text[])`);
  if (found?.no) fail('enterprise_id', listed, { no: found.no });
}

/** What a listing for dishonesty does to applications for rewards (domain reference §2.N). */
export const refuseRewardApplicationOfBlackListedEnterprise: WriteHooks<typeof rewardApplication> = {
  moves: {
    apply: refuseWhileListed,
    confirm: refuseWhileListed,
    approve: refuseWhileListed,
    pay: refuseWhileListed,
  },
};
