import type { WebModule } from '#web/shell/module/web-module.ts';
import { fileUsagePanels } from './record-panels.ts';

export const attachmentWeb: WebModule = {
  name: 'attachment',
  recordPanels: { 'routine/attachment': fileUsagePanels },
};
