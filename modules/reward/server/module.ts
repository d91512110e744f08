import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import * as messages from '../contract/message-templates.ts';
import { rewardToDoLines } from '../contract/reward-application-to-dos-on-enterprise-home.ts';
import { rewardObjectionWriteHooks } from './accept-and-decide-reward-objection.ts';
import { rewardPolicyBudgetAndPayoutsController } from './budget-and-payouts-of-reward-policy-controller.ts';
import { rewardApplicationWriteHooks } from './check-and-grant-reward-application.ts';
import { rewardPolicyWriteHooks } from './check-reward-policy-before-publishing.ts';
import { openRewardPoliciesControllers } from './open-reward-policies-controllers.ts';
import { publicNoticeAndObjectionsController } from './public-notice-and-objections-controller.ts';
import { rewardTableDownloadController } from './public-notice-and-payment-tables/reward-table-download-controller.ts';
import { rewardEligibilityControllers } from './reward-eligibility-controllers.ts';

export const rewardServer: ServerModule = {
  name: 'reward',
  home: rewardToDoLines,
  messages: Object.values(messages),
  controllers: () => [
    rewardTableDownloadController,
    publicNoticeAndObjectionsController,
    rewardPolicyBudgetAndPayoutsController,
    ...openRewardPoliciesControllers,
    ...rewardEligibilityControllers,
  ],
  hooks: {
    'reward/policy': rewardPolicyWriteHooks,
    'reward/application': rewardApplicationWriteHooks,
    'reward/objection': rewardObjectionWriteHooks,
  },
};
