import type { ServerModule } from '#server/module.ts';
import { applicationHooks } from './application-hooks.ts';
import { objectionHooks } from './objection-hooks.ts';
import { policyHooks } from './policy-hooks.ts';

export const rewardServer: ServerModule = {
  name: 'reward',
  hooks: { 'reward/policy': policyHooks, 'reward/application': applicationHooks, 'reward/objection': objectionHooks },
};
