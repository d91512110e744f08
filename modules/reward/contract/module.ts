import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { rewardRule } from './amount-rule-of-reward-policy.ts';
import { automaticCheckResult } from './automatic-check-result-of-reward-application.ts';
import { rewardApplication } from './enterprise-application-for-tourist-bringing-reward.ts';
import { rewardObjection } from './objection-to-published-tourist-bringing-reward.ts';
import { openRewardPoliciesScreen } from './open-reward-policies-member-screen.ts';
import { publicNoticeOfTouristBringingRewardsPage } from './path-and-title-of-public-notice-of-rewards-page.ts';
import { rewardPolicy } from './policy-rewarding-enterprises-for-bringing-tourists.ts';
import { supportingDocument } from './supporting-document.ts';
import { thirdPartyGuestCount } from './third-party-guest-count.ts';

/** Rewards for agencies that bring guests (引客入X, domain reference §2.P). */
export const rewardModule = module_({
  name: 'reward',
  label: text('奖励申报', 'Rewards'),
  icon: 'gift',
  weigh: 70,
  entries: [
    rewardPolicy,
    rewardApplication,
    automaticCheckResult,
    rewardObjection,
    thirdPartyGuestCount,
    rewardRule,
    supportingDocument,
  ],
  pages: [publicNoticeOfTouristBringingRewardsPage],
  member: [openRewardPoliciesScreen],
});
