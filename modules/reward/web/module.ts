import type { WebModule } from '#web/shell/web-module.ts';
import { promisesScreen } from '../contract/policy-summary.ts';
import { applicationInputs } from './form-inputs.ts';
import { policyLenses } from './lenses.ts';
import { applicationPanels, policyPanels, rewardPanel } from './record-panels.ts';

export const rewardWeb: WebModule = {
  name: 'reward',
  screens: { member: { [promisesScreen.name]: () => import('./promises-screen.tsx') } },
  recordPanels: {
    'reward/application': applicationPanels,
    'reward/policy': policyPanels,
    'travel/itinerary': [rewardPanel],
  },
  lenses: { 'reward/policy': policyLenses },
  formInputs: { 'reward/application': applicationInputs },
};
