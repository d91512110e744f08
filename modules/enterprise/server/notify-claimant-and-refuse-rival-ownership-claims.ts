import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { bilingualInputText } from '#server/write/field/english-column-values-of-bilingual-text.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import { ownershipClaim } from '../contract/claim-to-own-enterprise-record.ts';
import { claimApproved, claimRefused } from '../contract/message-templates.ts';

const claimedByOther = text('该企业已由其他申请人认领', 'The enterprise was claimed by another applicant');

export const ownershipClaimWriteHooks: WriteHooks<typeof ownershipClaim> = {
  notify: {
    approve: { template: claimApproved, values: { name: 'enterprise_id' }, sms: 'mobile' },
    refuse: { template: claimRefused, values: { name: 'enterprise_id', reason: 'reason_refused' }, sms: 'mobile' },
  },
  moves: {
    approve(context) {
      context.afterStore(() => refuseRivals(context));
    },
    refuse(context) {
      context.note(bilingualInputText(context, 'reason_refused'));
    },
  },
};

/** Refuses other open claims when one is approved: an enterprise has one owner. */
async function refuseRivals({ before, tx, engine, caller }: ChangeContext<typeof ownershipClaim>): Promise<void> {
  const rivals = await tx.rows<{ id: number }>(sql`select id from enterprise_claim
    where enterprise_id = ${before.enterprise_id} and id <> ${before.id} and status = 'submitted' order by id for update`);
  const input = { reason_refused: claimedByOther['zh-cn'] };
  const english = { reason_refused: claimedByOther.en };
  for (const { id } of rivals)
    await write(
      engine,
      ownershipClaim,
      onBehalfOf(caller),
      { operation: 'move', move: 'refuse', id, input, english, unread: true },
      tx,
    );
}
