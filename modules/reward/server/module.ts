import type { ServerModule } from '#server/platform/server-module.ts';
import { rewardHomeLines } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { applicationHooks } from './application-hooks.ts';
import { eligibilityCallDescriptions, eligibilityControllers } from './eligibility-controllers.ts';
import { objectionHooks } from './objection-hooks.ts';
import { openPolicyCallDescriptions, openPolicyControllers } from './open-policies.ts';
import { policyHooks } from './policy-hooks.ts';
import { policyProgressCallDescriptions, policyProgressController } from './policy-progress.ts';
import { publicityAndObjectionCallDescriptions, publicityAndObjectionController } from './publicity-and-objections.ts';
import {
  tableDownloadCallDescriptions,
  tableDownloadController,
} from './publicity-and-payment-tables/table-download.ts';

export const rewardServer: ServerModule = {
  name: 'reward',
  home: rewardHomeLines,
  messages: Object.values(messages),
  calls: {
    ...tableDownloadCallDescriptions,
    ...publicityAndObjectionCallDescriptions,
    ...policyProgressCallDescriptions,
    ...openPolicyCallDescriptions,
    ...eligibilityCallDescriptions,
  },
  controllers: () => [
    tableDownloadController,
    publicityAndObjectionController,
    policyProgressController,
    ...openPolicyControllers,
    ...eligibilityControllers,
  ],
  hooks: { 'reward/policy': policyHooks, 'reward/application': applicationHooks, 'reward/objection': objectionHooks },
};
