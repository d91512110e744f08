import type { TilesByPanel } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { SpotCapacityTile } from './spot-capacity-tile.tsx';

/** Tiles of the wall by the name of their panel. */
export const tiles: TilesByPanel = { capacity: SpotCapacityTile };

export { spotCapacityWallFigures as figures } from '#modules/scenic/contract/wall/spot-capacity-wall-figures.ts';
