import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { rewardPolicy } from '../contract/policy-rewarding-enterprises-for-bringing-tourists.ts';

const texts = {
  order: text('截止日期不得早于开始日期', 'Must not be before the start date'),
  noRules: text('请至少填写一条奖励标准', 'Enter at least one reward rule'),
  waiting: text('还有 {n} 份申报未办结', '{n} {n|application|applications} {n|is|are} still open'),
};

/** Hooks of policies: one without rules is not opened, and one with pending applications is not settled. */
export const rewardPolicyWriteHooks: WriteHooks<typeof rewardPolicy> = {
  add({ values, fail }) {
    if (values.starts_on && values.ends_on && values.ends_on < values.starts_on) fail('ends_on', texts.order);
  },
  edit({ values, before, fail }) {
    const [from, to] = [values.starts_on ?? before.starts_on, values.ends_on ?? before.ends_on];
    if (from && to && to < from) fail('ends_on', texts.order);
  },
  moves: {
    async publish({ rowsOf, fail }) {
      if ((await rowsOf('rules')).length === 0) fail('rules', texts.noRules);
    },
    async settle({ tx, before, fail }) {
      const row = await tx.row<{ n: number }>(sql`
        select count(*)::int as n from reward_application
        where policy_id = ${before.id} and status in ('first_review', 'second_review', 'publicity', 'objection', 'approved', 'returned', 'clawback')`);
      if (row && row.n > 0) fail('status', texts.waiting, { n: row.n });
    },
  },
};
