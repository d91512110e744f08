import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { rewardHomeLines } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { applicationHooks } from './application-hooks.ts';
import { eligibilityControllers } from './eligibility-controllers.ts';
import { objectionHooks } from './objection-hooks.ts';
import { openPolicyControllers } from './open-policy-controllers.ts';
import { policyHooks } from './policy-hooks.ts';
import { policyUptakeController } from './policy-uptake-controller.ts';
import { publicNoticeAndObjectionsController } from './public-notice-and-objections-controller.ts';
import { tableDownloadController } from './public-notice-and-payment-tables/table-download.ts';

export const rewardServer: ServerModule = {
  name: 'reward',
  home: rewardHomeLines,
  messages: Object.values(messages),
  controllers: () => [
    tableDownloadController,
    publicNoticeAndObjectionsController,
    policyUptakeController,
    ...openPolicyControllers,
    ...eligibilityControllers,
  ],
  hooks: { 'reward/policy': policyHooks, 'reward/application': applicationHooks, 'reward/objection': objectionHooks },
};
