import type { WebModule } from '#web/shell/module/web-module.ts';
import { chainedResources } from '../contract/chained-resources.ts';
import { evidenceStateScreen } from '../contract/evidence-state-screen.ts';
import { evidencePanels } from './record-panels.ts';

export const evidenceWeb: WebModule = {
  name: 'evidence',
  screens: { admin: { [evidenceStateScreen.name]: () => import('./evidence-sealing-and-verification-screen.tsx') } },
  recordPanels: Object.fromEntries(chainedResources.map((name) => [name, evidencePanels])),
};
