import type { WebModule } from '#web/shell/module/web-module.ts';
import { documentContentAndDownloadPanels } from './document-content-record-panel.ts';

export const documentWeb: WebModule = {
  name: 'document',
  recordPanels: { 'document/document': documentContentAndDownloadPanels },
};
