import type { WebModule } from '#web/shell/module/web-module.ts';
import { correctionOrderRecordPanels } from './correction-order-record-panels.ts';

export const reformWeb: WebModule = {
  name: 'reform',
  recordPanels: { 'reform/order': correctionOrderRecordPanels },
};
