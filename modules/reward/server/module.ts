import type { ServerModule } from '#server/platform/server-module.ts';
import { rewardHomeLines } from '../contract/member-home.ts';
import * as messages from '../contract/messages.ts';
import { applicationHooks } from './application-hooks.ts';
import { eligibilityCalls, eligibilityControllers } from './eligibility-call.ts';
import { objectionHooks } from './objection-hooks.ts';
import { openPolicyCalls, openPolicyControllers } from './open-policies.ts';
import { policyHooks } from './policy-hooks.ts';
import { policyProgressCalls, policyProgressController } from './policy-progress.ts';
import { publicityCalls, publicityController } from './publicity.ts';
import { tableCalls, tableControllers } from './tables/table-calls.ts';

export const rewardServer: ServerModule = {
  name: 'reward',
  home: rewardHomeLines,
  messages: Object.values(messages),
  calls: { ...tableCalls, ...publicityCalls, ...policyProgressCalls, ...openPolicyCalls, ...eligibilityCalls },
  controllers: () => [
    tableControllers,
    publicityController,
    policyProgressController,
    ...openPolicyControllers,
    ...eligibilityControllers,
  ],
  hooks: { 'reward/policy': policyHooks, 'reward/application': applicationHooks, 'reward/objection': objectionHooks },
};
