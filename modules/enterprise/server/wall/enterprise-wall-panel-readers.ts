import type { PanelReader } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { readEnterpriseCountsPanel } from './read-enterprise-counts-panel.ts';
import { readNewestEnterprisesPanel } from './read-newest-enterprises-panel.ts';
import { readRegistrationReviewPanel } from './read-registration-review-panel.ts';

/** Readers of the feeds of the module's tiles. */
export const enterpriseWallPanelReaders: Readonly<Record<string, PanelReader>> = {
  enterprise: readEnterpriseCountsPanel,
  audit: readRegistrationReviewPanel,
  newest: readNewestEnterprisesPanel,
};
