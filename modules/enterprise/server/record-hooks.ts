import { addDays, shanghaiToday } from '#kernel/calendar.ts';
import type { MessageTemplate } from '#kernel/message-template.ts';
import { text } from '#kernel/text.ts';
import { sql } from '#server/db/sql.ts';
import { tellHolders } from '#server/message/notice.ts';
import { sendMessage } from '#server/message/send.ts';
import type { ChangeContext, Hooks, WriteContext } from '#server/write/hooks.ts';
import { claim } from '../contract/claim.ts';
import type { licence } from '../contract/licence.ts';
import { claimApproved, claimRefused } from '../contract/messages.ts';
import type { staff } from '../contract/staff.ts';

/** Days before its end a licence is called expiring (domain reference §2.A). */
export const expiringDays = 60;
const order = text('有效期至须晚于发证日期', 'Must be after the date of issue');
const contractOrder = text('结束时间必须晚于开始时间', 'End must be after start');

/** Validity of a licence by its last day. Suspended, revoked and cancelled licences are not touched by time. */
export function validityOn(today: string, expire: string | null): 'valid' | 'expiring' | 'expired' {
  if (expire === null) return 'valid';
  return expire < today ? 'expired' : expire <= addDays(today, expiringDays) ? 'expiring' : 'valid';
}

export const licenceHooks: Hooks<typeof licence> = {
  add: checkLicence,
  edit: checkLicence,
};

function checkLicence({ values, before, fail }: WriteContext<typeof licence>): void {
  const expire = values.expire_date === undefined ? (before?.expire_date ?? null) : values.expire_date;
  const issued = values.issue_date ?? before?.issue_date;
  if (expire !== null && issued && expire <= issued) fail('expire_date', order);
  if (!before || ['valid', 'expiring', 'expired'].includes(before.validity ?? 'valid'))
    values.validity = validityOn(shanghaiToday(), expire);
}

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
