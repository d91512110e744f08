import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import * as messages from '../contract/message-templates.ts';
import { rewardToDoLines } from '../contract/reward-application-to-dos-on-enterprise-home.ts';
import { openRewardPoliciesControllers } from './open-reward-policies-controllers.ts';
import { rewardTableDownloadController } from './public-notice-and-payment-tables/reward-table-download-controller.ts';
import { publicRewardNoticeAndObjectionController } from './public-reward-notice-and-objection-controller.ts';
import { rewardEligibilityControllers } from './reward-eligibility-controllers.ts';
import { rewardPolicyUptakeController } from './reward-policy-budget-agencies-and-guest-origins-controller.ts';
import { rewardObjectionWriteHooks } from './validate-reward-objection-filing-and-stop-reward-if-upheld.ts';
import { rewardPolicyWriteHooks } from './validate-reward-policy-dates-publishing-and-settling.ts';
import { rewardApplicationWriteHooks } from './validate-submit-review-pay-and-claw-back-reward-application.ts';

export const rewardServer: ServerModule = {
  name: 'reward',
  home: rewardToDoLines,
  messages: Object.values(messages),
  controllers: () => [
    rewardTableDownloadController,
    publicRewardNoticeAndObjectionController,
    rewardPolicyUptakeController,
    ...openRewardPoliciesControllers,
    ...rewardEligibilityControllers,
  ],
  hooks: {
    'reward/policy': rewardPolicyWriteHooks,
    'reward/application': rewardApplicationWriteHooks,
    'reward/objection': rewardObjectionWriteHooks,
  },
};
