import type { WebModule } from '#web/shell/module/web-module.ts';
import { recyclePanels, sensitivePanels } from './record-panels.ts';

export const securityWeb: WebModule = {
  name: 'security',
  recordPanels: { 'security/dataRecycleLog': recyclePanels, 'security/sensitiveDataLog': sensitivePanels },
};
