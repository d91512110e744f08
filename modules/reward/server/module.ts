import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { rewardLinesOnEnterpriseHome } from '../contract/enterprise-home-to-do-lines.ts';
import * as messages from '../contract/message-templates.ts';
import { rewardObjectionWriteHooks } from './accept-and-decide-reward-objection.ts';
import { rewardApplicationWriteHooks } from './check-and-grant-reward-application.ts';
import { rewardPolicyWriteHooks } from './check-reward-policy-before-publishing.ts';
import { eligibilityControllers } from './eligibility-controllers.ts';
import { openPolicyControllers } from './open-policy-controllers.ts';
import { publicNoticeAndObjectionsController } from './public-notice-and-objections-controller.ts';
import { tableDownloadController } from './public-notice-and-payment-tables/table-download.ts';
import { rewardPolicyUptakeController } from './reward-policy-uptake-controller.ts';

export const rewardServer: ServerModule = {
  name: 'reward',
  home: rewardLinesOnEnterpriseHome,
  messages: Object.values(messages),
  controllers: () => [
    tableDownloadController,
    publicNoticeAndObjectionsController,
    rewardPolicyUptakeController,
    ...openPolicyControllers,
    ...eligibilityControllers,
  ],
  hooks: {
    'reward/policy': rewardPolicyWriteHooks,
    'reward/application': rewardApplicationWriteHooks,
    'reward/objection': rewardObjectionWriteHooks,
  },
};
