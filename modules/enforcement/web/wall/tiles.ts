import type { Tiles } from '#web/wall/tile/own-tiles.ts';
import { VehicleTile } from './vehicle-tile.tsx';

/** What draws the panels of the road. */
export const tiles: Tiles = { vehicle: VehicleTile };
