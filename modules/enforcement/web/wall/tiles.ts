import type { Tiles } from '#web/wall/tile/module-tile-registry.ts';
import { CoachesInTransitTile } from './coaches-in-transit-tile.tsx';

/** Tile components of the enforcement wall panels. */
export const tiles: Tiles = { vehicle: CoachesInTransitTile };
