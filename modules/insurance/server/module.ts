import type { ServerModule } from '#server/platform/server-module.ts';
import { insuranceHomeLines } from '../contract/member-home.ts';
import * as messages from '../contract/messages.ts';
import { claimHooks } from './claim-hooks.ts';
import { coverageHooks } from './coverage-hooks.ts';
import { insuranceSubscribers } from './insurance-subscribers.ts';
import { policyHooks } from './policy-hooks.ts';
import { insuranceScheduled } from './tasks.ts';

export const insuranceServer: ServerModule = {
  name: 'insurance',
  home: insuranceHomeLines,
  messages: Object.values(messages),
  hooks: { 'insurance/policy': policyHooks, 'insurance/coverage': coverageHooks, 'insurance/claim': claimHooks },
  subscribers: insuranceSubscribers,
  scheduled: insuranceScheduled,
};
