import type { WebModule } from '#web/shell/module/web-module.ts';
import { openRewardPoliciesScreen } from '../contract/open-reward-policies-member-screen.ts';
import { openRewardPoliciesListViews } from './open-reward-policies-list-view-for-county-officers.ts';
import {
  openRewardPoliciesOnTeamPagePanel,
  rewardApplicationPanels,
  rewardPolicyPanels,
} from './reward-application-policy-and-team-record-panels.ts';

export const rewardWeb: WebModule = {
  name: 'reward',
  screens: { member: { [openRewardPoliciesScreen.name]: () => import('./open-reward-policies-screen.tsx') } },
  recordPanels: {
    'reward/application': rewardApplicationPanels,
    'reward/policy': rewardPolicyPanels,
    'travel/itinerary': [openRewardPoliciesOnTeamPagePanel],
  },
  lenses: { 'reward/policy': openRewardPoliciesListViews },
  formWarnings: { 'reward/application': () => import('./warn-of-ineligibility-in-reward-application-form.ts') },
};
