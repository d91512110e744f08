import { yuanToCents } from '#kernel/kind/money.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { deposit } from '#modules/enterprise/contract/quality-deposit.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { complaint } from '../contract/complaint.ts';
import {
  complaintStatesAllowingDepositTransfer,
  type depositTransfer,
} from '../contract/payment-to-complainant-from-quality-deposit.ts';
import { lastDayOfComplaintTimeLimit } from './last-day-of-complaint-time-limit.ts';

const texts = {
  foreign: text('不是被投诉人的质量保证金', 'Is not the deposit of the respondent'),
  unagreed: text('该投诉没有待履行的调解协议', 'The complaint has no agreement that waits for fulfilment'),
  overAgreed: text('超过协议金额 {n} 元', 'More than the agreed CNY {n}'),
  overDeposit: text('保证金余额不足', 'The deposit holds less than that'),
};

/** The deposit belongs to the respondent, and an agreement is paid up to its amount. */
async function check(context: WriteContext<typeof depositTransfer>): Promise<void> {
  const { values, before, require, fail } = context;
  const given = { ...before, ...values };
  const one = await require(complaint, given.complaint_id ?? 0, {
    status: [...complaintStatesAllowingDepositTransfer],
    field: 'complaint_id',
  });
  const held = await require(deposit, given.deposit_id ?? 0, { status: ['held', 'short'], field: 'deposit_id' });
  if (!one || !held) return;
  // whoever decides knows whose deposit it is where the respondent was written down by name only
  if (one.respondent_enterprise_id && held.enterprise_id !== one.respondent_enterprise_id)
    fail('deposit_id', texts.foreign);
  if (given.ground === 'agreement') {
    if (one.status !== 'agreed') fail('ground', texts.unagreed);
    else if (Number(given.amount) > Number(one.agreed_amount))
      fail('amount', texts.overAgreed, { n: String(one.agreed_amount) });
  }
  if (Number(given.amount) > Number(held.paid)) fail('amount', texts.overDeposit);
}

export const depositTransferWriteHooks: WriteHooks<typeof depositTransfer> = {
  add: check,
  edit: check,
  moves: {
    async approve({ engine, before, cascadeMove, require }) {
      await require(complaint, before.complaint_id, { status: [...complaintStatesAllowingDepositTransfer] });
      const today = shanghaiToday();
      const until = lastDayOfComplaintTimeLimit(engine, 'deposit_topup', { from: today, filedOn: today }) ?? null;
      const cents = yuanToCents(String(before.amount));
      // the row is locked, and the condition is part of the statement that takes the amount off it
      const debited = await cascadeMove(deposit, sql`t.id = ${before.deposit_id} and t.paid >= ${cents}`, 'debit', {
        set: {
          paid: sql`t.paid - ${cents}`,
          shortfall: sql`greatest(t.required - t.paid + ${cents}, 0)`,
          topup_by: until,
        },
      });
      if (debited.length === 0) throw new Refused(texts.overDeposit, { data: { reason: 'conflict' } });
    },
    async pay({ before, cascadeMove }) {
      await cascadeMove(complaint, sql`t.id = ${before.complaint_id} and t.status = 'agreed'`, 'fulfilFromDeposit', {
        set: {
          paid_amount: sql`(select sum(p.amount) from complaint_deposit_transfer p where p.complaint_id = t.id and (p.status = 'paid' or p.id = ${before.id}))`,
          fulfilled_on: shanghaiToday(),
        },
      });
    },
  },
};
