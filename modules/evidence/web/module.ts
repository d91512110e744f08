import type { WebModule } from '#web/shell/module/web-module.ts';
import { chainedResources } from '../contract/chained-resources.ts';
import { evidenceChainStatusScreen } from '../contract/evidence-chain-status-screen.ts';
import { evidenceChainPanels } from './record-panels.ts';

export const evidenceWeb: WebModule = {
  name: 'evidence',
  screens: {
    admin: {
      [evidenceChainStatusScreen.name]: () => import('./evidence-chain-status-screen.tsx'),
    },
  },
  recordPanels: Object.fromEntries(chainedResources.map((name) => [name, evidenceChainPanels])),
};
