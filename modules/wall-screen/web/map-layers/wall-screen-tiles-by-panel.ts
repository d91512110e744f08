import type { TilesByPanel } from '#web/wall/tile/module-tile-registry.ts';
import { LayeredMapTile } from './layered-map-tile.tsx';

/** Tile components of the wall's own panels. */
export const tiles: TilesByPanel = { map: LayeredMapTile };
