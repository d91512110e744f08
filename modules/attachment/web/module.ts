import type { WebModule } from '#web/shell/module/web-module.ts';
import { attachmentRecordPanels } from './register-file-usage-panel-on-attachment-page.ts';

export const attachmentWeb: WebModule = {
  name: 'attachment',
  recordPanels: { 'routine/attachment': attachmentRecordPanels },
};
