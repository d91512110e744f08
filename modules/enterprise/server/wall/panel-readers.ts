import type { ReadPanel } from '#server/wall-panel/panel-area-and-day-range.ts';
import { readAuditPanel } from './audit-panel.ts';
import { readEnterprisePanel } from './enterprise-panel.ts';
import { readMapPanel } from './map-panel.ts';
import { readNewestPanel } from './newest-panel.ts';

/** Readers of the feeds of the module's tiles. */
export const enterprisePanelReaders: Readonly<Record<string, ReadPanel>> = {
  enterprise: readEnterprisePanel,
  audit: readAuditPanel,
  newest: readNewestPanel,
  map: readMapPanel,
};
