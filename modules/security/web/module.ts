import type { WebModule } from '#web/shell/module/web-module.ts';
import { recycleLogPanels, sensitiveFieldChangeLogPanels } from './record-panels.ts';

export const securityWeb: WebModule = {
  name: 'security',
  recordPanels: {
    'security/dataRecycleLog': recycleLogPanels,
    'security/sensitiveDataLog': sensitiveFieldChangeLogPanels,
  },
};
