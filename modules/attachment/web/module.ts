import type { WebModule } from '#web/shell/web-module.ts';
import { attachmentPanels } from './record-panels.ts';

export const attachmentWeb: WebModule = {
  name: 'attachment',
  recordPanels: { 'routine/attachment': attachmentPanels },
};
