import { text } from '#kernel/text/text.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { insuranceClaim } from '../contract/insurance-claim.ts';
import { claimableStates, insurancePolicy } from '../contract/insurance-policy.ts';
import { centsOf, happenedWithinPolicy } from '../contract/insurance-policy-term-faults-and-validity.ts';

const texts = {
  outside: text('出险时间不在保险期间 {from} 至 {until} 内', 'Outside the insurance period from {from} to {until}'),
  future: text('出险时间不能晚于现在', 'Must not be in the future'),
  tooMuch: text('赔付金额不得超过索赔金额 {most} 元', 'Must not exceed the amount claimed, CNY {most}'),
};

/** Checks that the incident happened within the cover and not in the future. */
async function checkEvent({ values, before, require, fail }: WriteContext<typeof insuranceClaim>): Promise<void> {
  const event = values.event_at ?? before?.event_at;
  const cover = await require(insurancePolicy, values.policy_id ?? before?.policy_id ?? 0, {
    status: claimableStates,
    field: 'policy_id',
  });
  if (!cover || event === undefined) return;
  if (event * 1000 > Date.now()) fail('event_at', texts.future);
  else if (!happenedWithinPolicy(event, cover))
    fail('event_at', texts.outside, { from: cover.from_on, until: cover.to_on });
}

export const insuranceClaimWriteHooks: WriteHooks<typeof insuranceClaim> = {
  add: checkEvent,
  async edit(context) {
    if (context.values.event_at !== undefined) await checkEvent(context);
  },
  moves: {
    pay({ values, input, before, fail }) {
      if ((centsOf(input.amount_paid) ?? 0) > (centsOf(before.amount_claimed) ?? 0))
        fail('amount_paid', texts.tooMuch, { most: before.amount_claimed });
      values.amount_paid = input.amount_paid;
    },
    refuse({ input, note }) {
      note(input.reason);
    },
  },
};
