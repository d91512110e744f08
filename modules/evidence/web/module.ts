import type { WebModule } from '#web/shell/module/web-module.ts';
import { chainedResources } from '../contract/chained-resources.ts';
import { evidenceSealingAndVerificationScreen } from '../contract/evidence-sealing-and-verification-screen.ts';
import { evidenceChainPanels } from './record-panels.ts';

export const evidenceWeb: WebModule = {
  name: 'evidence',
  screens: {
    admin: {
      [evidenceSealingAndVerificationScreen.name]: () => import('./evidence-sealing-and-verification-screen.tsx'),
    },
  },
  recordPanels: Object.fromEntries(chainedResources.map((name) => [name, evidenceChainPanels])),
};
