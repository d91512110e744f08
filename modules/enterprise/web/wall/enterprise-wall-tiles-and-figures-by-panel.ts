import type { TilesByPanel } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { EnterpriseCountsByStatusRiskAndMonthTile } from './enterprise-counts-by-status-risk-and-month-tile.tsx';
import { EnterprisesByAreaTile } from './enterprises-by-area-tile.tsx';
import { EnterprisesByTypeTile } from './enterprises-by-type-tile.tsx';
import { NewestEnterprisesTile } from './newest-enterprises-tile.tsx';
import { RegistrationReviewTile } from './registration-review-tile.tsx';
import './enterprise-wall-tiles.css';

/** Tile components of the enterprise wall panels. */
export const tiles: TilesByPanel = {
  overview: EnterpriseCountsByStatusRiskAndMonthTile,
  types: EnterprisesByTypeTile,
  areas: EnterprisesByAreaTile,
  audit: RegistrationReviewTile,
  newest: NewestEnterprisesTile,
};

export { enterpriseWallFigures as figures } from '#modules/enterprise/contract/wall/enterprise-wall-figures-for-text-and-pdf.ts';
