import type { TilesByPanel } from '#web/wall/tile/module-tile-registry.ts';
import { ComplaintTile } from './complaint-tile.tsx';

/** TilesByPanel of the wall by the name of their panel. */
export const tiles: TilesByPanel = { complaint: ComplaintTile };
