import type { WebModule } from '#web/shell/module/web-module.ts';
import { fieldDevicePanels } from './record-panels.ts';

export const fieldKitWeb: WebModule = {
  name: 'field',
  recordPanels: { 'field/device': fieldDevicePanels },
};
