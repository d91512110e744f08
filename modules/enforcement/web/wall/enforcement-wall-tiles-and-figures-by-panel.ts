import type { TilesByPanel } from '#web/wall/tile/module-tile-registry.ts';
import { CoachesInTransitTile } from './coaches-in-transit-tile.tsx';
import { CheckLimitsTile, ChecksTile, PlanProgressTile, RunningChecksTile } from './enforcement-check-wall-tiles.tsx';
import { OfficersMapTile } from './officers-map-tile.tsx';

/** Tile components of the enforcement wall panels. */
export const tiles: TilesByPanel = {
  vehicle: CoachesInTransitTile,
  check: ChecksTile,
  check_plans: PlanProgressTile,
  enforcement: OfficersMapTile,
  running_checks: RunningChecksTile,
  check_limits: CheckLimitsTile,
};

export { enforcementWallFigures as figures } from '#modules/enforcement/contract/enforcement-wall-figures.ts';
