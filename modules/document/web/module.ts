import type { WebModule } from '#web/shell/module/web-module.ts';
import { documentContentAndDownloadPanels } from './record-panels.ts';

export const documentWeb: WebModule = {
  name: 'document',
  recordPanels: { 'document/document': documentContentAndDownloadPanels },
};
