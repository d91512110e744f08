import { text } from '#kernel/text/text.ts';
import { computeDue, deadlineRuleInForceOn } from '#kernel/time/deadline.ts';
import { shanghaiToday, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { depositDebited, depositShort } from '../contract/message-templates.ts';
import type { deposit } from '../contract/quality-deposit.ts';
import { requiredDeposit } from '../contract/quality-deposit.ts';

const texts = {
  later: text('不能晚于今天', 'Cannot be later than today'),
  missing: text('补足后仍少 {n} 元', 'CNY {n} would still be missing'),
};

/** The last day (`YYYY-MM-DD`) for topping up a deposit after a notice of today; null: no rule is in force. */
function lastDayToTopUp({ reference }: Pick<Engine, 'reference'>): string | null {
  const today = shanghaiToday();
  const rule = deadlineRuleInForceOn(reference.rules(), 'deposit_topup', today);
  return rule ? toShanghaiDate(computeDue(rule, today, reference.calendar()).due) : null;
}

/** What has to be held, and what is missing. */
function compute({ values, before, fail }: WriteContext<typeof deposit>): void {
  const given = { ...before, ...values };
  const required = requiredDeposit({
    outbound: given.outbound === '1',
    branches: given.branches ?? 0,
    outboundBranches: given.outbound_branches ?? 0,
    halved: given.halved === '1',
  });
  values.required = required.toFixed(2);
  values.shortfall = Math.max(0, required - Number(given.paid ?? 0)).toFixed(2);
  if (given.opened_on && given.opened_on > shanghaiToday()) fail('opened_on', texts.later);
}

const notice = { until: 'topup_by' } as const;

export const qualityDepositWriteHooks: WriteHooks<typeof deposit> = {
  add: compute,
  edit: compute,
  notify: {
    notifyTopup: { template: depositShort, values: { ...notice, agency: 'enterprise_id', missing: 'shortfall' } },
    debit: { template: depositDebited, values: { ...notice, agency: 'enterprise_id', missing: 'shortfall' } },
  },
  moves: {
    notifyTopup({ engine, values }) {
      values.topup_by = lastDayToTopUp(engine);
    },
    topUp({ before, input, values, fail }) {
      if (input.topped_up_on > shanghaiToday()) fail('topped_up_on', texts.later);
      const paid = Number(before.paid) + Number(input.topped_up);
      const missing = Number(before.required) - paid;
      if (missing > 0) fail('topped_up', texts.missing, { n: missing.toFixed(2) });
      values.paid = paid.toFixed(2);
      values.shortfall = '0.00';
      values.topup_by = null;
    },
  },
};
