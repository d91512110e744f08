import type { WebModule } from '#web/shell/module/web-module.ts';
import { openPoliciesScreen } from '../contract/policy-summary.ts';
import { policyLenses } from './policy-lenses.ts';
import { applicationPanels, policyPanels, rewardPanel } from './record-panels.ts';

export const rewardWeb: WebModule = {
  name: 'reward',
  screens: { member: { [openPoliciesScreen.name]: () => import('./open-policies-screen.tsx') } },
  recordPanels: {
    'reward/application': applicationPanels,
    'reward/policy': policyPanels,
    'travel/itinerary': [rewardPanel],
  },
  lenses: { 'reward/policy': policyLenses },
  formWarnings: { 'reward/application': () => import('./application-warnings.ts') },
};
