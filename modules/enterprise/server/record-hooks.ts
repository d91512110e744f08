import type { MessageTemplate } from '#kernel/message-template.ts';
import { text } from '#kernel/text.ts';
import { sql } from '#server/db/sql.ts';
import { tellHolders } from '#server/message/notice.ts';
import { sendMessage } from '#server/message/send.ts';
import type { ChangeContext, Hooks, WriteContext } from '#server/write/hooks.ts';
import { claim } from '../contract/claim.ts';
import { claimApproved, claimRefused } from '../contract/messages.ts';
import type { staff } from '../contract/staff.ts';

const contractOrder = text('结束时间必须晚于开始时间', 'End must be after start');

export const staffHooks: Hooks<typeof staff> = { add: checkStaff, edit: checkStaff };

function checkStaff({ values, before, fail }: WriteContext<typeof staff>): void {
  const [from, to] = [values.contract_from ?? before?.contract_from, values.contract_to ?? before?.contract_to];
  if (from && to && to <= from) fail('contract_to', contractOrder);
}

export const claimHooks: Hooks<typeof claim> = {
  moves: {
    approve(context) {
      context.afterStore(() => tellClaimant(context, claimApproved, (name) => ({ name })));
    },
    refuse(context) {
      const reason = context.input.reason_refused;
      context.note(reason);
      context.afterStore(() => tellClaimant(context, claimRefused, (name) => ({ name, reason })));
    },
  },
};

async function tellClaimant<P extends string>(
  { before, tx, engine }: ChangeContext<typeof claim>,
  template: MessageTemplate<P>,
  valuesOf: (name: string) => NoInfer<Readonly<Record<P, string>>>,
): Promise<void> {
  const row = await tx.row<{ name: string }>(sql`select name from enterprise where id = ${before.enterprise_id}`);
  const values = valuesOf(row?.name ?? '');
  await tellHolders(engine, tx, claim, template, [{ row: before.id, values }]);
  if (!before.mobile) return;
  await sendMessage(engine, tx, template, values, {
    mobile: before.mobile,
    areaCode: before.area_code,
    resource: 'enterprise/claim',
    rowId: before.id,
    ...(row ? { rowTitle: row.name } : {}),
  });
}
