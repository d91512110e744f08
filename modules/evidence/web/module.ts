import type { WebModule } from '#web/shell/module/web-module.ts';
import { evidenceChainStatusScreen } from '../contract/evidence-chain-status-screen.ts';
import { resourcesWithEvidenceChain } from '../contract/resources-with-evidence-chain.ts';
import { evidenceChainPanels } from './evidence-chain-panel-on-record-pages.ts';

export const evidenceWeb: WebModule = {
  name: 'evidence',
  screens: {
    admin: {
      [evidenceChainStatusScreen.name]: () => import('./evidence-chain-status-check-and-key-replacement-screen.tsx'),
    },
  },
  recordPanels: Object.fromEntries(resourcesWithEvidenceChain.map((name) => [name, evidenceChainPanels])),
};
