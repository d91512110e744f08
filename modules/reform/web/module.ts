import type { WebModule } from '#web/shell/module/web-module.ts';
import { orderPanels } from './record-panels.ts';

export const reformWeb: WebModule = {
  name: 'reform',
  recordPanels: { 'reform/order': orderPanels },
};
