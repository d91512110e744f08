import type { WebModule } from '#web/shell/module/web-module.ts';
import { openRewardPoliciesScreen } from '../contract/open-reward-policies-member-screen.ts';
import { openPoliciesListViews } from './open-policies-list-view-for-county-officers.ts';
import { availableRewardsPanel, rewardApplicationPanels, rewardPolicyPanels } from './record-panels.ts';

export const rewardWeb: WebModule = {
  name: 'reward',
  screens: { member: { [openRewardPoliciesScreen.name]: () => import('./open-reward-policies-screen.tsx') } },
  recordPanels: {
    'reward/application': rewardApplicationPanels,
    'reward/policy': rewardPolicyPanels,
    'travel/itinerary': [availableRewardsPanel],
  },
  lenses: { 'reward/policy': openPoliciesListViews },
  formWarnings: { 'reward/application': () => import('./eligibility-warnings-in-application-form.ts') },
};
