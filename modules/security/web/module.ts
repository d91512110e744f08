import type { WebModule } from '#web/shell/module/web-module.ts';
import {
  deletedRowRecordPanels,
  sensitiveFieldChangeRecordPanels,
} from './deleted-row-and-field-change-record-panels.ts';

export const securityWeb: WebModule = {
  name: 'security',
  recordPanels: {
    'security/dataRecycleLog': deletedRowRecordPanels,
    'security/sensitiveDataLog': sensitiveFieldChangeRecordPanels,
  },
};
