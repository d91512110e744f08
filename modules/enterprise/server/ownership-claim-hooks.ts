import type { MessageTemplate } from '#kernel/message/message-template.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { queueMessage } from '#server/message/queue-message.ts';
import { bilingualInputText } from '#server/write/field/bilingual-values.ts';
import type { ChangeContext, Hooks } from '#server/write/hook/hooks.ts';
import { write } from '#server/write/pipeline.ts';
import { notifyHolders, valuesIn } from '#server/write/statement/inbox-message.ts';
import { claimApproved, claimRefused } from '../contract/message-templates.ts';
import { ownershipClaim } from '../contract/ownership-claim.ts';

const claimedByOther = text('该企业已由其他申请人认领', 'The enterprise was claimed by another applicant');

export const ownershipClaimHooks: Hooks<typeof ownershipClaim> = {
  moves: {
    approve(context) {
      context.afterStore(() => refuseRivals(context));
      context.afterStore(() => notifyClaimant(context, claimApproved, (name) => ({ name })));
    },
    refuse(context) {
      const reason = bilingualInputText(context, 'reason_refused');
      context.note(reason);
      context.afterStore(() => notifyClaimant(context, claimRefused, (name) => ({ name, reason })));
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

async function notifyClaimant<P extends string>(
  { before, tx, engine }: ChangeContext<typeof ownershipClaim>,
  template: MessageTemplate<P>,
  valuesOf: (name: string) => NoInfer<Readonly<Record<P, string | Text>>>,
): Promise<void> {
  const row = await tx.row<{ name: string }>(sql`select name from enterprise where id = ${before.enterprise_id}`);
  const values = valuesOf(row?.name ?? '');
  await notifyHolders(engine, tx, ownershipClaim, template, [{ row: before.id, values }]);
  if (!before.mobile) return;
  await queueMessage(engine, tx, template, valuesIn('zh-cn', values), {
    mobile: before.mobile,
    areaCode: before.area_code,
    resource: 'enterprise/claim',
    rowId: before.id,
    ...(row ? { rowTitle: row.name } : {}),
  });
}
