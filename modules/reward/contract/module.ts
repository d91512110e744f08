import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { application } from './application.ts';
import { check } from './check.ts';
import { objection } from './objection.ts';
import { publicityPage } from './pages.ts';
import { paper } from './paper.ts';
import { policy } from './policy.ts';
import { promisesScreen } from './policy-summary.ts';
import { record } from './record.ts';
import { rule } from './rule.ts';

/** Rewards for agencies that bring guests (引客入X, domain reference §2.P). */
export const rewardModule = module_({
  name: 'reward',
  label: text('奖励申报', 'Rewards'),
  icon: 'gift',
  weigh: 70,
  entries: [policy, application, check, objection, record, rule, paper],
  pages: [publicityPage],
  member: [promisesScreen],
});
