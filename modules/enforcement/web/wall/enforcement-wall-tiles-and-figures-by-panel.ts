import type { TilesByPanel } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { CoachesInTransitAlertsAndCapturesTile } from './coaches-in-transit-alerts-and-captures-tile.tsx';
import { CheckLimitsTile, ChecksTile, PlanProgressTile, RunningChecksTile } from './enforcement-check-wall-tiles.tsx';
import { OfficersOnSiteMapTile } from './officers-on-site-map-tile.tsx';

/** Tile components of the enforcement wall panels. */
export const tiles: TilesByPanel = {
  vehicle: CoachesInTransitAlertsAndCapturesTile,
  check: ChecksTile,
  check_plans: PlanProgressTile,
  enforcement: OfficersOnSiteMapTile,
  running_checks: RunningChecksTile,
  check_limits: CheckLimitsTile,
};

export { enforcementWallFigures as figures } from '#modules/enforcement/contract/enforcement-wall-figures-for-text-and-pdf.ts';
