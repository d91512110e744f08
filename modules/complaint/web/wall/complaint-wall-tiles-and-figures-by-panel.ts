import type { TilesByPanel } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { ComplaintWallTile } from './complaint-wall-tile.tsx';
import { LatestComplaintsTile } from './latest-complaints-tile.tsx';

/** Tiles of the wall by the name of their panel. */
export const tiles: TilesByPanel = { complaint: ComplaintWallTile, complaint_latest: LatestComplaintsTile };

export { complaintWallFigures as figures } from '#modules/complaint/contract/wall/complaint-wall-figures-for-text-and-pdf.ts';
